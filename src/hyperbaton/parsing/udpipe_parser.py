"""`udpipe:FILE`: a model of UDPipe 1, through the package ufal.udpipe."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.metadata import version
from pathlib import Path
from typing import Any

from hyperbaton.errors import InputError, MissingDependencyError
from hyperbaton.parsing.fingerprint import fingerprint
from hyperbaton.parsing.parser import Trees
from hyperbaton.trees.parsed import from_udpipe

INSTALL = "pip install ufal.udpipe"


class UDPipeParser:
    """A UDPipe model; every segment is taken as one sentence."""

    def __init__(self, file: str, model: Any) -> None:
        self.name = f"udpipe:{file}"
        self.version = f"{fingerprint(Path(file))}-udpipe{version('ufal.udpipe')}"
        self._model = model

    def parse(self, segments: Sequence[Sequence[str]]) -> list[Trees]:
        """See `Parser`."""
        return [(tree,) for tree in from_udpipe(map(self._parsed, segments))]

    def _parsed(self, words: Sequence[str]) -> Any:
        from ufal.udpipe import Sentence

        sentence = Sentence()
        for word in words:
            sentence.addWord(word)
        steps = (self._model.tag, self._model.parse)
        if not all(step(sentence, self._model.DEFAULT) for step in steps):
            raise InputError(f"parser {self.name}: the model has no tagger or no parser")
        return sentence


def load(file: str) -> UDPipeParser:
    """The parser in a file.

    Raises:
        MissingDependencyError: ufal.udpipe is not installed.
        InputError: the file is no model.
    """
    try:
        from ufal.udpipe import Model
    except ImportError as error:
        raise MissingDependencyError(f"parser udpipe:{file}", INSTALL) from error
    if not Path(file).is_file():
        raise InputError(f"parser udpipe:{file}: there is no such file")
    model = Model.load(file)
    if model is None:
        raise InputError(f"parser udpipe:{file}: is no model of UDPipe 1")
    return UDPipeParser(file, model)
