"""The references of a test set, shared by all systems that are scored against them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from itertools import pairwise
from typing import Any, NamedTuple, cast

import numpy as np
from numpy.typing import NDArray

from hyperbaton.bitext import LinkText, source_orders
from hyperbaton.checks import (
    as_index,
    as_list,
    as_text,
    check_count,
    is_list,
    is_writable,
    shown,
)
from hyperbaton.errors import ArgumentTypeError, InputError
from hyperbaton.evidence.output import (
    WrittenLinks,
    WrittenTrees,
    as_link_text,
    checked_trees,
    link_digest,
    tree_digest,
)
from hyperbaton.evidence.preparation import Preparation
from hyperbaton.evidence.side import Side
from hyperbaton.files import digest_of
from hyperbaton.permutation import PermutationBatch
from hyperbaton.text.ragged import offsets_of
from hyperbaton.text.segments import Segments, Sentences
from hyperbaton.text.text_column import TextColumn, as_column, is_arrow_text
from hyperbaton.trees import DependencyTree
from hyperbaton.trees.dependency import joined

STREAMS = "a list of streams, each with one text per segment"
ONE_STREAM = "for one reference per segment write [references]"


class SourceOrders(NamedTuple):
    """How many words each source sentence has, and their order in every reference."""

    source_lengths: NDArray[np.int64]
    orders: PermutationBatch


class TestSet:
    """References, and what was read beside them.

        >>> test_set = TestSet([["at noon in the lobby"]])
        >>> len(test_set), test_set.reference_count
        (1, '1')

    Args:
        references: streams of references, each with one text per segment; None where a segment has
            no reference in a stream. One reference per segment is `[references]`.
        source: the source, one text per segment.
        source_links: links of source and reference: for every stream one entry per segment, such
            as `"0-1 1-0"` or `[(0, 1), (1, 0)]`; None where it has no reference.
        trees: dependency trees of the references, instead of a parser's: for every stream one
            entry per segment; None where it has no reference.
        language: the language of the references, such as `de`.

    Raises:
        InputError: something is of another shape, or there is not one entry per segment.
    """

    __test__ = False  # not a test, whatever pytest takes its name for

    def __init__(
        self,
        references: Sequence[Sequence[str | None] | TextColumn],
        *,
        source: Sequence[str] | None = None,
        source_links: Sequence[Sequence[WrittenLinks] | LinkText] | None = None,
        trees: Sequence[Sequence[WrittenTrees]] | None = None,
        language: str | None = None,
    ) -> None:
        streams = _checked_streams(references)
        present = np.array([stream.present for stream in streams]).T  # by segment
        columns = TextColumn.joined([stream.texts for stream in streams])
        in_order = np.arange(present.size).reshape(present.T.shape).T[present]
        self.language = language
        self.flat_texts = columns if len(streams) == 1 else columns.chosen(in_order)
        # Which stream every reference is of, segment by segment.
        self.stream_of = np.nonzero(present)[1]
        self.groups = offsets_of(present.sum(axis=1))
        _check_some(self.groups)
        self.source = None if source is None else as_column(source, "source")
        if self.source is not None:
            check_count(len(self.source), len(self), "source")
        self.source_links = self._per_stream(source_links, len(streams), "source_links")
        self.trees = self._per_stream(trees, len(streams), "trees")
        self._sides: dict[Preparation, Side] = {}
        self._source_orders: dict[Preparation, SourceOrders] = {}

    def __len__(self) -> int:
        """The number of segments."""
        return len(self.groups) - 1

    def __repr__(self) -> str:
        return f"<TestSet of {len(self)} segments, refs:{self.reference_count}>"

    @cached_property
    def texts(self) -> tuple[tuple[str, ...], ...]:
        """The references of each segment."""
        texts, groups = list(self.flat_texts), self.groups.tolist()
        return tuple(tuple(texts[begin:end]) for begin, end in pairwise(groups))

    def prepared(self, preparation: Preparation, threads: int = 1) -> Side:
        """The references, prepared in one way for all systems."""
        if preparation not in self._sides:
            self._sides[preparation] = Side(
                self.flat_texts,
                preparation,
                name="references",
                segments=self._segment_of,
                threads=threads,
            )
        return self._sides[preparation]

    def mean_lengths(self, preparation: Preparation) -> NDArray[np.float64]:
        """The mean number of words of each segment's references."""
        words = self.prepared(preparation).words
        return Segments(Sentences.of([[]] * len(self), words), words, self.groups).mean_lengths

    def source_orders(self, references: Side) -> SourceOrders:
        """The order of the source words in every reference, of these references when prepared.

        Raises:
            InputError: the source, or its links with the references, are not given.
        """
        preparation = references.preparation
        if preparation not in self._source_orders:
            self._source_orders[preparation] = self._orders(references)
        return self._source_orders[preparation]

    def _orders(self, references: Side) -> SourceOrders:
        if self.source is None:
            raise InputError("alignments with the source are given, but not the source; give both")
        if self.source_links is None:
            raise InputError(
                "word order over the source needs links of source and reference; give them"
            )
        source = Side(self.source, references.preparation, name="source")
        source_lengths = np.diff(source.words.offsets)
        lengths = np.diff(references.words.offsets)
        of_streams = []
        for stream, links in enumerate(self.source_links):
            in_stream = np.zeros(len(self), np.int64)  # no words where there is no reference
            chosen = self.stream_of == stream
            in_stream[self._segment_of[chosen]] = lengths[chosen]
            of_streams.append(source_orders(links.alignments(source_lengths, in_stream)))
        places = zip(self._segment_of.tolist(), self.stream_of.tolist(), strict=True)
        orders = PermutationBatch.of([of_streams[stream][segment] for segment, stream in places])
        return SourceOrders(source_lengths, orders)

    @cached_property
    def joined_trees(self) -> list[DependencyTree] | None:
        """The trees given for every reference, all sentences of a segment together."""
        if self.trees is None:
            return None
        places = zip(self._segment_of.tolist(), self.stream_of.tolist(), strict=True)
        return [joined(self.trees[stream][segment]) for segment, stream in places]

    def __getstate__(self) -> dict[str, Any]:
        """Without what other processes prepare again."""
        return {**vars(self), "_sides": {}, "_source_orders": {}}

    def chosen(self, segments: Sequence[int]) -> TestSet:
        """Some segments, in the order given and as often as they are named."""
        segments = [as_index(k, len(self), "segments") for k in segments]
        streams = int(self.stream_of.max(initial=-1)) + 1
        by_stream: list[list[str | None]] = [[None] * len(segments) for _ in range(streams)]
        for place, segment in enumerate(segments):
            begin, end = self.groups[segment : segment + 2]
            for text, k in zip(self.texts[segment], self.stream_of[begin:end], strict=True):
                by_stream[k][place] = text
        return TestSet(
            by_stream,
            source=None if self.source is None else [self.source[k] for k in segments],
            trees=None
            if self.trees is None
            else [[trees[k] for k in segments] for trees in self.trees[:streams]],
            language=self.language,
        )

    @property
    def reference_count(self) -> str:
        """How many references a segment has, for signatures; `var` where it varies."""
        counts = set(np.diff(self.groups).tolist()) or {0}
        return str(counts.pop()) if len(counts) == 1 else "var"

    @cached_property
    def digest(self) -> str:
        """A digest of everything here."""
        return digest_of(
            self.flat_texts.data.tobytes(),
            self.flat_texts.offsets.tobytes(),
            self.groups.tobytes(),
            [] if self.source is None else ["source", *self.source],
            [link_digest(links) for links in self.source_links or ()],
            [tree_digest(trees) for trees in self.trees or ()],
            self.stream_of.tobytes(),
        )

    def _per_stream(self, given: Any, streams: int, name: str) -> tuple[Any, ...] | None:
        if given is None:
            return None
        listed = as_list(given, name, "a list of streams")
        if len(listed) != streams:
            raise InputError(
                f"{name}: has {len(listed)} streams but there are {streams} of references; every "
                "stream of references needs one"
            )
        checked = checked_trees if name == "trees" else as_link_text
        nothing: Any = () if name == "trees" else ""
        return tuple(
            checked(
                self._without_absent(entries, k, nothing), f"{name} of stream {k + 1}", len(self)
            )
            for k, entries in enumerate(listed)
        )

    def _without_absent(self, entries: Any, stream: int, nothing: Any) -> Any:
        """Entries of a stream with nothing for None, where there is no reference."""
        if isinstance(entries, LinkText) or not is_list(entries):
            return entries
        listed = as_list(entries, "entries")
        present = set(self._segment_of[self.stream_of == stream].tolist())
        return [
            nothing if entry is None and k not in present else entry
            for k, entry in enumerate(listed)
        ]

    @property
    def _segment_of(self) -> NDArray[np.int64]:
        return np.repeat(np.arange(len(self)), np.diff(self.groups))


