"""`udpipe(file=…)`: a model of UDPipe 1, through the package ufal.udpipe."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from typing import Any, ClassVar

from hyperbaton.errors import InputError, MissingDependencyError
from hyperbaton.files import fingerprint
from hyperbaton.parsing.parser import Parser, Trees
from hyperbaton.trees.parsed import from_udpipe
from hyperbaton.values import REQUIRED, parameter

INSTALL = "pip install ufal.udpipe"


@dataclass(frozen=True)
class UDPipe(Parser):
    """A UDPipe model; every segment is taken as one sentence."""

    name: ClassVar[str] = "udpipe"
    summary: ClassVar[str] = "a model file of UDPipe 1"

    file: str = parameter(REQUIRED, "the model", text="a file")

    def load(self) -> UDPipeModel:
        """The model in the file.

        Raises:
            MissingDependencyError: ufal.udpipe is not installed.
            InputError: the file is no model.
        """
        try:
            from ufal.udpipe import Model
        except ImportError as error:
            raise MissingDependencyError(f"parser {self}", INSTALL) from error
        if not Path(self.file).is_file():
            raise InputError(f"parser {self}: there is no such file")
        model = Model.load(self.file)
        if model is None:
            raise InputError(f"parser {self}: is not a model of UDPipe 1")
        return UDPipeModel(str(self), model, fingerprint(self.file))


class UDPipeModel:
    """A loaded model."""

    def __init__(self, name: str, model: Any, content: str) -> None:
        self.version = f"{content}-udpipe{version('ufal.udpipe')}"
        self._name = name
        self._model = model

    def parse(self, segments: Sequence[Sequence[str]]) -> list[Trees]:
        """See `ParserModel`."""
        return [(tree,) for tree in from_udpipe(map(self._parsed, segments))]

    def _parsed(self, words: Sequence[str]) -> Any:
        from ufal.udpipe import Sentence

        sentence = Sentence()
        for word in words:
            sentence.addWord(word)
        steps = (self._model.tag, self._model.parse)
        if not all(step(sentence, self._model.DEFAULT) for step in steps):
            raise InputError(f"parser {self._name}: the model has no tagger or no parser")
        return sentence
