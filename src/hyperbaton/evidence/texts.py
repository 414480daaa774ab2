"""Texts: what a system wrote and the references, as they are given and as they are prepared.

`Output` and `TestSet` are the door: what stands behind them trusts that texts are texts and that
there is one entry per segment. Prepared in one way, each of them is a `Side`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from hyperbaton import _core
from hyperbaton._core import Vocabulary
from hyperbaton.alignment.given import LinkStream, links_of
from hyperbaton.checks import as_list, as_texts, check_count, is_list, shown
from hyperbaton.errors import InputError
from hyperbaton.evidence.preparation import Preparation
from hyperbaton.permutation import PermutationBatch
from hyperbaton.text.segments import (
    Indices,
    Ragged,
    Sentences,
    TextColumn,
    as_column,
    characters,
    is_arrow_text,
    offsets_of,
    split_marks,
)
from hyperbaton.text.tokenizers import NATIVE
from hyperbaton.values import cached_method

if TYPE_CHECKING:
    from hyperbaton.bitext import LinkText, WordAlignments
    from hyperbaton.parsing import Parser
    from hyperbaton.trees import DependencyTree, TreeBatch

WrittenLinks = str | Iterable[tuple[int, int]]  # "0-1 1-0", or pairs of positions
WrittenTrees: TypeAlias = "DependencyTree | Sequence[DependencyTree]"  # of one segment
Trees: TypeAlias = "tuple[DependencyTree, ...]"  # the sentences of one segment
STREAMS = "a list of streams, each with one entry per segment"
ENTRIES = "a list with one entry per segment"


@dataclass(eq=False, repr=False)
class Side:
    """Texts prepared in one way, and what follows from them, each thing once.

    Words of hypotheses have the numbers that their references' words have, and further ones.
    """

    written: TextColumn
    preparation: Preparation
    name: str  # what errors call them
    known: Side | None = None  # the references whose words have numbers, for hypotheses
    segments: Indices | None = None  # of each text, for errors; as they come by default
    threads: int = 1

    @cached_property
    def texts(self) -> TextColumn:
        """The texts with subwords joined and case folded."""
        return self.preparation.cleaned(self.written, self.threads)

    @cached_property
    def words(self) -> Sentences:
        """The words."""
        known = None if self.known is None else self.known.words
        if self.preparation.tokenize not in NATIVE:
            return Sentences.of(self._split_one_by_one(), known)
        lexicon = Vocabulary(None if known is None else known.lexicon)
        texts, tokenizer = self.texts, str(self.preparation.tokenize)
        found = lexicon.number_texts(texts.data, texts.offsets, tokenizer, self.threads)
        return Sentences(Ragged(*found), lexicon, known)

    def _split_one_by_one(self) -> list[list[str]]:
        """The words of every text; an error of a user's own function is told with its segment."""
        split, found = self.preparation.split, []
        for number, text in enumerate(self.written):
            try:
                found.append(split(text))
            except Exception as error:
                segment = number if self.segments is None else self.segments[number]
                place = f"{self.name}: segment {segment + 1}"
                if isinstance(error, InputError):
                    raise InputError(f"{place}: {error}") from None
                error.add_note(place)
                raise
        return found

    @cached_property
    def _plain(self) -> tuple[Sentences, NDArray[np.int64]]:
        known = None if self.known is None else self.known.plain_words
        words, lexicon = self.words, Vocabulary(None if known is None else known.lexicon)
        forms = lexicon.number_plain_forms(words.lexicon, 0)[words.values]
        kept = forms >= 0
        before = offsets_of(kept)
        return Sentences(Ragged(forms[kept], before[words.offsets]), lexicon, known), before

    @property
    def plain_words(self) -> Sentences:
        """The words in lower case, without those that have neither a letter nor a digit."""
        return self._plain[0]

    @property
    def plain_before(self) -> NDArray[np.int64]:
        """For every word, and after the last, how many plain words stand before it."""
        return self._plain[1]

    @cached_property
    def characters(self) -> Ragged[np.int32]:
        """The characters without spaces."""
        return characters(self.texts, self.threads)

    @cached_property
    def spaced_words(self) -> Sentences:
        """The words as chrF++ splits them."""
        known = None if self.known is None else self.known.spaced_words
        return Sentences.of(list(map(split_marks, self.texts)), known)

    @cached_method
    def information(self, n: int) -> NDArray[np.float64]:
        """The information of every n-gram, up to n words."""
        return _core.ngram_information(*self.words.rows, n)

    @cached_method
    def trees(self, parser: Parser) -> TreeBatch:
        """A parser's trees, with as many roots as it finds sentences in each text."""
        from hyperbaton.parsing import parse

        return parse(self.words, parser, threads=self.threads).joined