def as_test_set(references: object, segments: int, language: str | None = None) -> TestSet:
    """A test set, from streams of references or as it is.

    Raises:
        InputError: it does not have that many segments, or another shape.
    """
    if isinstance(references, TestSet):
        if len(references) != segments:
            raise InputError(
                f"{segments} hypotheses but {len(references)} segments with references; "
                "the numbers must be equal"
            )
        return references
    return TestSet(cast(Any, _checked_streams(references, segments)), language=language)


class _Stream(NamedTuple):
    """One reference per segment; where there is none, it is not present and its text is empty."""

    texts: TextColumn
    present: NDArray[np.bool_]


def _checked_streams(streams: Any, segments: int | None = None) -> list[_Stream]:
    """Streams of references, if they are such; `segments` is how many texts each must have."""
    listed = [
        _checked_stream(stream, number)
        for number, stream in enumerate(_listed_streams(streams), start=1)
    ]
    if not listed:
        raise InputError("references: expected at least one stream, got none")
    expected = len(listed[0].texts) if segments is None else segments
    for number, stream in enumerate(listed, start=1):
        if len(stream.texts) != expected:
            raise InputError(
                f"references: stream {number} has {len(stream.texts)} texts for {expected} "
                "hypotheses; expected a list of streams, each with one text per segment"
            )
    return listed


