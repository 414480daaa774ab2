"""A spaCy pipeline that parses words as they are given."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING

from hyperbaton.errors import MissingDependencyError
from hyperbaton.parsing.parser import Trees
from hyperbaton.trees.parsed import from_spacy

if TYPE_CHECKING:
    from pathlib import Path

    from spacy.language import Language
    from threadpoolctl import ThreadpoolController

INSTALL_SPACY = "pip install 'hyperbaton[parse]'"

# Parts of a pipeline that change neither heads nor parts of speech.
IDLE = ("ner", "entity_linker", "entity_ruler", "lemmatizer", "textcat", "textcat_multilabel")


def load_pipeline(model: str | Path, needed_by: str) -> Language:
    """A pipeline by the name of its package or by its folder; see `spacy.load` for its errors.

    Raises:
        MissingDependencyError: spaCy or threadpoolctl is not installed.
    """
    try:
        import spacy

        _matrix_library()
    except ImportError as error:
        raise MissingDependencyError(needed_by, INSTALL_SPACY) from error
    pipeline = spacy.load(model, exclude=IDLE)
    _multiply_with_numpy(pipeline)
    return pipeline


def parse_words(pipeline: Language, segments: Sequence[Sequence[str]]) -> list[Trees]:
    """The trees of segments of at least one word each; the pipeline finds the sentences."""
    from spacy.tokens import Doc

    docs = [Doc(pipeline.vocab, words=list(words)) for words in segments]
    with _matrix_library().limit(limits=1):  # who wants more cores asks for more processes
        parsed = list(pipeline.pipe(docs, batch_size=max(1, len(docs))))
    return list(map(from_spacy, parsed))


@cache
def _matrix_library() -> ThreadpoolController:
    from threadpoolctl import ThreadpoolController

    return ThreadpoolController().select(user_api="blas")


def _multiply_with_numpy(pipeline: Language) -> None:
    """Leaves matrix products to NumPy, whose library is several times as fast as spaCy's own."""
    from thinc.api import NumpyOps

    operations = NumpyOps(use_blis=False)
    for _, component in pipeline.pipeline:
        for node in component.model.walk() if hasattr(component, "model") else ():
            if isinstance(node.ops, NumpyOps):
                node.ops = operations
