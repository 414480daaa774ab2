"""What metrics read of one system: documented properties, each computed once.

Nothing depends on the order in which properties are read, or on the number of threads. What a
metric declares in `needs` says which properties it reads, and so what its signature must name; a
test holds every registered metric to it.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from hyperbaton.alignment import Alignments
from hyperbaton.alignment.matchers.soft import SimilarWords, SoftSearch
from hyperbaton.errors import InputError, OptionError
from hyperbaton.evidence.joined import ComparedTrees, Join, Joined, Links, Sides
from hyperbaton.evidence.output import Output
from hyperbaton.evidence.preparation import Preparation
from hyperbaton.evidence.test_set import TestSet
from hyperbaton.permutation import PermutationBatch
from hyperbaton.resources import Resources
from hyperbaton.text.segments import Indices, SegmentArrays, Segments, Words
from hyperbaton.text.text_column import TextColumn

Lengths = NDArray[np.float64]


class AlignedWords(NamedTuple):
    """Words with their alignments."""

    segments: Segments
    alignments: Alignments


class Evidence:
    """One system's outputs beside the references, in one context.

    Attributes:
        sides: the texts.
        context: how text becomes evidence.
        threads: how many threads to compute with; results do not depend on it.
    """

    def __init__(
        self,
        test_set: TestSet,
        output: Output,
        context: Preparation | None = None,
        resources: Resources | None = None,
        *,
        segments: Indices | None = None,
    ) -> None:
        """Puts outputs beside references.

        Args:
            test_set: the references.
            output: the outputs.
            context: how text becomes evidence.
            resources: what may be used of the machine.
            segments: the segment of the test set that each output is compared with; as they come
                by default.

        Raises:
            InputError: there is not one output for every segment.
        """
        expected = len(test_set) if segments is None else len(segments)
        if len(output) != expected:
            raise InputError(
                f"{len(output)} hypotheses but {expected} segments with references; "
                "the numbers must be equal"
            )
        join = None if segments is None else Join.of_segments(test_set.groups, segments)
        self._set(Sides(output, test_set, resources, join), context or Preparation())

    @classmethod
    def of(cls, sides: Sides, context: Preparation) -> Evidence:
        """Evidence of texts that may have been prepared before."""
        evidence = cls.__new__(cls)
        evidence._set(sides, context)
        return evidence

    def _set(self, sides: Sides, context: Preparation) -> None:
        self.sides = sides
        self.context = context

    def under(self, context: Preparation) -> Evidence:
        """The same system in another context."""
        return Evidence.of(self.sides, context)

    def __len__(self) -> int:
        """The number of segments."""
        return len(self.groups) - 1

    @property
    def threads(self) -> int:
        """How many threads to compute with; results do not depend on it."""
        return self.sides.resources.thread_count

    @property
    def test_set(self) -> TestSet:
        """The references."""
        return self.sides.test_set

    @property
    def groups(self) -> Indices:
        """Where the references of each segment begin among all references, and the end."""
        return self.sides.join.groups

    @property
    def _joined(self) -> Joined:
        return self.sides.prepared(self.context.text)

    # Text

    @property
    def texts(self) -> TextColumn:
        """The hypotheses, cleaned."""
        return self._joined.texts

    @property
    def reference_texts(self) -> TextColumn:
        """All references, cleaned."""
        return self._joined.reference_texts

    @property
    def characters(self) -> SegmentArrays:
        """Characters of hypotheses and references, without spaces."""
        return self._joined.characters

    @property
    def spaced_words(self) -> SegmentArrays:
        """Words of hypotheses and references as chrF++ splits them."""
        return self._joined.spaced_words

    # Words

    @property
    def segments(self) -> Segments:
        """Words of hypotheses and references, with their numbers and lengths."""
        return self._joined.words.segments

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
        return self._joined.information(n)

    # Alignments and order

    @property
    def language(self) -> str:
        """The language of hypotheses and references."""
        return self.context.language_code

    @property
    def alignments(self) -> Alignments:
        """The alignments of hypotheses with their references."""
        if self.context.given_links:
            return self._joined.given_alignments
        return self._joined.words.alignments(self.context.aligner)

    @property
    def plain_words(self) -> AlignedWords:
        """Words in lower case without marks, and their alignments."""
        words = self._joined.plain_words
        if self.context.given_links:
            return AlignedWords(words.segments, self._joined.given_plain_alignments)
        return AlignedWords(words.segments, words.alignments(self.context.aligner))

    @property
    def similar_words(self) -> SimilarWords:
        """Words in lower case without marks, and how similar each is to its best counterpart."""
        return self._joined.plain_words.similar(SoftSearch(self.context.vectors))

    @property
    def order(self) -> PermutationBatch:
        """For every reference the permutation of the aligned words, or of all source words."""
        if self.context.over_source:
            return self._joined.order_over_source
        if self.context.given_links:
            return self._joined.given_order
        return self._joined.order(self.context.aligner)

    @property
    def order_lengths(self) -> tuple[Lengths, Lengths]:
        """What a brevity penalty of order compares, for every reference.

        The aligned words and those of the reference (Stanojević & Sima'an 2014), or over the
        source the words of hypothesis and reference (Birch & Osborne 2010).
        """
        segments = self.segments
        if self.context.over_source:
            return segments.lengths_by_reference, segments.references.lengths
        return self.order.lengths.astype(np.float64), segments.references.lengths

    # Trees

    @property
    def trees(self) -> ComparedTrees:
        """The dependency trees of hypotheses and references."""
        if self.context.given_trees:
            return self._joined.given_trees
        self._check_parser()
        return self._joined.trees(self.context.used_parser)

    @property
    def tree_links(self) -> list[Links]:
        """The links between the words of the trees, for every reference."""
        if not self.context.given_trees:
            self._check_parser()
            alignments = self.alignments
        elif self.context.given_links:
            alignments = self._joined.given_tree_alignments
        else:
            alignments = self._joined.tree_words.alignments(self.context.aligner)
        return [
            [(link.hypothesis, link.reference) for link in alignment.links]
            for alignment in alignments
        ]

    def _check_parser(self) -> None:
        parser, language = self.context.used_parser, self.context.language_code
        if parser.for_language not in (None, language):
            raise OptionError(
                f"the parser {parser} is for language {parser.for_language!r}, but the text is in "
                f"{language!r}; choose another parser, such as stanza(language={language})"
            )
