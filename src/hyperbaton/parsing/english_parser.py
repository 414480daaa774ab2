"""`english`: the bundled parser, a spaCy pipeline trained on UD English EWT (see models/english).

A segment is divided into sentences and its words into those of the treebank; both are undone in
the trees, which have the words that were given.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from importlib.metadata import version
from importlib.util import find_spec
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from hyperbaton.errors import MissingDependencyError
from hyperbaton.files import fingerprint
from hyperbaton.parsing.english_sentences import divide
from hyperbaton.parsing.english_words import contract, split_words
from hyperbaton.parsing.parser import Parser, Trees
from hyperbaton.parsing.spacy_pipeline import INSTALL_SPACY, load_pipeline, parse_words
from hyperbaton.trees.dependency import joined

if TYPE_CHECKING:
    from spacy.language import Language

PACKAGE = "hyperbaton_english"
IN_SOURCES = Path(__file__).parents[3] / "models" / "english"


@dataclass(frozen=True)
class English(Parser):
    """The bundled English parser, trained on UD English EWT."""

    name: ClassVar[str] = "english"
    summary: ClassVar[str] = "the bundled English parser, trained on UD English EWT"
    for_language: ClassVar[str | None] = "en"

    def load(self) -> EnglishModel:
        """The bundled model.

        Raises:
            MissingDependencyError: spaCy or the model is not installed.
        """
        package = find_spec(PACKAGE)
        if package is None or package.origin is None:
            raise MissingDependencyError("parser english", install_command())
        if find_spec("spacy") is None:
            raise MissingDependencyError("parser english", INSTALL_SPACY)
        return EnglishModel(Path(package.origin).parent / "model")


def install_command() -> str:
    """The command that installs the model, and spaCy with it."""
    place = str(IN_SOURCES) if IN_SOURCES.is_dir() else "hyperbaton-english"
    return f"pip install {place}"


class EnglishModel:
    """The bundled model; spaCy loads it when the first segment is parsed."""

    def __init__(self, model: Path) -> None:
        self.version = f"{version(PACKAGE)}-{fingerprint(model)}-spacy{version('spacy')}"
        self._model = model

    @cached_property
    def _pipeline(self) -> Language:
        return load_pipeline(self._model, "parser english")

    def parse(self, segments: Sequence[Sequence[str]]) -> list[Trees]:
        """See `ParserModel`."""
        divided = [divide(words) for words in segments]
        sentences = list(chain.from_iterable(divided))
        split = [split_words(words) for words in sentences]
        parsed = parse_words(self._pipeline, [words for words, _ in split])
        trees = iter(
            contract(joined(tree), owners, words)
            for tree, (_, owners), words in zip(parsed, split, sentences, strict=True)
        )
        return [tuple(next(trees) for _ in parts) for parts in divided]
