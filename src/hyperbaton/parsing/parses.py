"""Many segments parsed: each distinct one once, in batches, with a cache and a progress bar."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import chain

from hyperbaton.checks import as_list, as_text
from hyperbaton.errors import InputError, OptionError
from hyperbaton.parsing.cache import ParseCache
from hyperbaton.parsing.english_parser import English
from hyperbaton.parsing.parser import Parser, Trees
from hyperbaton.parsing.registry import as_parser
from hyperbaton.resources import WorkerLost, map_in_processes, progress, resolve_threads

LONGEST = 1000  # words parsed as one piece; memory grows with it, and no sentence is as long
BATCH_WORDS = 4000  # words between two writes to the cache

Words = tuple[str, ...]


def parse_segments(
    segments: Sequence[Sequence[str]],
    parser: str | Parser = English(),  # noqa: B008 - frozen
    *,
    cache: ParseCache | None = None,
    processes: int = 1,
) -> list[Trees]:
    """The trees of every segment, in the order given.

    A segment is one parse: the trees of its sentences, of which a parser may find several, none
    where there are no words. More than `LONGEST` words are cut into pieces of that length, each
    with trees of its own.

        >>> (trees,) = parse_segments([["She", "sang", "well", "."]])
        >>> trees[0].heads, trees[0].deprels
        ((2, 0, 2, 2), ('nsubj', 'root', 'advmod', 'punct'))

    Args:
        segments: the words of each segment.
        parser: a parser, or a string such as `spacy(model=…)`.
        cache: where parses are looked up and stored.
        processes: how many processes parse; each loads the model.

    Raises:
        InputError: a word is empty or no text.
        OptionError: the number of processes is not accepted.
        NotationError: there is no such parser.
        MissingDependencyError: the parser is not installed.
    """
    used = resolve_threads(processes, "processes")
    chosen = as_parser(parser)
    listed = as_list(segments, "segments", "a list of segments, each a list of words")
    pieces = [_pieces(words, number) for number, words in enumerate(listed, start=1)]
    known: dict[Words, Trees | None] = dict.fromkeys(chain.from_iterable(pieces))
    if cache is not None:
        known.update((words, cache.get(chosen, words)) for words in known)
    missing = [words for words, trees in known.items() if trees is None]
    for words, trees in _parsed(missing, chosen, cache, used):
        known[words] = trees
    return [tuple(chain.from_iterable(known[words] or () for words in parts)) for parts in pieces]


def _pieces(segment: object, number: int) -> list[Words]:
    place = f"segments: segment {number}"
    words = as_list(segment, place, "a list of words")
    if not all(isinstance(word, str) and word.strip() for word in words):
        raise InputError(f"{place}: expected a list of words, none of them blank")
    texts = tuple(as_text(word, place) for word in words)
    return [texts[begin : begin + LONGEST] for begin in range(0, len(texts), LONGEST)]


def _parsed(
    missing: list[Words], parser: Parser, cache: ParseCache | None, processes: int
) -> Iterator[tuple[Words, Trees]]:
    """Segments with their trees, stored batch by batch."""
    # By length, so that no sentence waits for a longer one in its batch.
    batches = list(_batches(sorted(missing, key=len)))
    alone = processes == 1 or len(batches) < 2
    results = (
        map(parser.loaded.parse, batches) if alone else _in_processes(batches, parser, processes)
    )
    shown = progress(batches, "parsing", "batches", len(batches))
    for batch, trees in zip(shown, results, strict=True):
        parses = list(zip(batch, trees, strict=True))
        if cache is not None:
            cache.add(parser, parses)
        yield from parses


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
        problem = f"one of {number} processes that parse has ended early"
        raise OptionError(
            f"processes: {problem}; try fewer, each needs the model's memory"
        ) from None


def _parse_function(parser: Parser) -> Callable[[list[Words]], list[Trees]]:
    """Loads the model, in a process of its own."""
    return parser.loaded.parse
