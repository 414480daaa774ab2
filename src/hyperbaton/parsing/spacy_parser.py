"""`spacy(model=…)`: any spaCy pipeline with a parser, by the name of its package or its folder."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from hyperbaton.errors import InputError, MissingDependencyError
from hyperbaton.files import fingerprint
from hyperbaton.parsing.parser import Parser, Trees
from hyperbaton.parsing.spacy_pipeline import load_pipeline, parse_words
from hyperbaton.values import REQUIRED, parameter

if TYPE_CHECKING:
    from spacy.language import Language


@dataclass(frozen=True)
class Spacy(Parser):
    """A spaCy pipeline; it also finds the sentences of a segment."""

    name: ClassVar[str] = "spacy"
    summary: ClassVar[str] = "a spaCy pipeline with a parser, installed or in a folder"

    model: str = parameter(REQUIRED, "the pipeline", text="a package or folder")

    def load(self) -> SpacyModel:
        """The pipeline.

        Raises:
            MissingDependencyError: spaCy is not installed.
            InputError: there is no such model, or it has no parser.
        """
        try:
            pipeline = load_pipeline(self.model, f"parser {self}")
        except MissingDependencyError:
            raise
        except OSError as error:
            if Path(self.model).exists():
                raise self._wrong(f"is not a spaCy pipeline ({error})") from None
            command = f"python -m spacy download {self.model}"
            raise self._wrong(f"is not installed; run: {command}") from None
        except (ImportError, ValueError) as error:
            raise self._wrong(f"cannot be loaded ({error})") from None
        if "parser" not in pipeline.pipe_names:
            has = ", ".join(pipeline.pipe_names) or "a tokenizer"
            raise self._wrong(f"has no parser, only {has}")
        return SpacyModel(pipeline)

    def _wrong(self, problem: str) -> InputError:
        return InputError(f"parser {self}: the model {problem}")


class SpacyModel:
    """A loaded pipeline."""

    def __init__(self, pipeline: Language) -> None:
        files = fingerprint(pipeline.path) if pipeline.path else "unsaved"
        self.version = f"{pipeline.meta['version']}-{files}-spacy{version('spacy')}"
        self._pipeline = pipeline

    def parse(self, segments: Sequence[Sequence[str]]) -> list[Trees]:
        """See `ParserModel`."""
        return parse_words(self._pipeline, segments)