def _listed_streams(streams: Any) -> Sequence[Any]:
    if not is_list(streams):
        raise ArgumentTypeError("references", STREAMS, shown(streams), ONE_STREAM)
    if isinstance(streams, TextColumn):
        raise ArgumentTypeError("references", STREAMS, "texts", ONE_STREAM)
    listed = as_list(streams, "references", STREAMS)
    if listed and isinstance(listed[0], str):
        raise ArgumentTypeError("references", STREAMS, "texts", ONE_STREAM)
    return listed


def _checked_stream(stream: Any, number: int) -> _Stream:
    if isinstance(stream, _Stream):
        return stream
    name = f"references: stream {number}"
    if isinstance(stream, TextColumn) or (is_arrow_text(stream) and stream.null_count == 0):
        column = as_column(stream, name)
        return _Stream(column, np.ones(len(column), np.bool_))
    if is_arrow_text(stream):
        column = TextColumn.from_arrow(stream.fill_null(""), name)
        return _Stream(column, np.asarray(stream.is_valid(), np.bool_))
    listed = as_list(stream, name, "a list of texts")
    present = np.array([text is not None for text in listed], np.bool_)
    if not all(type(text) is str and is_writable(text) for text in listed):
        listed = [
            "" if text is None else as_text(text, f"{name}: segment {k}")
            for k, text in enumerate(listed, start=1)
        ]
    return _Stream(TextColumn.of(listed), present)


def _check_some(groups: NDArray[np.int64]) -> None:
    """Refuses a segment that has no reference in any stream."""
    for segment in np.flatnonzero(np.diff(groups) == 0)[:1]:
        raise InputError(f"references: segment {segment + 1} has none; at least one is needed")
