"""Many segments parsed, each distinct one once."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import chain

from hyperbaton.errors import InputError, OptionError
from hyperbaton.parsing.english import English, Trained
from hyperbaton.parsing.external import Spacy, Stanza, UDPipe
from hyperbaton.parsing.parser import Parser, Trees
from hyperbaton.resources import WorkerLost, map_in_processes, progress, resolve_threads
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
    processes: int = 1,
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
        processes: how many processes parse; each loads the model.
        threads: how many threads each of them uses, if the parser can; None for all cores.

    Raises:
        InputError: a segment is not a list of words, or a word is blank.
        OptionError: the number of processes is not accepted.
        NotationError: there is no such parser.
        MissingDependencyError: the parser is not installed.
    """
    used = resolve_threads(processes, "processes")
    shared = resolve_threads(threads)
    chosen = as_parser(parser)
    pieces = [_pieces(words, number) for number, words in enumerate(segments)]
    distinct = dict.fromkeys(chain.from_iterable(pieces))
    known = dict(_parsed(distinct, chosen, used, shared))
    return [tuple(chain.from_iterable(known[words] for words in parts)) for parts in pieces]


def _pieces(segment: Sequence[str], number: int) -> list[Words]:
    words = tuple(segment)
    is_word = (isinstance(word, str) and bool(word.strip()) for word in words)
    if isinstance(segment, str) or not all(is_word):
        raise InputError("expected a list of words, none of them blank", index=number)
    return [words[begin : begin + LONGEST] for begin in range(0, len(words), LONGEST)]


def _parsed(
    segments: Iterable[Words], parser: Parser, processes: int, threads: int
) -> Iterator[tuple[Words, Trees]]:
    """Yields segments with their trees."""
    # By length, so that no sentence waits for a longer one in its batch.
    batches = list(_batches(sorted(segments, key=len)))
    alone = processes == 1 or len(batches) < 2
    results = (
        (parser.loaded.parse(batch, threads) for batch in batches)
        if alone
        else _in_processes(batches, parser, processes)
    )
    for batch, trees in zip(
        progress(batches, "parsing", "batches", len(batches)), results, strict=True
    ):
        yield from zip(batch, trees, strict=True)


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


def _in_processes(
    batches: list[list[Words]], parser: Parser, processes: int
) -> Iterator[list[Trees]]:
    number = min(processes, len(batches))
    try:
        yield from map_in_processes(partial(_parse_function, parser), batches, number)
    except WorkerLost:
        raise OptionError(
            f"processes: one of {number} that parse has ended early; try fewer, each needs the "
            "model's memory"
        ) from None


def _parse_function(parser: Parser) -> Callable[[Sequence[Sequence[str]]], list[Trees]]:
    """Loads the model, in a process of its own."""
    parse = parser.loaded.parse
    return lambda segments: parse(segments, 1)
