"""What metrics read: two sides joined by index, and what follows from comparing them.

Several references, all pairs of two lists and one reference each are the same thing: an array says
which text of either side is meant, and groups say which references belong to one segment.

Nothing depends on the order in which properties are read, or on the number of threads. What a
metric declares in `needs` says which properties it reads, and so what its signature must name; a
test holds every registered metric to it.
"""

from __future__ import annotations

import copy
from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from hyperbaton import _core
from hyperbaton.alignment import Alignments, WordAligner
from hyperbaton.alignment.given import given_alignments, restricted
from hyperbaton.alignment.matchers.matcher import SegmentMatches
from hyperbaton.errors import InputError, OptionError
from hyperbaton.evidence.preparation import Preparation
from hyperbaton.evidence.texts import Output, Side, TestSet
from hyperbaton.permutation import PermutationBatch, order_of
from hyperbaton.resources import resolve_threads
from hyperbaton.text.segments import (
    Indices,
    Ragged,
    SegmentArrays,
    Segments,
    Sentences,
    TextColumn,
    Words,
    chosen_rows,
    offsets_of,
)
from hyperbaton.values import cached_method

if TYPE_CHECKING:
    from hyperbaton.alignment.matchers.soft import SimilarWords
    from hyperbaton.parsing import Parser
    from hyperbaton.trees import DependencyTree

Lengths = NDArray[np.float64]
Links = Sequence[tuple[int, int]]  # words of hypothesis and reference, counted from 0


class AlignedWords(NamedTuple):
    """Words with their alignments."""

    segments: Segments
    alignments: Alignments


class ComparedTrees(NamedTuple):
    """What is compared: one entry per reference, segment after segment.

    Attributes:
        hypotheses: the trees of each reference's hypothesis, all sentences of it together.
        references: the trees of the references.
    """

    hypotheses: Sequence[DependencyTree]
    references: Sequence[DependencyTree]


class Join(NamedTuple):
    """Which texts stand against each other.

    Attributes:
        hypotheses: the hypothesis of each segment; None for all as they come.
        references: the references, segment by segment; None for all as they come.
        groups: where the references of each segment begin, and the end.
    """

    hypotheses: Indices | None
    references: Indices | None
    groups: Indices

    @classmethod
    def of_segments(cls, groups: Indices, segments: Indices) -> Join:
        """Hypotheses that each stand against the references of some segment."""
        counts = np.diff(groups)[segments]
        new = offsets_of(counts)
        references = np.arange(new[-1]) + np.repeat(groups[segments] - new[:-1], counts)
        return cls(None, references, new)


