"""`stanza(language=…)`: Stanza's parser of a language, with the models on this machine."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from typing import Any, ClassVar

from hyperbaton.errors import InputError, MissingDependencyError
from hyperbaton.files import fingerprint
from hyperbaton.parsing.parser import Parser, Trees
from hyperbaton.trees.parsed import from_stanza
from hyperbaton.values import REQUIRED, parameter

INSTALL = "pip install stanza"
PROCESSORS = "tokenize,pos,lemma,depparse"


@dataclass(frozen=True)
class Stanza(Parser):
    """A Stanza pipeline; every segment is taken as one sentence."""

    name: ClassVar[str] = "stanza"
    summary: ClassVar[str] = "Stanza's pipeline for a language, with models already on this machine"

    language: str = parameter(REQUIRED, "the language", text="the code of a language, such as de")

    def load(self) -> StanzaModel:
        """The pipeline.

        Raises:
            MissingDependencyError: Stanza is not installed.
            InputError: the models of the language are not on this machine.
        """
        try:
            import stanza
        except ImportError as error:
            raise MissingDependencyError(f"parser {self}", INSTALL) from error
        try:
            pipeline = stanza.Pipeline(
                self.language,
                processors=PROCESSORS,
                tokenize_pretokenized=True,
                download_method=None,  # a model is never fetched behind the user's back
                verbose=False,
            )
        except (OSError, KeyError, ValueError) as error:
            command = f"""python -c "import stanza; stanza.download('{self.language}')\""""
            problem = f"the models are not on this machine ({error}); run: {command}"
            raise InputError(f"parser {self}: {problem}") from None
        return StanzaModel(pipeline, Path(pipeline.processors["depparse"].config["model_path"]))


class StanzaModel:
    """A loaded pipeline."""

    def __init__(self, pipeline: Any, model: Path) -> None:
        self.version = f"{fingerprint(model)}-stanza{version('stanza')}"
        self._pipeline = pipeline

    def parse(self, segments: Sequence[Sequence[str]]) -> list[Trees]:
        """See `ParserModel`."""
        document = self._pipeline([list(words) for words in segments])
        return [(tree,) for tree in from_stanza(document)]
