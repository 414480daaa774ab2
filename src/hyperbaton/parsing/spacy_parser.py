"""`spacy:MODEL`: any spaCy pipeline with a parser, by the name of its package or by its folder."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING

from hyperbaton.errors import InputError, MissingDependencyError
from hyperbaton.parsing.fingerprint import fingerprint
from hyperbaton.parsing.parser import Trees
from hyperbaton.parsing.spacy_pipeline import load_pipeline, parse_words

if TYPE_CHECKING:
    from spacy.language import Language


class SpacyParser:
    """A spaCy pipeline; it also finds the sentences of a segment."""

    def __init__(self, model: str, pipeline: Language) -> None:
        self.name = f"spacy:{model}"
        files = fingerprint(Path(pipeline.path)) if pipeline.path else "unsaved"
        self.version = f"{pipeline.meta['version']}-{files}-spacy{version('spacy')}"
        self._pipeline = pipeline

    def parse(self, segments: Sequence[Sequence[str]]) -> list[Trees]:
        """See `Parser`."""
        return parse_words(self._pipeline, segments)


def load(model: str) -> SpacyParser:
    """The parser of a model.

    Raises:
        MissingDependencyError: spaCy is not installed.
        InputError: there is no such model, or it has no parser.
    """
    wrong = partial(_wrong, model)
    try:
        pipeline = load_pipeline(model, f"parser spacy:{model}")
    except MissingDependencyError:
        raise
    except OSError as error:
        if Path(model).exists():
            raise wrong(f"is no spaCy pipeline ({error})") from None
        raise wrong(f"is not installed; run: python -m spacy download {model}") from None
    except (ImportError, ValueError) as error:
        raise wrong(f"cannot be loaded ({error})") from None
    if "parser" not in pipeline.pipe_names:
        raise wrong(f"has no parser, only {', '.join(pipeline.pipe_names) or 'a tokenizer'}")
    return SpacyParser(model, pipeline)


def _wrong(model: str, problem: str) -> InputError:
    return InputError(f"parser spacy:{model}: the model {problem}")