class Evidence:
    """One system's outputs beside the references, in one preparation.

    Attributes:
        test_set: the references.
        output: the hypotheses.
        preparation: how text becomes evidence.
        threads: how many threads to use; all cores by default.
        join: which hypotheses and references stand against each other.
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
        """Puts outputs beside references, joined as they come unless `join` says otherwise.

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
        self.preparation = preparation or Preparation()
        self.threads = resolve_threads(threads)
        self.join = join or Join(None, None, test_set.groups)
        self._hypotheses: dict[Preparation, Side] = {}
        self._compared: dict[Preparation, _Compared] = {}

    def under(self, preparation: Preparation) -> Evidence:
        """The same system in another preparation."""
        other = copy.copy(self)
        other.preparation = preparation
        return other

    def pairs(self, hypotheses: Indices, references: Indices) -> Evidence:
        """Pairs of one hypothesis and one reference, gathered from what is prepared once."""
        other = copy.copy(self)
        groups = np.arange(len(references) + 1, dtype=np.int64)
        other.join, other._compared = Join(hypotheses, references, groups), {}
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
        if self.join.hypotheses is not None:
            ours = ours[self.join.hypotheses]
        if self.join.references is not None:
            theirs = theirs[self.join.references]
        return np.asarray(ours & np.logical_and.reduceat(theirs, self.groups[:-1]))

    @property
    def _here(self) -> _Compared:
        """What is shared by all contexts that prepare text alike."""
        text = self.preparation.text
        if text not in self._compared:
            theirs = self.test_set.prepared(text, self.threads)
            if text not in self._hypotheses:
                texts = self.output.texts
                ours = Side(texts, text, name="hypotheses", known=theirs, threads=self.threads)
                self._hypotheses[text] = ours
            self._compared[text] = _Compared(self, self._hypotheses[text], theirs)
        return self._compared[text]

    @property
    def _aligner(self) -> WordAligner | None:
        return None if self.preparation.given_links else self.preparation.aligner

    # Text

    @property
    def texts(self) -> TextColumn:
        """The hypotheses, cleaned."""
        return self._here.texts

    @property
    def reference_texts(self) -> TextColumn:
        """All references, cleaned."""
        return self._here.reference_texts

    @property
    def characters(self) -> SegmentArrays:
        """Characters of hypotheses and references, without spaces."""
        return self._here.characters

    @property
    def spaced_words(self) -> SegmentArrays:
        """Words of hypotheses and references as chrF++ splits them."""
        return self._here.spaced_words

    # Words

    @property
    def segments(self) -> Segments:
        """Words of hypotheses and references, with their numbers and lengths."""
        return self._here.words.segments

    @property
    def tokens(self) -> Words:
        """The words of the hypotheses."""
        return self.segments.tokens

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
        return self._here.information(n)

    # Alignments and order

    @property
    def language(self) -> str:
        """The language of hypotheses and references."""
        return self.preparation.language_code

    @property
    def alignments(self) -> Alignments:
        """The alignments of hypotheses with their references."""
        return self._here.alignments(self._aligner)

    @property
    def plain_words(self) -> AlignedWords:
        """Words in lower case without marks, and their alignments."""
        segments = self._here.plain_words.segments
        return AlignedWords(segments, self._here.plain_alignments(self._aligner))

    @property
    def similar_words(self) -> SimilarWords:
        """Words in lower case without marks, and how similar each is to its best counterpart."""
        from hyperbaton.alignment.matchers.soft import SoftMatcher

        return self._here.plain_words.similar(SoftMatcher(self.preparation.vectors))

    @property
    def order(self) -> PermutationBatch:
        """For every reference the permutation of the aligned words, or of all source words."""
        if self.preparation.over_source:
            return self._here.order_over_source
        return self._here.order(self._aligner)

    @property
    def source_orders(self) -> tuple[PermutationBatch, PermutationBatch]:
        """For every reference the order of the source words in it, and in the hypothesis."""
        return self._here.source_orders

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

    @property
    def trees(self) -> ComparedTrees:
        """The dependency trees of hypotheses and references."""
        return self._here.trees(self._parser)

    @property
    def tree_links(self) -> list[Links]:
        """The links between the words of the trees, for every reference."""
        parsed = self._parser is not None
        found = self._here.alignments if parsed else self._here.tree_alignments
        return [
            [(link.hypothesis, link.reference) for link in alignment.links]
            for alignment in found(self._aligner)
        ]

    @property
    def _parser(self) -> Parser | None:
        if self.preparation.given_trees:
            return None
        parser, language = self.preparation.used_parser, self.preparation.language_code
        if parser.for_language not in (None, language):
            raise OptionError(
                f"the parser {parser} is for language {parser.for_language!r}, but the text is in "
                f"{language!r}; choose another parser, such as stanza(language={language})"
            )
        return parser


