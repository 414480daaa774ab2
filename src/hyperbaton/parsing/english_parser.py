"""`english`: the bundled parser, a spaCy pipeline trained on UD English EWT (see models/english).

A segment is divided into sentences and its words into those of the treebank; both are undone in
the trees, which have the words that were given.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from importlib.metadata import version
from importlib.util import find_spec
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING

from hyperbaton.errors import MissingDependencyError
from hyperbaton.parsing.english_sentences import divide
from hyperbaton.parsing.english_words import contract, split_words
from hyperbaton.parsing.fingerprint import fingerprint
from hyperbaton.parsing.parser import Trees
from hyperbaton.parsing.spacy_pipeline import INSTALL_SPACY, load_pipeline, parse_words
from hyperbaton.trees.dependency import joined

if TYPE_CHECKING:
    from spacy.language import Language

PACKAGE = "hyperbaton_english"
INSTALL = "pip install ./models/english"


class EnglishParser:
    """The bundled model; it is loaded when the first segment is parsed."""

    name = "english"

    def __init__(self, model: Path) -> None:
        self.version = f"{version(PACKAGE)}-{fingerprint(model)}-spacy{version('spacy')}"
        self._model = model

    @cached_property
    def _pipeline(self) -> Language:
        return load_pipeline(self._model, "parser english")

    def parse(self, segments: Sequence[Sequence[str]]) -> list[Trees]:
        """See `Parser`."""
        divided = [divide(words) for words in segments]
        sentences = list(chain.from_iterable(divided))
        split = [split_words(words) for words in sentences]
        parsed = parse_words(self._pipeline, [words for words, _ in split])
        trees = iter(
            contract(joined(tree), owners, words)
            for tree, (_, owners), words in zip(parsed, split, sentences, strict=True)
        )
        return [tuple(next(trees) for _ in parts) for parts in divided]


def load() -> EnglishParser:
    """The bundled parser.

    Raises:
        MissingDependencyError: spaCy or the model is not installed.
    """
    package = find_spec(PACKAGE)
    if package is None or package.origin is None:
        where = "parser english, whose model lies in the sources of hyperbaton,"
        raise MissingDependencyError(where, INSTALL)  # which installs spaCy too
    if find_spec("spacy") is None:
        raise MissingDependencyError("parser english", INSTALL_SPACY)
    return EnglishParser(Path(package.origin).parent / "model")
