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
    from hyperbaton.evidence.preparation import Preparation

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


def fragments(
    preparation: Preparation, needs: Iterable[Need], *, absent_models: bool = False
) -> list[str]:
    """The parts of a signature, each once.

    With `absent_models`, a parser that is not installed is named all the same.
    """
    wanted = set(needs)
    written = [
        part
        for need in Need
        if need in wanted
        for text in _parts(preparation, need, absent_models)
        for part in text.split("|")
    ]
    return sorted(dict.fromkeys(written), key=_place)


def _place(part: str) -> int:
    key = part.partition(":")[0]
    return LEADING.index(key) if key in LEADING else len(LEADING)


def _parts(preparation: Preparation, need: Need, absent_models: bool) -> Iterator[str]:
    words = preparation.text_parts()
    if need is Need.TEXT:
        yield from preparation.text_parts(words=False)
    elif need is Need.TOKENS:
        yield from words
    elif need is Need.ALIGNMENT:
        yield from _alignment_parts(preparation, words)
    elif need is Need.TREE_ALIGNMENT:
        # The words of given trees are not split, and subwords are not joined.
        cased = preparation.text_parts(names=["lowercase"])
        yield from _alignment_parts(preparation, cased if preparation.given_trees else words)
    elif need is Need.ORDER and preparation.over_source:
        yield from words  # how many words the source has
        yield "align:source"
    elif need is Need.ORDER:
        yield from _alignment_parts(preparation, words)
    elif need is Need.SIMILARITY:
        yield from words
        yield preparation.vectors.signature
    elif need is Need.TREES:
        if preparation.given_trees:
            yield "trees:given"
        else:
            yield from words
            yield _parser_part(preparation, absent_models)
        yield "roots:joined"
    elif need is Need.LANGUAGE:
        yield f"lang:{preparation.language_code}"


def _alignment_parts(preparation: Preparation, words: list[str]) -> Iterator[str]:
    """Given links do not depend on words; an aligner's do."""
    if preparation.given_links:
        yield "align:given"
    else:
        yield from words
        yield preparation.aligner.signature


def _parser_part(preparation: Preparation, absent_models: bool) -> str:
    try:
        return preparation.used_parser.signature
    except MissingDependencyError:
        if absent_models:
            return f"parser:{preparation.used_parser}:absent"
        raise
