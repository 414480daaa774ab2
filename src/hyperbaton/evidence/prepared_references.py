"""References after preprocessing, and what is known about them, each thing computed once."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from hyperbaton import _core
from hyperbaton._core import Vocabulary
from hyperbaton.alignment.matches import ReferenceMatches
from hyperbaton.bitext import source_orders
from hyperbaton.errors import InputError
from hyperbaton.evidence.words import PlainWords
from hyperbaton.once import OncePer
from hyperbaton.parsing import ParseCache, Parser, parse_segments
from hyperbaton.permutation import PermutationBatch
from hyperbaton.resources import Resources
from hyperbaton.text.characters import characters, split_marks
from hyperbaton.text.numbering import number_texts
from hyperbaton.text.preprocessing import Preprocessing
from hyperbaton.text.ragged import Ragged
from hyperbaton.text.segments import References, Words
from hyperbaton.text.text_column import TextColumn
from hyperbaton.trees import DependencyTree
from hyperbaton.trees.dependency import joined

if TYPE_CHECKING:
    from hyperbaton.evidence.test_set import TestSet


class PreparedReferences:
    """The references of a test set, prepared in one way.

    Attributes:
        test_set: where they come from.
        preprocessing: how they were prepared.
        information: by n, the information of their n-grams of up to n words.
        trees: by parser, their dependency trees.
    """

    def __init__(self, test_set: TestSet, preprocessing: Preprocessing) -> None:
        self.test_set = test_set
        self.preprocessing = preprocessing
        self.information: OncePer[int, NDArray[np.float64]] = OncePer(
            lambda n: _core.ngram_information(self.words.values, self.words.offsets, n)
        )
        self.trees: OncePer[tuple[Parser, Resources], list[DependencyTree]] = OncePer(
            lambda key: parsed_trees(self.tokens, *key)
        )

    @cached_property
    def texts(self) -> TextColumn:
        """All references, cleaned."""
        return self.preprocessing.cleaned(self.test_set.flat_texts)

    @property
    def tokens(self) -> Words:
        """Their words."""
        return self.words.tokens

    @cached_property
    def words(self) -> References:
        """Their words as numbers."""
        lexicon = Vocabulary()
        words = number_texts(
            self.test_set.flat_texts,
            self.preprocessing,
            lexicon,
            name="references",
            split=self.test_set.split[self.preprocessing],
            segments=self._segment_of,
        )
        return References(words, lexicon, self.groups)

    @cached_property
    def matches(self) -> ReferenceMatches:
        """What matchers know about their words."""
        return ReferenceMatches(self.words)

    @cached_property
    def plain(self) -> PlainWords:
        """Their words in lower case, without marks."""
        words = Ragged(self.words.values, self.words.offsets)
        return PlainWords.of(words, self.words.lexicon, Vocabulary())

    @cached_property
    def plain_words(self) -> References:
        """The same, beside the groups they belong to."""
        return References(self.plain.words, self.plain.lexicon, self.groups)

    @cached_property
    def plain_matches(self) -> ReferenceMatches:
        """What matchers know about those."""
        return ReferenceMatches(self.plain_words)

    @cached_property
    def characters(self) -> Ragged[np.int32]:
        """Their characters without spaces."""
        return characters(self.texts)

    @cached_property
    def spaced_words(self) -> References:
        """Their words as chrF++ splits them."""
        return References.of(list(map(split_marks, self.texts)), self.groups)

    @property
    def groups(self) -> NDArray[np.int64]:
        """Where the references of each segment begin, and the end."""
        return self.test_set.groups

    @cached_property
    def source_lengths(self) -> NDArray[np.int64]:
        """How many words each source sentence has."""
        source = self.test_set.source
        if source is None:
            raise InputError("alignments with the source are given, but not the source; give both")
        words = number_texts(source, self.preprocessing, Vocabulary(), name="source")
        return np.diff(words.offsets)

    @cached_property
    def source_orders(self) -> PermutationBatch:
        """The order of the source words in every reference."""
        streams = self.test_set.source_links
        if streams is None:
            raise InputError(
                "word order over the source needs links of source and reference; give them"
            )
        of_streams = [
            source_orders(links.alignments(self.source_lengths, self._lengths_in(k)))
            for k, links in enumerate(streams)
        ]
        chosen = zip(self._segment_of.tolist(), self.test_set.stream_of.tolist(), strict=True)
        return PermutationBatch.of([of_streams[stream][segment] for segment, stream in chosen])

    @property
    def _segment_of(self) -> NDArray[np.int64]:
        return np.repeat(np.arange(len(self.test_set)), np.diff(self.groups))

    def _lengths_in(self, stream: int) -> NDArray[np.int64]:
        """How many words the references of a stream have; none where it has no reference."""
        lengths = np.zeros(len(self.test_set), np.int64)
        of_stream = self.test_set.stream_of == stream
        lengths[self._segment_of[of_stream]] = np.diff(self.words.offsets)[of_stream]
        return lengths

    @cached_property
    def given_trees(self) -> list[DependencyTree]:
        """The trees given for the references, all sentences of a segment together."""
        streams = self.test_set.trees
        if streams is None:
            raise InputError("trees are given for hypotheses alone; give both")
        chosen = zip(self._segment_of.tolist(), self.test_set.stream_of.tolist(), strict=True)
        return [joined(streams[stream][segment]) for segment, stream in chosen]


def parsed_trees(sentences: Words, parser: Parser, resources: Resources) -> list[DependencyTree]:
    """A parser's trees of sentences, with as many roots as it finds sentences in each."""
    processes = resources.processes
    if resources.parse_cache is None:
        return list(map(joined, parse_segments(sentences, parser, processes=processes)))
    with ParseCache(resources.parse_cache) as cache:
        found = parse_segments(sentences, parser, cache=cache, processes=processes)
    return list(map(joined, found))
