"""`stanza:LANG`: Stanza's parser of a language, with the models on this machine."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.metadata import version
from pathlib import Path
from typing import Any

from hyperbaton.errors import InputError, MissingDependencyError
from hyperbaton.parsing.fingerprint import fingerprint
from hyperbaton.parsing.parser import Trees
from hyperbaton.trees.parsed import from_stanza

INSTALL = "pip install stanza"
PROCESSORS = "tokenize,pos,lemma,depparse"


class StanzaParser:
    """A Stanza pipeline; every segment is taken as one sentence."""

    def __init__(self, language: str, pipeline: Any, model: Path) -> None:
        self.name = f"stanza:{language}"
        self.version = f"{fingerprint(model)}-stanza{version('stanza')}"
        self._pipeline = pipeline

    def parse(self, segments: Sequence[Sequence[str]]) -> list[Trees]:
        """See `Parser`."""
        document = self._pipeline([list(words) for words in segments])
        return [(tree,) for tree in from_stanza(document)]


def load(language: str) -> StanzaParser:
    """The parser of a language.

    Raises:
        MissingDependencyError: Stanza is not installed.
        InputError: the models of the language are not on this machine.
    """
    try:
        import stanza
    except ImportError as error:
        raise MissingDependencyError(f"parser stanza:{language}", INSTALL) from error
    try:
        pipeline = stanza.Pipeline(
            language,
            processors=PROCESSORS,
            tokenize_pretokenized=True,
            download_method=None,  # a model is never fetched behind the user's back
            verbose=False,
        )
    except (OSError, KeyError, ValueError) as error:
        command = f"""python -c "import stanza; stanza.download('{language}')\""""
        problem = f"the models are not on this machine ({error}); run: {command}"
        raise InputError(f"parser stanza:{language}: {problem}") from None
    model = pipeline.processors["depparse"].config["model_path"]
    return StanzaParser(language, pipeline, Path(model))
