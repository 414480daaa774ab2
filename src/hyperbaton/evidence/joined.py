"""Two sides joined by index: which hypothesis stands against which references.

Several references, all pairs of two lists and one reference each are the same thing: an array says
which text of either side is meant, and groups say which references belong to one segment.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from hyperbaton import _core
from hyperbaton.alignment import Alignments, WordAligner
from hyperbaton.alignment.given import Remaining, given_alignments, restricted
from hyperbaton.alignment.matches import ReferenceMatches, SegmentMatches
from hyperbaton.bitext import relative, source_orders
from hyperbaton.errors import InputError
from hyperbaton.evidence.output import Output
from hyperbaton.evidence.preparation import Preparation
from hyperbaton.evidence.side import Side
from hyperbaton.evidence.test_set import TestSet
from hyperbaton.once import cached_method
from hyperbaton.parsing import Parser
from hyperbaton.permutation import PermutationBatch, order_of
from hyperbaton.resources import Resources
from hyperbaton.text.ragged import Ragged, chosen_rows, offsets_of
from hyperbaton.text.segments import Indices, SegmentArrays, Segments, Sentences
from hyperbaton.text.text_column import TextColumn
from hyperbaton.trees import DependencyTree


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


Links = Sequence[tuple[int, int]]  # words of hypothesis and reference, counted from 0


class ComparedTrees(NamedTuple):
    """What is compared: one entry per reference, segment after segment.

    Attributes:
        hypotheses: the trees of each reference's hypothesis, all sentences of it together.
        references: the trees of the references.
    """

    hypotheses: Sequence[DependencyTree]
    references: Sequence[DependencyTree]


class Sides:
    """Hypotheses and references, joined in one way.

    Attributes:
        output: the hypotheses.
        test_set: the references.
        resources: what may be used of the machine.
        join: which of them stand against each other.
    """

    def __init__(
        self,
        output: Output,
        test_set: TestSet,
        resources: Resources | None = None,
        join: Join | None = None,
        hypotheses: dict[Preparation, Side] | None = None,
    ) -> None:
        self.output = output
        self.test_set = test_set
        self.resources = resources or Resources()
        self.join = join or Join(None, None, test_set.groups)
        self._hypotheses = {} if hypotheses is None else hypotheses

    def pairs(self, hypotheses: Indices, references: Indices) -> Sides:
        """Pairs of one hypothesis and one reference, gathered from what is prepared once."""
        join = Join(hypotheses, references, np.arange(len(references) + 1, dtype=np.int64))
        return Sides(self.output, self.test_set, self.resources, join, self._hypotheses)

    @cached_method
    def prepared(self, preparation: Preparation) -> Joined:
        """Both sides, prepared in one way."""
        threads = self.resources.thread_count
        theirs = self.test_set.prepared(preparation, threads)
        ours = self._hypotheses.get(preparation)
        if ours is None:
            texts = self.output.texts
            ours = Side(texts, preparation, name="hypotheses", known=theirs, threads=threads)
            self._hypotheses[preparation] = ours
        return Joined(ours, theirs, self.join, self.output, self.test_set, self.resources)


class Joined:
    """Two sides that are prepared in the same way, and what follows from comparing them."""

    def __init__(
        self,
        ours: Side,
        theirs: Side,
        join: Join,
        output: Output,
        test_set: TestSet,
        resources: Resources,
    ) -> None:
        self.ours = ours
        self.theirs = theirs
        self._join = join
        self._output = output
        self._test_set = test_set
        self._resources = resources

    @cached_property
    def texts(self) -> TextColumn:
        """The hypotheses, cleaned."""
        return self.ours.texts.chosen(self._join.hypotheses)

    @cached_property
    def reference_texts(self) -> TextColumn:
        """All references, cleaned."""
        return self.theirs.texts.chosen(self._join.references)

    @cached_property
    def characters(self) -> SegmentArrays:
        """Characters without spaces."""
        return self._arrays(self.ours.characters, self.theirs.characters)

    @cached_property
    def spaced_words(self) -> SegmentArrays:
        """Words as chrF++ splits them."""
        return self._arrays(self.ours.spaced_words.rows, self.theirs.spaced_words.rows)

    @cached_property
    def words(self) -> SegmentMatches:
        """Words, and what is found among them."""
        return self._matches(self.ours.words, self.theirs.words, self.theirs.matches)

    @cached_property
    def plain_words(self) -> SegmentMatches:
        """The same in lower case, without marks."""
        return self._matches(
            self.ours.plain_words, self.theirs.plain_words, self.theirs.plain_matches
        )

    @cached_property
    def tree_words(self) -> SegmentMatches:
        """The words of given trees, in the case of the text."""
        hypotheses, references = self.given_trees
        theirs = Sentences.of(self._cased(references))
        first = self._join.groups[:-1].tolist()
        ours = Sentences.of(self._cased([hypotheses[k] for k in first]), theirs)
        return SegmentMatches(
            Segments(ours, theirs, self._join.groups), self._resources.thread_count
        )

    def information(self, n: int) -> NDArray[np.float64]:
        """The information of every n-gram of the references, up to n words."""
        if self._join.references is None:
            return self.theirs.information(n)
        return _core.ngram_information(*self.words.segments.references.rows, n)

    @cached_method
    def order(self, aligner: WordAligner) -> PermutationBatch:
        """For every reference the permutation of the aligned words."""
        return order_of(self.words.alignments(aligner))

    @cached_method
    def trees(self, parser: Parser) -> ComparedTrees:
        """A parser's trees."""
        ours, theirs = (side.trees(parser, self._resources) for side in (self.ours, self.theirs))
        return self._by_reference(ours, theirs)

    # What is given

    @cached_property
    def given_alignments(self) -> Alignments:
        """The links given, as alignments."""
        return self._given(self.words.segments)

    @cached_property
    def given_tree_alignments(self) -> Alignments:
        """The links given, between the words of the trees given."""
        return self._given(self.tree_words.segments)

    @cached_property
    def given_plain_alignments(self) -> Alignments:
        """The links given between plain words."""
        hypotheses = _places(self._join.hypotheses, self.words.segments.hypothesis_of)
        references = _places(self._join.references, np.arange(len(self.given_alignments)))
        return restricted(
            self.given_alignments,
            Remaining(self.ours.plain_before, self.ours.words.offsets, hypotheses),
            Remaining(self.theirs.plain_before, self.theirs.words.offsets, references),
            self.plain_words.segments.arrays.reference_offsets,
        )

    @cached_property
    def given_order(self) -> PermutationBatch:
        """The permutations of the words linked."""
        return order_of(self.given_alignments)

    @cached_property
    def order_over_source(self) -> PermutationBatch:
        """For every reference the order of the source words against that in the hypothesis."""
        links = self._output.source_links
        if links is None:
            raise InputError("word order over the source needs links of source and output")
        theirs = self._test_set.source_orders(self.theirs)
        lengths = self.words.segments.lengths.astype(np.int64)
        ours = source_orders(links.alignments(theirs.source_lengths, lengths))
        return relative(theirs.orders, ours.repeated(self.words.segments.counts))

    @cached_property
    def given_trees(self) -> ComparedTrees:
        """The trees given."""
        ours, theirs = self._output.joined_trees, self._test_set.joined_trees
        if ours is None and theirs is None:
            raise InputError("trees of references and outputs are needed, but none are given")
        if ours is None:
            raise InputError("trees are given for references alone; give both")
        if theirs is None:
            raise InputError("trees are given for hypotheses alone; give both")
        return self._by_reference(ours, theirs)

    def _given(self, segments: Segments) -> Alignments:
        links = self._output.links
        if links is None:
            raise InputError("links of hypothesis and reference are needed, but none are given")
        stream_of = self._test_set.stream_of
        if self._join.references is not None:
            stream_of = stream_of[self._join.references]
        return given_alignments(links, segments, stream_of)

    # How it is done

    def _matches(
        self, ours: Sentences, theirs: Sentences, known: ReferenceMatches
    ) -> SegmentMatches:
        chosen = ours.chosen(self._join.hypotheses), theirs.chosen(self._join.references)
        return SegmentMatches(
            Segments(*chosen, self._join.groups), self._resources.thread_count, known
        )

    def _arrays(self, ours: Ragged[np.int32], theirs: Ragged[np.int32]) -> SegmentArrays:
        if self._join.hypotheses is not None:
            ours = chosen_rows(*ours, self._join.hypotheses)
        if self._join.references is not None:
            theirs = chosen_rows(*theirs, self._join.references)
        return SegmentArrays(*ours, *theirs, self._join.groups)

    def _by_reference(
        self, ours: Sequence[DependencyTree], theirs: Sequence[DependencyTree]
    ) -> ComparedTrees:
        groups = self._join.groups
        own = np.repeat(np.arange(len(groups) - 1), np.diff(groups))
        hypotheses = _places(self._join.hypotheses, own)
        references = _places(self._join.references, np.arange(groups[-1]))
        return ComparedTrees([ours[k] for k in hypotheses], [theirs[k] for k in references])

    def _cased(self, trees: Sequence[DependencyTree]) -> list[list[str]]:
        if self.ours.preparation.lowercase:
            return [[word.lower() for word in tree.words] for tree in trees]
        return [list(tree.words) for tree in trees]


def _places(index: Indices | None, rows: Indices) -> Indices:
    """What an index says of some rows; None leaves them as they are."""
    return rows if index is None else index[rows]
