"""What metrics read of one system: documented properties, each computed once.

Nothing depends on the order in which properties are read, or on the number of threads.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import Any, Generic, NamedTuple, TypeVar, overload

import numpy as np
from numpy.typing import NDArray

from hyperbaton.alignment import Alignments, GivenLinks
from hyperbaton.alignment.similar_words import SimilarWords, SoftSearch
from hyperbaton.errors import InputError, OptionError
from hyperbaton.evidence.context import Context
from hyperbaton.evidence.needs import Need
from hyperbaton.evidence.output import Output
from hyperbaton.evidence.prepared_output import PreparedOutput
from hyperbaton.evidence.test_set import TestSet
from hyperbaton.once import OncePer
from hyperbaton.parsing import GivenTrees, Parser
from hyperbaton.permutation import PermutationBatch
from hyperbaton.resources import Resources
from hyperbaton.text.preprocessing import Preprocessing
from hyperbaton.text.segments import SegmentArrays, Segments, Words
from hyperbaton.text.text_column import TextColumn
from hyperbaton.trees import DependencyTree

Lengths = NDArray[np.float64]
Links = Sequence[tuple[int, int]]  # words of hypothesis and reference, counted from 0
MOST_WORDS_OF_AN_NGRAM = 1 << 16
Read = TypeVar("Read")


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


class _Provided(Generic[Read]):
    """A property that only those may read who have declared a need."""

    def __init__(self, need: Need, read: Callable[[Evidence], Read]) -> None:
        self.need = need
        self._read = read
        self.__doc__ = read.__doc__

    @overload
    def __get__(self, evidence: None, owner: type) -> _Provided[Read]: ...
    @overload
    def __get__(self, evidence: Evidence, owner: type) -> Read: ...

    def __get__(self, evidence: Evidence | None, owner: type) -> Any:
        if evidence is None:
            return self
        evidence._require(self.need)
        return self._read(evidence)


def _provides(need: Need) -> Callable[[Callable[[Evidence], Read]], _Provided[Read]]:
    return lambda read: _Provided(need, read)


class Evidence:
    """One system's outputs beside the references, in one context.

    Attributes:
        context: how text becomes evidence.
        threads: how many threads to compute with; results do not depend on it.
    """

    def __init__(
        self,
        test_set: TestSet,
        output: Output,
        context: Context | None = None,
        resources: Resources | None = None,
    ) -> None:
        if len(output) != len(test_set):
            raise InputError(
                f"{len(output)} hypotheses but {len(test_set)} segments with references; "
                "the numbers must be equal"
            )
        used = resources or Resources()
        self.context = context or Context()
        self.threads = used.thread_count
        self._allowed = frozenset(Need)
        self._prepared: OncePer[Preprocessing, PreparedOutput] = OncePer(
            lambda preprocessing: PreparedOutput(output, test_set.prepared[preprocessing], used)
        )
        self.test_set = test_set

    def under(self, context: Context, needs: Collection[Need]) -> Evidence:
        """The same system in another context, for one who has declared what to read."""
        for need in needs:
            self._require(need)
        view = object.__new__(Evidence)
        view.__dict__.update(self.__dict__)
        view.context = context
        view._allowed = frozenset(needs)
        return view

    def __len__(self) -> int:
        """The number of segments."""
        return len(self.test_set)

    @property
    def groups(self) -> NDArray[np.int64]:
        """Where the references of each segment begin among all references, and the end."""
        return self.test_set.groups

    @property
    def _ready(self) -> PreparedOutput:
        return self._prepared[self.context.preprocessing]

    def _require(self, need: Need) -> None:
        if need not in self._allowed:
            raise RuntimeError(f"a metric reads {need.value}, which it has not declared to need")

    # Text

    @_provides(Need.TEXT)
    def texts(self) -> TextColumn:
        """The hypotheses, cleaned."""
        return self._ready.texts

    @_provides(Need.TEXT)
    def reference_texts(self) -> TextColumn:
        """All references, cleaned."""
        return self._ready.references.texts

    @_provides(Need.TEXT)
    def characters(self) -> SegmentArrays:
        """Characters of hypotheses and references, without spaces."""
        return self._ready.characters

    @_provides(Need.TEXT)
    def spaced_words(self) -> SegmentArrays:
        """Words of hypotheses and references as chrF++ splits them."""
        return self._ready.spaced_words

    # Words

    @_provides(Need.TOKENS)
    def tokens(self) -> Words:
        """The words of the hypotheses."""
        return self._ready.tokens

    @_provides(Need.TOKENS)
    def reference_tokens(self) -> Words:
        """The words of all references."""
        return self._ready.references.tokens

    @_provides(Need.TOKENS)
    def segments(self) -> Segments:
        """Words of hypotheses and references, with their numbers and lengths."""
        return self._ready.words.segments

    @_provides(Need.TOKENS)
    def arrays(self) -> SegmentArrays:
        """Hypotheses and references as word ids."""
        return self._ready.words.segments.arrays

    @_provides(Need.TOKENS)
    def mean_lengths(self) -> Lengths:
        """The mean number of words of each segment's references."""
        return self._ready.references.words.mean_lengths

    def ngram_information(self, n: int) -> NDArray[np.float64]:
        """The information of every n-gram of the references, up to n words."""
        self._require(Need.TOKENS)
        if not 1 <= n <= MOST_WORDS_OF_AN_NGRAM:
            raise OptionError(
                f"n: expected a whole number from 1 to {MOST_WORDS_OF_AN_NGRAM}, got {n}"
            )
        return self._ready.references.information[n]

    # Alignments and order

    @_provides(Need.LANGUAGE)
    def language(self) -> str:
        """The language of hypotheses and references."""
        return self.context.language

    @_provides(Need.ALIGNMENT)
    def alignments(self) -> Alignments:
        """The alignments of hypotheses with their references."""
        return self._alignments()

    def _alignments(self) -> Alignments:
        if isinstance(self.context.aligner, GivenLinks):
            return self._ready.given_alignments
        return self._ready.words.alignments[self.context.aligner]

    @_provides(Need.ALIGNMENT)
    def plain_words(self) -> AlignedWords:
        """Words in lower case without marks, and their alignments."""
        self._require(Need.TOKENS)  # given links do not depend on words, but these do
        ready = self._ready
        if isinstance(self.context.aligner, GivenLinks):
            return AlignedWords(ready.plain_words.segments, ready.given_plain_alignments)
        alignments = ready.plain_words.alignments[self.context.aligner]
        return AlignedWords(ready.plain_words.segments, alignments)

    @_provides(Need.SIMILARITY)
    def similar_words(self) -> SimilarWords:
        """Words in lower case without marks, and how similar each is to its best counterpart."""
        return self._ready.plain_words.similar[SoftSearch(self.context.vectors)]

    @_provides(Need.ORDER)
    def order(self) -> PermutationBatch:
        """For every reference the permutation of the aligned words, or of all source words."""
        if self.context.over_source:
            return self._ready.order_over_source
        if isinstance(self.context.aligner, GivenLinks):
            return self._ready.given_order
        return self._ready.words.orders[self.context.aligner]

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

    @_provides(Need.TREES)
    def trees(self) -> ComparedTrees:
        """The dependency trees of hypotheses and references."""
        ready, parser = self._ready, self._parser
        if isinstance(parser, GivenTrees):
            return ComparedTrees(ready.given_trees, ready.references.given_trees)
        return ComparedTrees(*ready.trees[parser])

    @_provides(Need.TREE_ALIGNMENT)
    def tree_links(self) -> list[Links]:
        """The links between the words of the trees, for every reference."""
        given_links = isinstance(self.context.aligner, GivenLinks)
        if not isinstance(self._parser, GivenTrees):
            alignments = self._alignments()
        elif given_links:
            alignments = self._ready.given_tree_alignments
        else:
            alignments = self._ready.tree_words.alignments[self.context.aligner]
        return [
            [(link.hypothesis, link.reference) for link in alignment.links]
            for alignment in alignments
        ]

    @property
    def _parser(self) -> Parser:
        parser = self.context.parser
        if parser.for_language not in (None, self.context.language):
            raise OptionError(
                f"the parser {parser} is for language {parser.for_language!r}, but the text is in "
                f"{self.context.language!r}; choose another parser, such as "
                f"stanza(language={self.context.language})"
            )
        return parser