class Output:
    """The hypotheses of one system.

    Args:
        texts: one text per segment; a list, an Arrow array or a `TextColumn`.
        links: links of hypothesis and reference, instead of an aligner's: for every stream of
            references one entry per segment, such as `"0-1 1-0"` or `[(0, 1), (1, 0)]`; None where
            a segment has no reference in a stream.
        source_links: links of source and hypothesis, in the same form: one entry per segment.
        trees: dependency trees, instead of a parser's: for every segment one tree or several.

    Raises:
        InputError: something is of another shape, or there is not one entry per segment.
    """

    def __init__(
        self,
        texts: Sequence[str] | TextColumn,
        *,
        links: Sequence[Sequence[WrittenLinks | None] | LinkStream] | None = None,
        source_links: Sequence[WrittenLinks] | LinkText | None = None,
        trees: Sequence[WrittenTrees] | None = None,
    ) -> None:
        self.texts = as_column(texts, "hypotheses")
        self.links = None if links is None else tuple(self._streams(links))
        self.source_links = _source_links(source_links, "source_links", len(self))
        self.trees = None if trees is None else _trees(trees, "trees", len(self))

    def __len__(self) -> int:
        return len(self.texts)

    def __repr__(self) -> str:
        return f"<Output of {len(self)} segments>"

    def _streams(self, links: Sequence[Any]) -> Iterable[LinkStream]:
        for number, stream in enumerate(as_list(links, "links", STREAMS), start=1):
            name = f"links of stream {number}"
            if not isinstance(stream, LinkStream):
                if not is_list(stream):
                    raise InputError(
                        f"links: expected {STREAMS}, got one entry, {shown(stream)}; for one "
                        "reference per segment write [links]"
                    )
                segments = [
                    None if written is None else links_of(written, f"{name}: segment {k}")
                    for k, written in enumerate(as_list(stream, name), start=1)
                ]
                stream = LinkStream(name, segments)
            check_count(len(stream.segments), len(self), stream.name)
            yield stream

    def chosen(self, segments: Sequence[int]) -> Output:
        """Some segments, in the order given; without links with the source."""
        return Output(
            self.texts.chosen(np.array(segments, np.int64)),
            links=None
            if self.links is None
            else [
                LinkStream(links.name, [links.segments[k] for k in segments])
                for links in self.links
            ],
            trees=None if self.trees is None else [self.trees[k] for k in segments],
        )

    @cached_property
    def joined_trees(self) -> TreeBatch | None:
        """The trees given, all sentences of a segment together."""
        return None if self.trees is None else _joined(self.trees)


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

    Attributes:
        flat_texts: all references, segment by segment.
        groups: where the references of each segment begin among all references, and the end.
        stream_of: the stream of every reference.

    Raises:
        InputError: something is of another shape, or there is not one entry per segment.
    """

    __test__ = False  # not a test, whatever pytest takes its name for

    def __init__(
        self,
        references: Sequence[Sequence[str | None] | TextColumn],
        *,
        source: Sequence[str] | None = None,
        source_links: Sequence[Sequence[WrittenLinks | None] | LinkText] | None = None,
        trees: Sequence[Sequence[WrittenTrees | None]] | None = None,
        language: str | None = None,
    ) -> None:
        streams = _streams_of_text(references)
        present = np.array([present for _, present in streams]).T  # by segment
        columns = TextColumn.joined([texts for texts, _ in streams])
        in_order = np.arange(present.size).reshape(present.T.shape).T[present]
        self.language = language
        self.flat_texts = columns if len(streams) == 1 else columns.chosen(in_order)
        self.stream_of = np.nonzero(present)[1]
        self.groups = offsets_of(present.sum(axis=1))
        for segment in np.flatnonzero(np.diff(self.groups) == 0)[:1]:
            raise InputError(f"references: segment {segment + 1} has none; at least one is needed")
        self.source = None if source is None else as_column(source, "source")
        if self.source is not None:
            check_count(len(self.source), len(self), "source")
        self.source_links = self._per_stream(source_links, present, "source_links", _source_links)
        self.trees = self._per_stream(trees, present, "trees", _trees)
        self._sides: dict[Preparation, Side] = {}
        self._source_orders: dict[Preparation, tuple[Indices, PermutationBatch]] = {}

    def __len__(self) -> int:
        """The number of segments."""
        return len(self.groups) - 1

    def __repr__(self) -> str:
        return f"<TestSet of {len(self)} segments, refs:{self.reference_count}>"

    def __getstate__(self) -> dict[str, Any]:
        """Without what other processes prepare again."""
        return {**vars(self), "_sides": {}, "_source_orders": {}}

    def _per_stream(self, given: Any, present: NDArray[np.bool_], name: str, read: Any) -> Any:
        """What is given for each stream of references; nothing where there is no reference."""
        if given is None:
            return None
        listed = as_list(given, name, "a list of streams")
        if len(listed) != present.shape[1]:
            raise InputError(
                f"{name}: has {len(listed)} streams but there are {present.shape[1]} of "
                "references; every stream of references needs one"
            )
        return tuple(
            read(_without_absent(stream, present[:, k]), f"{name} of stream {k + 1}", len(self))
            for k, stream in enumerate(listed)
        )

    @cached_property
    def streams(self) -> list[list[str | None]]:
        """The texts of every stream; None where a segment has no reference."""
        count = int(self.stream_of.max(initial=-1)) + 1
        found: list[list[str | None]] = [[None] * len(self) for _ in range(count)]
        for (segment, stream), text in zip(self._places, self.flat_texts, strict=True):
            found[stream][segment] = text
        return found

    @cached_property
    def texts(self) -> tuple[tuple[str, ...], ...]:
        """The references of each segment."""
        texts, groups = list(self.flat_texts), self.groups.tolist()
        return tuple(tuple(texts[begin:end]) for begin, end in pairwise(groups))

    @property
    def reference_count(self) -> str:
        """How many references a segment has, for signatures; `var` where it varies."""
        counts = set(np.diff(self.groups).tolist()) or {0}
        return str(counts.pop()) if len(counts) == 1 else "var"

    @cached_property
    def segment_of(self) -> Indices:
        """The segment of every reference."""
        return np.repeat(np.arange(len(self)), np.diff(self.groups))

    @cached_property
    def joined_trees(self) -> TreeBatch | None:
        """The trees given for every reference, all sentences of a segment together."""
        if self.trees is None:
            return None
        return _joined(self.trees[stream][segment] for segment, stream in self._places)

    @property
    def _places(self) -> Iterable[tuple[int, int]]:
        """The segment and the stream of every reference."""
        return zip(self.segment_of.tolist(), self.stream_of.tolist(), strict=True)

    def prepared(self, preparation: Preparation, threads: int = 1) -> Side:
        """The references, prepared in one way for all systems."""
        if preparation not in self._sides:
            self._sides[preparation] = Side(
                self.flat_texts,
                preparation,
                name="references",
                segments=self.segment_of,
                threads=threads,
            )
        return self._sides[preparation]

    def mean_lengths(self, preparation: Preparation) -> NDArray[np.float64]:
        """The mean number of words of each segment's references."""
        if len(self) == 0:
            return np.zeros(0)
        lengths = self.prepared(preparation).words.lengths
        return np.add.reduceat(lengths, self.groups[:-1]) / np.diff(self.groups)

    def source_orders(self, references: Side) -> tuple[Indices, PermutationBatch]:
        """How many words each source sentence has, and their order in every reference."""
        from hyperbaton.bitext import source_orders

        if references.preparation not in self._source_orders:
            source, links = self.linked_source(references)
            of_streams = list(map(source_orders, links))
            orders = [of_streams[stream][segment] for segment, stream in self._places]
            found = np.diff(source.words.offsets), PermutationBatch.of(orders)
            self._source_orders[references.preparation] = found
        return self._source_orders[references.preparation]

    def linked_source(self, references: Side) -> tuple[Side, list[WordAlignments]]:
        """The source, prepared like the references, and its links with them by stream."""
        if self.source is None:
            raise InputError("alignments with the source are given, but not the source; give both")
        if self.source_links is None:
            raise InputError(
                "word order over the source needs links of source and reference; give them"
            )
        source = Side(self.source, references.preparation, name="source")
        source_lengths = np.diff(source.words.offsets)
        lengths = np.diff(references.words.offsets)
        found = []
        for stream, links in enumerate(self.source_links):
            in_stream = np.zeros(len(self), np.int64)  # no words where there is no reference
            chosen = self.stream_of == stream
            in_stream[self.segment_of[chosen]] = lengths[chosen]
            found.append(links.alignments(source_lengths, in_stream))
        return source, found

    def chosen(self, segments: Sequence[int]) -> TestSet:
        """Some segments, in the order given and as often as they are named."""

        def chosen(streams: Iterable[Sequence[Any]]) -> list[list[Any]]:
            return [[stream[k] for k in segments] for stream in streams]

        return TestSet(
            chosen(self.streams),
            source=None if self.source is None else [self.source[k] for k in segments],
            trees=None if self.trees is None else chosen(self.trees[: len(self.streams)]),
            language=self.language,
        )


