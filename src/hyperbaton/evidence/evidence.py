"""What metrics read: two sides joined by index, and what follows from comparing them.

Several references, all pairs of two lists and one reference each are the same thing: an array says
which text of either side is meant, and groups say which references belong to one segment.

Nothing depends on the order in which properties are read, or on the number of threads. What a
metric declares in `needs` says which properties it reads, and so what its signature must name; a
test holds every registered metric to it.
"""

from __future__ import annotations

import weakref
from collections.abc import Callable, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from hyperbaton import _core
from hyperbaton.alignment import Alignments
from hyperbaton.alignment.given import given_alignments, restricted
from hyperbaton.alignment.matchers.matcher import SegmentMatches
from hyperbaton.errors import InputError, OptionError
from hyperbaton.evidence.preparation import Preparation
from hyperbaton.evidence.texts import Output, Side, TestSet
from hyperbaton.permutation import PermutationBatch, order_of
from hyperbaton.resources import resolve_threads
from hyperbaton.text.segments import (
    Indices,
    SegmentArrays,
    Segments,
    Sentences,
    TextColumn,
    Value,
    Words,
    chosen_rows,
    offsets_of,
)

if TYPE_CHECKING:
    from hyperbaton.alignment.matchers.soft import SimilarWords
    from hyperbaton.parsing import Parser
    from hyperbaton.trees import TreeBatch

Lengths = NDArray[np.float64]
Links = Sequence[tuple[int, int]]  # words of hypothesis and reference, counted from 0


class ComparedTrees(NamedTuple):
    """The trees of each reference's hypothesis, and of the references, segment after segment."""

    hypotheses: TreeBatch
    references: TreeBatch


class Join(NamedTuple):
    """Which texts are compared."""

    hypotheses: Indices | None  # one for each segment; None for all as they come
    references: Indices | None  # segment by segment; None for all as they come
    groups: Indices  # where the references of each segment begin, and the end

    @classmethod
    def of_segments(cls, groups: Indices, segments: Indices) -> Join:
        """Hypotheses that are each compared with the references of some segment."""
        counts = np.diff(groups)[segments]
        new = offsets_of(counts)
        references = np.arange(new[-1]) + np.repeat(groups[segments] - new[:-1], counts)
        return cls(None, references, new)

    @property
    def pairs(self) -> tuple[Indices, Indices]:
        """The hypothesis and the reference of every pair that is compared."""
        segments = np.repeat(np.arange(len(self.groups) - 1), np.diff(self.groups))
        return (
            segments if self.hypotheses is None else self.hypotheses[segments],
            np.arange(len(segments)) if self.references is None else self.references,
        )


