"""Any pairs of hypotheses and references as evidence, each text prepared once.

Where every hypothesis stands against many references, preparing the texts of every pair would take
far longer than to compare them. So all texts are split, numbered and looked up once, and the words
of pairs are gathered by their places.
"""

from __future__ import annotations

from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from hyperbaton.alignment.matches import ReferenceMatches
from hyperbaton.evidence.context import Context
from hyperbaton.evidence.evidence import Evidence
from hyperbaton.evidence.output import Output
from hyperbaton.evidence.prepared_output import PreparedOutput
from hyperbaton.evidence.prepared_references import PreparedReferences
from hyperbaton.evidence.test_set import TestSet
from hyperbaton.evidence.words import AlignableWords
from hyperbaton.once import OncePer
from hyperbaton.parsing import Parser
from hyperbaton.resources import Resources
from hyperbaton.text.preprocessing import Preprocessing
from hyperbaton.text.ragged import Ragged, chosen_rows
from hyperbaton.text.segments import References, SegmentArrays
from hyperbaton.text.text_column import TextColumn
from hyperbaton.trees import DependencyTree

Indices = NDArray[np.int64]


class PairedTexts:
    """Hypotheses and references, any number of each, of which pairs can be chosen.

    Attributes:
        hypotheses: the hypotheses.
        references: the references, one per segment.
        context: how text becomes evidence.
        resources: what may be used of the machine.
    """

    def __init__(
        self, hypotheses: Output, references: TestSet, context: Context, resources: Resources
    ) -> None:
        self.hypotheses = hypotheses
        self.references = references
        self.context = context
        self.resources = resources
        self._prepared: OncePer[Preprocessing, PreparedOutput] = OncePer(
            lambda preprocessing: PreparedOutput(
                hypotheses, references.prepared[preprocessing], resources
            )
        )

    def evidence(self, hypotheses: Indices, references: Indices) -> Evidence:
        """Evidence with a segment for every pair, gathered from texts that are prepared."""
        output, test_set = self._texts(hypotheses, references)
        evidence = Evidence(test_set, output, self.context, self.resources)
        evidence._prepared = OncePer(
            lambda preprocessing: _PreparedPairs(
                self._prepared[preprocessing], output, test_set, hypotheses, references
            )
        )
        return evidence

    def evidence_alone(self, hypotheses: Indices, references: Indices) -> Evidence:
        """The same of texts that are prepared anew, so that no other text can be at fault."""
        output, test_set = self._texts(hypotheses, references)
        return Evidence(test_set, output, self.context, self.resources)

    def _texts(self, hypotheses: Indices, references: Indices) -> tuple[Output, TestSet]:
        return (
            Output(self.hypotheses.texts.chosen(hypotheses)),
            TestSet([self.references.flat_texts.chosen(references)]),
        )


class _ChosenReferences(PreparedReferences):
    """References that were chosen from prepared ones, one per segment."""

    def __init__(self, test_set: TestSet, pool: PreparedReferences, chosen: Indices) -> None:
        super().__init__(test_set, pool.preprocessing)
        self._pool = pool
        self._chosen = chosen

    @cached_property
    def texts(self) -> TextColumn:
        """All references, cleaned."""
        return self._pool.texts.chosen(self._chosen)

    @cached_property
    def words(self) -> References:
        """Their words as numbers."""
        return self._pool.words.chosen(self._chosen, self.groups)

    @property
    def matches(self) -> ReferenceMatches:
        """What matchers know about the words of all that could be chosen."""
        return self._pool.matches

    @cached_property
    def plain_words(self) -> References:
        """Their words in lower case, without marks."""
        return self._pool.plain_words.chosen(self._chosen, self.groups)

    @property
    def plain_matches(self) -> ReferenceMatches:
        """What matchers know about the plain words of all that could be chosen."""
        return self._pool.plain_matches

    @cached_property
    def characters(self) -> Ragged[np.int32]:
        """Their characters without spaces."""
        return chosen_rows(*self._pool.characters, self._chosen)

    @cached_property
    def spaced_words(self) -> References:
        """Their words as chrF++ splits them."""
        return self._pool.spaced_words.chosen(self._chosen, self.groups)


class _PreparedPairs(PreparedOutput):
    """Hypotheses that were chosen from prepared ones, each beside one reference."""

    def __init__(
        self,
        pool: PreparedOutput,
        output: Output,
        test_set: TestSet,
        hypotheses: Indices,
        references: Indices,
    ) -> None:
        chosen = _ChosenReferences(test_set, pool.references, references)
        super().__init__(output, chosen, pool.resources)
        self._pool = pool
        self._chosen = hypotheses
        self._chosen_references = references

    @cached_property
    def texts(self) -> TextColumn:
        """The hypotheses, cleaned."""
        return self._pool.texts.chosen(self._chosen)

    @cached_property
    def words(self) -> AlignableWords:
        """Words of hypotheses and references, and their alignments."""
        segments = self._pool.words.segments.chosen(self._chosen, self.references.words)
        return AlignableWords(segments, self.references.matches, self.threads)

    @cached_property
    def plain_words(self) -> AlignableWords:
        """The same in lower case, without marks."""
        segments = self._pool.plain_words.segments.chosen(self._chosen, self.references.plain_words)
        return AlignableWords(segments, self.references.plain_matches, self.threads)

    @cached_property
    def characters(self) -> SegmentArrays:
        """Characters without spaces."""
        return self._beside(self._pool.characters, self.references.characters)

    @cached_property
    def spaced_words(self) -> SegmentArrays:
        """Words as chrF++ splits them."""
        theirs = self.references.spaced_words
        return self._beside(self._pool.spaced_words, Ragged(theirs.values, theirs.offsets))

    def _beside(self, ours: SegmentArrays, theirs: Ragged[np.int32]) -> SegmentArrays:
        chosen = chosen_rows(ours.hypothesis_values, ours.hypothesis_offsets, self._chosen)
        return SegmentArrays(*chosen, *theirs, self.references.groups)

    def _parsed(self, parser: Parser) -> tuple[list[DependencyTree], list[DependencyTree]]:
        ours = self._pool.own_trees[parser]
        theirs = self._pool.references.trees[parser, self.resources]
        return (
            [ours[k] for k in self._chosen.tolist()],
            [theirs[k] for k in self._chosen_references.tolist()],
        )