def as_output(value: object) -> Output:
    """An output, from a list of texts or as it is."""
    return value if isinstance(value, Output) else Output(as_column(value, "hypotheses"))


def as_outputs(value: object) -> dict[str, Output]:
    """Outputs by name of system; a single one is called `system`."""
    if not isinstance(value, Mapping):
        return {"system": as_output(value)}
    if not value:
        raise InputError("hypotheses: expected at least one system")
    return {str(name): as_output(output) for name, output in value.items()}


def as_test_set(references: Any, language: str | None = None) -> TestSet:
    """A test set, from streams of references or as it is."""
    given = isinstance(references, TestSet)
    return references if given else TestSet(references, language=language)


_Stream = tuple[TextColumn, NDArray[np.bool_]]  # texts, and which of them are there


def _streams_of_text(streams: Any) -> list[_Stream]:
    """Streams of references."""
    listed = as_list(streams, "references", STREAMS)
    if not listed:
        raise InputError("references: expected at least one stream, got none")
    if isinstance(listed[0], str):
        raise InputError(
            "references: expected a list of streams, each with one text per segment, got texts; "
            "for one reference per segment write [references]"
        )
    found = [_stream(stream, f"references: stream {k}") for k, stream in enumerate(listed, 1)]
    expected = len(found[0][0])
    for number, (texts, _) in enumerate(found, start=1):
        if len(texts) != expected:
            raise InputError(
                f"references: stream {number} has {len(texts)} texts for {expected} segments; "
                "every stream needs one text per segment, None where there is no reference"
            )
    return found


