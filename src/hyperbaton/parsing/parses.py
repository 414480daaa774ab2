"""Many segments parsed, each distinct one once, by a parser with a name."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import numpy as np

from hyperbaton.errors import InputError
from hyperbaton.parsing.english import English, Trained
from hyperbaton.parsing.external import Spacy, Stanza, UDPipe
from hyperbaton.parsing.parser import LONGEST, Parser, Parses, Trees
from hyperbaton.resources import resolve_threads
from hyperbaton.text.segments import Ragged, Sentences, chosen_rows, offsets_of
from hyperbaton.values import NamedValues

PARSERS: NamedValues[Parser] = NamedValues(
    "parser",
    {kind.name: kind for kind in (English, Trained, Spacy, Stanza, UDPipe)},
    listing="hyperbaton metrics --parsers",
)


def as_parser(value: str | Parser) -> Parser:
    """Returns a parser from a string such as `spacy(model=fr_core_news_sm)`, or as it is.

    Raises:
        NotationError: the string is wrong.
    """
    if isinstance(value, str):
        return PARSERS.parse(value)
    if not isinstance(value, Parser):
        raise TypeError(f"parser: expected str or Parser, got {type(value).__name__}")
    return value


def parse(segments: Sentences, parser: Parser, *, threads: int = 1) -> Parses:
    """Parses segments into flat arrays; more than `LONGEST` words are cut into pieces."""
    numbers: dict[bytes, int] = {}
    words, width = segments.values.tobytes(), segments.values.itemsize
    which = np.array(
        [
            numbers.setdefault(words[width * begin : width * end], len(numbers))
            for begin, end in pairwise(segments.offsets.tolist())
        ],
        np.int64,
    )
    distinct = segments.chosen(np.unique(which, return_index=True)[1])
    lengths = np.diff(distinct.offsets)
    pieces = offsets_of(-(-lengths // LONGEST))
    place = np.arange(pieces[-1]) - np.repeat(pieces[:-1], np.diff(pieces))
    begins = np.repeat(distinct.offsets[:-1], np.diff(pieces)) + LONGEST * place
    cut = Ragged(distinct.values, np.append(begins, len(distinct.values)))
    found = parser.loaded.parse(Sentences(cut, distinct.lexicon, distinct.known), threads)
    repeated = chosen_rows(np.arange(len(found.sentences)), found.segments[pieces], which)
    return Parses(found.sentences.chosen(repeated.values), repeated.offsets)


def parse_segments(
    segments: Sequence[Sequence[str]],
    parser: str | Parser = English(),  # noqa: B008 - frozen
    *,
    threads: int | None = 1,
) -> list[Trees]:
    """Returns the trees of every segment, in the order given.

    A segment is one parse: the trees of its sentences, of which a parser may find several, none
    where there are no words. More than `LONGEST` words are cut into pieces of that length, each
    with trees of its own.

        >>> (trees,) = parse_segments([["She", "sang", "well", "."]])
        >>> trees[0].heads, trees[0].deprels
        ((2, 0, 2, 2), ('nsubj', 'root', 'advmod', 'punct'))

    Args:
        segments: the words of each segment.
        parser: a parser, or a string such as `spacy(model=…)`.
        threads: how many threads to use, if the parser can; None for all cores.

    Raises:
        InputError: a segment is not a list of words, or a word is blank.
        NotationError: there is no such parser.
        MissingDependencyError: the parser is not installed.
    """
    for number, words in enumerate(segments):
        is_word = (isinstance(word, str) and bool(word.strip()) for word in words)
        if isinstance(words, str) or not all(is_word):
            raise InputError("expected a list of words, none of them blank", index=number)
    found = parse(Sentences.of(segments), as_parser(parser), threads=resolve_threads(threads))
    trees = list(found.sentences)
    return [tuple(trees[begin:end]) for begin, end in pairwise(found.segments.tolist())]