class Evidence:
    """One system's outputs and the references, in one preparation; each thing is computed once.

    Attributes:
        test_set: the references.
        output: the hypotheses.
        preparation: how text becomes evidence, in the language of the test set.
        threads: how many threads to use; all cores by default.
        join: which hypotheses and references are compared.
    """

    def __init__(
        self,
        test_set: TestSet,
        output: Output,
        preparation: Preparation | None = None,
        threads: int | None = None,
        *,
        join: Join | None = None,
    ) -> None:
        """Joins outputs and references as they come unless `join` says otherwise.

        Raises:
            InputError: there is not one output for every segment.
        """
        if join is None and len(output) != len(test_set):
            raise InputError(
                f"{len(output)} hypotheses but {len(test_set)} segments with references; expected "
                "one hypothesis per segment, and streams of references with one text per segment"
            )
        self.test_set = test_set
        self.output = output
        self.preparation = (preparation or Preparation()).in_language(test_set.language)
        self.threads = resolve_threads(threads)
        self.join = join or Join(None, None, test_set.groups)
        self._hypotheses: dict[Preparation, Side] = {}
        self._others: dict[Preparation, Evidence] = {}
        self._first: Callable[[], Evidence | None] = lambda: None

    def under(self, preparation: Preparation) -> Evidence:
        """The same system in another preparation."""
        first = self._first() or self
        if preparation == first.preparation:
            return first
        if preparation not in first._others:
            other = first._changed(preparation, first.join)
            other._first = weakref.ref(first)  # a cycle would keep both until they are collected
            first._others[preparation] = other
        return first._others[preparation]

    def pairs(self, hypotheses: Indices, references: Indices) -> Evidence:
        """Pairs of one hypothesis and one reference, gathered from what is prepared once."""
        groups = np.arange(len(references) + 1, dtype=np.int64)
        return self._changed(self.preparation, Join(hypotheses, references, groups))

    def _changed(self, preparation: Preparation, join: Join) -> Evidence:
        other = Evidence(self.test_set, self.output, preparation, self.threads, join=join)
        other._hypotheses = self._hypotheses
        return other

    def __len__(self) -> int:
        """The number of segments."""
        return len(self.groups) - 1

    @property
    def groups(self) -> Indices:
        """Where the references of each segment begin among all references, and the end."""
        return self.join.groups

    @property
    def blank(self) -> NDArray[np.bool_]:
        """Segments that are blank on both sides, in hypothesis and references.

        There is nothing to score; no metric counts them.
        """
        ours, theirs = self.output.texts.blank, self.test_set.flat_texts.blank
        ours, theirs = _chosen(ours, self.join.hypotheses), _chosen(theirs, self.join.references)
        return np.asarray(ours & np.logical_and.reduceat(theirs, self.groups[:-1]))

    @cached_property
    def _sides(self) -> tuple[Side, Side]:
        """Hypotheses and references; their words are shared by all that prepare text alike."""
        text = self.preparation.text
        theirs = self.test_set.prepared(text, self.threads)
        if text not in self._hypotheses:
            texts = self.output.texts
            ours = Side(texts, text, name="hypotheses", known=theirs, threads=self.threads)
            self._hypotheses[text] = ours
        return self._hypotheses[text], theirs

    # Text

    @property
    def texts(self) -> TextColumn:
        """The hypotheses, cleaned."""
        return self._sides[0].texts.chosen(self.join.hypotheses)

    @property
    def reference_texts(self) -> TextColumn:
        """All references, cleaned."""
        return self._sides[1].texts.chosen(self.join.references)

    @cached_property
    def characters(self) -> SegmentArrays:
        """Characters of hypotheses and references, without spaces."""
        ours, theirs = (side.characters for side in self._sides)
        if self.join.hypotheses is not None:
            ours = chosen_rows(*ours, self.join.hypotheses)
        if self.join.references is not None:
            theirs = chosen_rows(*theirs, self.join.references)
        return SegmentArrays(*ours, *theirs, self.groups)

    @cached_property
    def spaced_words(self) -> SegmentArrays:
        """Words of hypotheses and references as chrF++ splits them."""
        return self._joined(*(side.spaced_words for side in self._sides)).arrays

    # Words

    @cached_property
    def _words(self) -> SegmentMatches:
        return self._matched(*(side.words for side in self._sides))

    @cached_property
    def _plain_words(self) -> SegmentMatches:
        return self._matched(*(side.plain_words for side in self._sides))

    def _matched(self, ours: Sentences, theirs: Sentences) -> SegmentMatches:
        return SegmentMatches(self._joined(ours, theirs), self.threads)

    def _joined(self, ours: Sentences, theirs: Sentences) -> Segments:
        chosen = ours.chosen(self.join.hypotheses), theirs.chosen(self.join.references)
        return Segments(*chosen, self.groups)

    @property
    def segments(self) -> Segments:
        """Words of hypotheses and references, with their numbers and lengths."""
        return self._words.segments

    @property
    def tokens(self) -> Words:
        """The words of the hypotheses."""
        return self.segments.hypotheses.tokens

    @property
    def reference_tokens(self) -> Words:
        """The words of all references."""
        return self.segments.references.tokens

    @property
    def arrays(self) -> SegmentArrays:
        """Hypotheses and references as word ids."""
        return self.segments.arrays

    @property
    def mean_lengths(self) -> Lengths:
        """The mean number of words of each segment's references."""
        return self.segments.mean_lengths

    def ngram_information(self, n: int) -> NDArray[np.float64]:
        """The information of every n-gram of the references, up to n words."""
        if self.join.references is None:
            return self._sides[1].information(n)
        return _core.ngram_information(*self.segments.references.rows, n)

    # Alignments and order

    @property
    def language(self) -> str:
        """The language of hypotheses and references."""
        return self.preparation.language_code

    @cached_property
    def alignments(self) -> Alignments:
        """The alignments of hypotheses with their references."""
        return self._aligned(self._words)

    @cached_property
    def plain_words(self) -> tuple[Segments, Alignments]:
        """Words in lower case without marks, and their alignments."""
        plain, (ours, theirs) = self._plain_words, self._sides
        if not self.preparation.given_links:
            return plain.segments, plain.alignments(self.preparation.aligner)
        hypotheses, references = self.join.pairs
        found = restricted(
            self.alignments,
            (ours.plain_before, theirs.plain_before),
            (ours.words.offsets[hypotheses], theirs.words.offsets[references]),
            plain.segments.arrays.reference_offsets,
        )
        return plain.segments, found

    def _aligned(self, words: SegmentMatches) -> Alignments:
        """Alignments by the aligner, or as they are given."""
        if not self.preparation.given_links:
            return words.alignments(self.preparation.aligner)
        if self.output.links is None:
            raise InputError("links of hypothesis and reference are needed, but none are given")
        stream_of = _chosen(self.test_set.stream_of, self.join.references)
        return given_alignments(self.output.links, words.segments, stream_of)

    @property
    def similar_words(self) -> SimilarWords:
        """Words in lower case without marks, and how similar each is to its best counterpart."""
        from hyperbaton.alignment.matchers.soft import SoftMatcher

        return self._plain_words.similar(SoftMatcher(self.preparation.vectors))

    @cached_property
    def order(self) -> PermutationBatch:
        """For every reference the permutation of the aligned words, or of all source words."""
        if not self.preparation.over_source:
            return order_of(self.alignments)
        from hyperbaton.bitext import relative

        return relative(*self.source_orders)

    @cached_property
    def source_orders(self) -> tuple[PermutationBatch, PermutationBatch]:
        """For every reference the order of the source words in it, and in the hypothesis."""
        from hyperbaton.bitext import source_orders

        links = self.output.source_links
        if links is None:
            raise InputError(
                "word order over the source needs links of source and output; give the source "
                "(--source of score), or links (--source-alignments of meta)"
            )
        source_lengths, theirs = self.test_set.source_orders(self._sides[1])
        lengths = self.segments.hypotheses.lengths.astype(np.int64)
        ours = source_orders(links.alignments(source_lengths, lengths))
        return theirs, ours.repeated(self.segments.counts)

    @property
    def order_lengths(self) -> tuple[Lengths, Lengths]:
        """What a brevity penalty of order compares, for every reference.

        The aligned words and those of the reference (Stanojević & Sima'an 2014), or over the
        source the words of hypothesis and reference (Birch & Osborne 2010).
        """
        segments = self.segments
        if self.preparation.over_source:
            return segments.lengths_by_reference, segments.references.lengths
        return self.order.lengths.astype(np.float64), segments.references.lengths

    # Trees

    @cached_property
    def trees(self) -> ComparedTrees:
        """The dependency trees of hypotheses and references."""
        if self.preparation.given_trees:
            ours, theirs = self._given_trees()
        else:
            parser = self._parser
            ours, theirs = (side.trees(parser) for side in self._sides)
        hypotheses, references = self.join.pairs
        return ComparedTrees(ours.chosen(hypotheses), theirs.chosen(references))

    def _given_trees(self) -> tuple[TreeBatch, TreeBatch]:
        ours, theirs = self.output.joined_trees, self.test_set.joined_trees
        if ours is None or theirs is None:
            alone = "hypotheses" if theirs is None else "references"
            none = ours is None and theirs is None
            given = "none are given" if none else f"trees are given for {alone} alone"
            raise InputError(f"{given}; give trees of references and hypotheses")
        return ours, theirs

    @property
    def tree_links(self) -> list[Links]:
        """The links between the words of the trees, for every reference."""
        given = self.preparation.given_trees
        found = self._aligned(self._tree_words) if given else self.alignments
        return [
            [(link.hypothesis, link.reference) for link in alignment.links] for alignment in found
        ]

    @cached_property
    def _tree_words(self) -> SegmentMatches:
        """The words of given trees, in the case of the text."""
        theirs = Sentences.of(self._cased(self.trees.references))
        ours = Sentences.of(self._cased(self.trees.hypotheses.chosen(self.groups[:-1])), theirs)
        return SegmentMatches(Segments(ours, theirs, self.groups), self.threads)

    def _cased(self, trees: TreeBatch) -> list[list[str]]:
        lowercase, sentences = self.preparation.text.lowercase, trees.words.tokens
        return [[word.lower() for word in words] for words in sentences] if lowercase else sentences

    @property
    def _parser(self) -> Parser:
        parser, language = self.preparation.used_parser, self.preparation.language_code
        if parser.for_language not in (None, language):
            raise OptionError(
                f"the parser {parser} is for language {parser.for_language!r}, but the text is in "
                f"{language!r}; choose another parser, such as stanza(language={language})"
            )
        return parser


def _chosen(rows: NDArray[Value], index: Indices | None) -> NDArray[Value]:
    """Some rows; None leaves them as they are."""
    return rows if index is None else rows[index]