def _stream(stream: Any, name: str) -> _Stream:
    if isinstance(stream, TextColumn):
        return stream, np.ones(len(stream), np.bool_)
    if is_arrow_text(stream):
        filled = stream.fill_null("") if stream.null_count else stream
        return TextColumn.from_arrow(filled, name), np.asarray(stream.is_valid(), np.bool_)
    listed = as_list(stream, name, "a list of texts")
    present = np.array([text is not None for text in listed], np.bool_)
    texts = as_texts(["" if text is None else text for text in listed], name)
    return TextColumn.of(texts), present


def _without_absent(stream: Any, present: NDArray[np.bool_]) -> Any:
    """Entries of a stream with nothing for None, where there is no reference."""
    if not isinstance(stream, list | tuple) or len(stream) != len(present):
        return stream
    pairs = zip(stream, present.tolist(), strict=True)
    return [() if entry is None and not there else entry for entry, there in pairs]


def link_with_source(
    test_set: TestSet,
    outputs: Mapping[str, Output],
    split: Callable[[str], Sequence[str]],
    *,
    threads: int | None = None,
) -> WordAlignments:
    """Learns links of the source with all references and outputs, and gives them to these.

    Returns them, doubtful ones included, which are not given.

    `split` splits texts into words, as the metrics will that read the links.
    """
    from hyperbaton.bitext.aligning import DOUBTFUL, THRESHOLD, align_sentences

    if test_set.source is None:
        raise InputError("links with the source need the source")
    sides: list[Sequence[str | None]] = [output.texts for output in outputs.values()]
    sides += test_set.streams
    source = list(map(split, test_set.source))
    words = [split(text or "") for side in sides for text in side]
    learned = align_sentences(source * len(sides), words, threshold=DOUBTFUL, threads=threads)
    give_source_links(test_set, outputs, learned.confident(THRESHOLD))
    return learned