class _Compared:
    """What follows from comparing two sides that are prepared in the same way, each thing once.

    Where an aligner or a parser is None, its links or trees are given.
    """

    def __init__(self, evidence: Evidence, ours: Side, theirs: Side) -> None:
        self.ours, self.theirs = ours, theirs
        self.output, self.test_set = evidence.output, evidence.test_set
        self.join, self.threads = evidence.join, evidence.threads

    @cached_property
    def texts(self) -> TextColumn:
        return self.ours.texts.chosen(self.join.hypotheses)

    @cached_property
    def reference_texts(self) -> TextColumn:
        return self.theirs.texts.chosen(self.join.references)

    @cached_property
    def characters(self) -> SegmentArrays:
        return self._arrays(self.ours.characters, self.theirs.characters)

    @cached_property
    def spaced_words(self) -> SegmentArrays:
        return self._arrays(self.ours.spaced_words.rows, self.theirs.spaced_words.rows)

    def _arrays(self, ours: Ragged[np.int32], theirs: Ragged[np.int32]) -> SegmentArrays:
        if self.join.hypotheses is not None:
            ours = chosen_rows(*ours, self.join.hypotheses)
        if self.join.references is not None:
            theirs = chosen_rows(*theirs, self.join.references)
        return SegmentArrays(*ours, *theirs, self.join.groups)

    @cached_property
    def words(self) -> SegmentMatches:
        return self._matches(self.ours.words, self.theirs.words)

    @cached_property
    def plain_words(self) -> SegmentMatches:
        return self._matches(self.ours.plain_words, self.theirs.plain_words)

    def _matches(self, ours: Sentences, theirs: Sentences) -> SegmentMatches:
        chosen = ours.chosen(self.join.hypotheses), theirs.chosen(self.join.references)
        return SegmentMatches(Segments(*chosen, self.join.groups), self.threads)

    @cached_property
    def tree_words(self) -> SegmentMatches:
        """The words of given trees, in the case of the text."""
        hypotheses, references = self.trees(None)
        theirs = Sentences.of(self._cased(references))
        first = self.join.groups[:-1].tolist()
        ours = Sentences.of(self._cased([hypotheses[k] for k in first]), theirs)
        return SegmentMatches(Segments(ours, theirs, self.join.groups), self.threads)

    def _cased(self, trees: Sequence[DependencyTree]) -> list[list[str]]:
        lowercase = self.ours.preparation.lowercase
        return [[w.lower() for w in tree.words] if lowercase else [*tree.words] for tree in trees]

    def information(self, n: int) -> NDArray[np.float64]:
        if self.join.references is None:
            return self.theirs.information(n)
        return _core.ngram_information(*self.words.segments.references.rows, n)

    @cached_method
    def alignments(self, aligner: WordAligner | None) -> Alignments:
        if aligner is not None:
            return self.words.alignments(aligner)
        return self._given_alignments(self.words.segments)

    @cached_method
    def tree_alignments(self, aligner: WordAligner | None) -> Alignments:
        if aligner is not None:
            return self.tree_words.alignments(aligner)
        return self._given_alignments(self.tree_words.segments)

    @cached_method
    def plain_alignments(self, aligner: WordAligner | None) -> Alignments:
        if aligner is not None:
            return self.plain_words.alignments(aligner)
        hypotheses = _of(self.join.hypotheses, self.words.segments.hypothesis_of)
        references = _of(self.join.references, np.arange(self.join.groups[-1]))
        return restricted(
            self.alignments(None),
            (self.ours.plain_before, self.theirs.plain_before),
            (self.ours.words.offsets[hypotheses], self.theirs.words.offsets[references]),
            self.plain_words.segments.arrays.reference_offsets,
        )

    def _given_alignments(self, segments: Segments) -> Alignments:
        links = self.output.links
        if links is None:
            raise InputError("links of hypothesis and reference are needed, but none are given")
        stream_of = self.test_set.stream_of
        if self.join.references is not None:
            stream_of = stream_of[self.join.references]
        return given_alignments(links, segments, stream_of)

    @cached_method
    def order(self, aligner: WordAligner | None) -> PermutationBatch:
        return order_of(self.alignments(aligner))

    @cached_property
    def order_over_source(self) -> PermutationBatch:
        from hyperbaton.bitext import relative

        return relative(*self.source_orders)

    @cached_property
    def source_orders(self) -> tuple[PermutationBatch, PermutationBatch]:
        from hyperbaton.bitext import source_orders

        links = self.output.source_links
        if links is None:
            raise InputError(
                "word order over the source needs links of source and output; give the source "
                "(--source of score), or links (--source-alignments of meta)"
            )
        theirs = self.test_set.source_orders(self.theirs)
        lengths = self.words.segments.lengths.astype(np.int64)
        ours = source_orders(links.alignments(theirs.source_lengths, lengths))
        return theirs.orders, ours.repeated(self.words.segments.counts)

    @cached_method
    def trees(self, parser: Parser | None) -> ComparedTrees:
        if parser is not None:
            ours, theirs = (side.trees(parser, self.threads) for side in (self.ours, self.theirs))
        else:
            ours, theirs = self._given_trees()
        segments = np.repeat(np.arange(len(self.join.groups) - 1), np.diff(self.join.groups))
        hypotheses = _of(self.join.hypotheses, segments)
        references = _of(self.join.references, np.arange(len(segments)))
        return ComparedTrees([ours[k] for k in hypotheses], [theirs[k] for k in references])

    def _given_trees(self) -> tuple[list[DependencyTree], list[DependencyTree]]:
        ours, theirs = self.output.joined_trees, self.test_set.joined_trees
        if ours is None or theirs is None:
            alone = "hypotheses" if theirs is None else "references"
            none = ours is None and theirs is None
            given = "none are given" if none else f"trees are given for {alone} alone"
            raise InputError(f"{given}; give trees of references and hypotheses")
        return ours, theirs


def _of(index: Indices | None, rows: Indices) -> Indices:
    """What an index says of some rows; None leaves them as they are."""
    return rows if index is None else index[rows]
