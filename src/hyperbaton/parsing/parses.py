"""Many segments parsed, each distinct one once."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain

from hyperbaton.errors import InputError
from hyperbaton.parsing.english import English, Trained
from hyperbaton.parsing.external import Spacy, Stanza, UDPipe
from hyperbaton.parsing.parser import Parser, Trees
from hyperbaton.resources import progress, resolve_threads
from hyperbaton.values import NamedValues

LONGEST = 1000  # words parsed as one piece; memory grows with it, and no sentence is as long
BATCH_WORDS = 4000  # words parsed at a time

Words = tuple[str, ...]

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
    chosen = as_parser(parser)
    pieces = [_pieces(words, number) for number, words in enumerate(segments)]
    distinct = dict.fromkeys(chain.from_iterable(pieces))
    known = dict(_parsed(distinct, chosen, resolve_threads(threads)))
    return [tuple(chain.from_iterable(known[words] for words in parts)) for parts in pieces]


def _pieces(segment: Sequence[str], number: int) -> list[Words]:
    words = tuple(segment)
    is_word = (isinstance(word, str) and bool(word.strip()) for word in words)
    if isinstance(segment, str) or not all(is_word):
        raise InputError("expected a list of words, none of them blank", index=number)
    return [words[begin : begin + LONGEST] for begin in range(0, len(words), LONGEST)]


def _parsed(
    segments: Iterable[Words], parser: Parser, threads: int
) -> Iterator[tuple[Words, Trees]]:
    """Yields segments with their trees."""
    # By length, so that no sentence waits for a longer one in its batch.
    batches = list(_batches(sorted(segments, key=len)))
    for batch in progress(batches, "parsing", "batches", len(batches)):
        yield from zip(batch, parser.loaded.parse(batch, threads), strict=True)


def _batches(segments: Iterable[Words]) -> Iterator[list[Words]]:
    batch: list[Words] = []
    size = 0
    for words in segments:
        if size + len(words) > BATCH_WORDS and batch:
            yield batch
            batch, size = [], 0
        batch.append(words)
        size += len(words)
    if batch:
        yield batch