def give_source_links(
    test_set: TestSet, outputs: Mapping[str, Output], learned: WordAlignments
) -> None:
    """Gives links to outputs and references, for which they were learned in this order."""
    from hyperbaton.bitext import LinkText

    made = [
        LinkText("learned links", "".join(f"{line}\n" for line in links.to_pharaoh()), learned=True)
        for links in map(learned.chosen, np.arange(len(learned)).reshape(-1, len(test_set)))
    ]
    for output, links in zip(outputs.values(), made, strict=False):
        output.source_links = links
    test_set.source_links = tuple(made[len(outputs) :])


def _source_links(links: Any, name: str, segments: int) -> LinkText | None:
    """Links with the source, as text."""
    if links is None:
        return None
    from hyperbaton.bitext import LinkText

    if isinstance(links, LinkText):
        return links
    listed = as_list(links, name, ENTRIES)
    check_count(len(listed), segments, name)
    one_line = [" ".join(each.split()) if isinstance(each, str) else each for each in listed]
    return LinkText.of(one_line, name)


def _trees(trees: Any, name: str, segments: int) -> tuple[Trees, ...]:
    """Trees as a tuple of sentences for every segment."""
    from hyperbaton.trees import DependencyTree

    listed = as_list(trees, name, ENTRIES)
    check_count(len(listed), segments, name)
    found = [(each,) if isinstance(each, DependencyTree) else each for each in listed]
    for k, each in enumerate(found, start=1):
        if not is_list(each) or not all(isinstance(tree, DependencyTree) for tree in each):
            raise InputError(
                f"{name}: segment {k}: expected one DependencyTree or several, got {shown(each)}"
            )
    return tuple(map(tuple, found))


def _joined(trees: Iterable[Trees]) -> TreeBatch:
    """The sentences of every segment as one tree."""
    from hyperbaton.trees import TreeBatch

    segments = list(trees)
    groups = offsets_of(np.fromiter(map(len, segments), np.int64, len(segments)))
    return TreeBatch.of(tree for sentences in segments for tree in sentences).joined(groups)
