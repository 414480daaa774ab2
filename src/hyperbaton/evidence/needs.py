"""What a metric reads. Each need says what it depends on, and so what a signature must name.

A test holds every metric to what it declares, so what is computed and what is signed cannot
differ.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from enum import Enum
from typing import TYPE_CHECKING

from hyperbaton.errors import MissingDependencyError

if TYPE_CHECKING:
    from hyperbaton.evidence.context import Context

# The order of parts in a signature; those of aligners and parsers follow what they belong to.
LEADING = ("tok", "case", "join", "align")


class Need(Enum):
    """What a metric is computed from."""

    TEXT = "the text as it is"
    TOKENS = "words"
    ALIGNMENT = "an alignment of words"
    ORDER = "a permutation, or an alignment of words"
    SIMILARITY = "similarities of words"
    TREES = "dependency trees"
    TREE_ALIGNMENT = "an alignment of the words of trees"
    LANGUAGE = "the language"


def fragments(context: Context, needs: Iterable[Need], *, absent_models: bool = False) -> list[str]:
    """The parts of a signature, each once.

    With `absent_models`, a parser that is not installed is named all the same.
    """
    wanted = set(needs)
    written = [
        part
        for need in Need
        if need in wanted
        for text in _parts(context, need, absent_models)
        for part in text.split("|")
    ]
    return sorted(dict.fromkeys(written), key=_place)


def _place(part: str) -> int:
    key = part.partition(":")[0]
    return LEADING.index(key) if key in LEADING else len(LEADING)


def _parts(context: Context, need: Need, absent_models: bool) -> Iterator[str]:
    given_trees = context.given_trees
    if need is Need.TEXT:
        yield context.preprocessing.text_signature
    elif need is Need.TOKENS:
        yield context.preprocessing.signature
    elif need is Need.ALIGNMENT or (need is Need.TREE_ALIGNMENT and not given_trees):
        yield from _alignment_parts(context, context.preprocessing.signature)
    elif need is Need.TREE_ALIGNMENT:
        yield from _alignment_parts(context, context.preprocessing.case_signature)
    elif need is Need.ORDER:
        if context.over_source:
            yield context.preprocessing.signature  # how many words the source has
            yield "align:source"
        else:
            yield from _parts(context, Need.ALIGNMENT, absent_models)
    elif need is Need.SIMILARITY:
        yield context.preprocessing.signature
        yield context.vectors.signature
    elif need is Need.TREES:
        if not given_trees:
            yield context.preprocessing.signature
        yield _parser_part(context, absent_models)
        yield "roots:joined"
    elif need is Need.LANGUAGE:
        yield f"lang:{context.language}"


def _alignment_parts(context: Context, words: str) -> Iterator[str]:
    """Given links do not depend on words; an aligner's do."""
    if not context.given_links:
        yield words
    yield context.aligner.signature


def _parser_part(context: Context, absent_models: bool) -> str:
    try:
        return context.parser.signature
    except MissingDependencyError:
        if absent_models:
            return f"parser:{context.parser}:absent"
        raise
