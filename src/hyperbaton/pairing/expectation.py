"""Expected scores: weighted means over what stands for references, rounded once."""

from __future__ import annotations

import math
from collections.abc import Iterable
from functools import cached_property

import numpy as np

from hyperbaton.metrics.base import Scores
from hyperbaton.pairing.candidate_list import CandidateList
from hyperbaton.pairing.distinct_texts import DistinctTexts
from hyperbaton.pairing.pairs import Indices, Pairs


class Expectation:
    """What the scores of pairs mean for the candidates of a segment.

    The expected score of candidate i is Σ w_j s_ij / Σ w_j over all references j that have a
    weight above 0, but for reference i with `exclude_self`. Sums are those of `math.fsum`, rounded
    once from their exact value, so that they do not depend on the order of references, and so that
    larger scores never have a smaller mean. It is NaN where one of its scores is, or where there
    is nothing to compare with.

    Attributes:
        rows: the different candidates.
        columns: the different references that have a weight.
        column_weights: the weight of each of these.
    """

    def __init__(self, segment: CandidateList, exclude_self: bool) -> None:
        self._counted = np.flatnonzero(segment.weights > 0)
        self._weights = segment.weights[self._counted]
        self.exclude_self = exclude_self
        self.rows = DistinctTexts.of(segment.candidates)
        self.columns = DistinctTexts.of([segment.references[k] for k in self._counted.tolist()])
        self.column_weights: Scores = np.bincount(
            self.columns.place_of, self._weights, len(self.columns.texts)
        ).astype(np.float64)

    @property
    def shape(self) -> tuple[int, int]:
        """The numbers of different candidates and references."""
        return len(self.rows.texts), len(self.columns.texts)

    @property
    def pairs(self) -> Pairs:
        """All pairs of different texts on which an expected score depends."""
        return Pairs(*np.nonzero(self.needed))

    @property
    def needed(self) -> np.ndarray:
        """On which pairs of different texts an expected score depends."""
        if not self.exclude_self:
            return np.ones(self.shape, np.bool_)
        of_rows = np.bincount(self.rows.place_of, minlength=self.shape[0])
        of_columns = np.bincount(self.columns.place_of, minlength=self.shape[1])
        comparisons = np.outer(of_rows, of_columns)
        own_rows = self.rows.place_of[self._counted]
        np.subtract.at(comparisons, (own_rows, self.columns.place_of), 1)
        return comparisons > 0

    def mirrored(self, pairs: Pairs) -> Pairs:
        """The pairs of the same texts, exchanged; -1 stands for texts of one side only."""
        rows, columns = self._same_text
        return Pairs(rows[pairs.references], columns[pairs.hypotheses])

    @cached_property
    def _same_text(self) -> tuple[Indices, Indices]:
        """For every column the row of the same text, and for every row the column; or -1."""
        sides = self.columns.texts, self.rows.texts
        places = [{text: k for k, text in enumerate(texts)} for texts in reversed(sides)]
        found = (
            np.array([known.get(text, -1) for text in texts], np.int64)
            for texts, known in zip(sides, places, strict=True)
        )
        of_columns, of_rows = found
        return of_columns, of_rows

    def expected(self, scores: Scores, candidates: Iterable[int]) -> list[float]:
        """The expected scores of some candidates, from the scores of different texts."""
        return [self._expected_of(k, scores[self.rows.place_of[k]]) for k in candidates]

    def _expected_of(self, candidate: int, row: Scores) -> float:
        terms = self._weights * row[self.columns.place_of]
        weights = self._weights
        if self.exclude_self:
            others: Indices = np.flatnonzero(self._counted != candidate)
            terms, weights = terms[others], weights[others]
        total = math.fsum(weights.tolist())
        return math.fsum(terms.tolist()) / total if total > 0 else math.nan
