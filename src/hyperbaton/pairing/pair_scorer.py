"""Scores of pairs, in blocks of bounded memory."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

import numpy as np

from hyperbaton.errors import InputError, ResourceError
from hyperbaton.evidence import Evidence, Output, Preparation, TestSet
from hyperbaton.evidence.joined import Sides
from hyperbaton.metrics import TextMetric
from hyperbaton.metrics.base import ScoreBounds, Scores
from hyperbaton.pairing.pairs import Indices, Pairs

BLOCK_PAIRS = 1 << 14
BLOCK_BYTES = 1 << 22  # of the texts of both sides, unless a single pair has more
ONE_SEGMENT = "segment 1: "  # what errors call the only pair there is


class ScoredPairs(NamedTuple):
    """The scores of pairs; NaN where a score is not defined.

    Attributes:
        scores: one score per pair.
        exchanged: what they are with hypothesis and reference exchanged; None where that would
            have to be computed.
    """

    scores: Scores
    exchanged: Scores | None


class PairScorer:
    """Scores pairs of hypotheses and references with one metric.

    The score of a pair is that of `metric.sentence_score`, whatever other pairs there are, however
    they are divided into blocks and with however many threads.

    Attributes:
        metric: the metric.
        texts: the texts.
        context: how text becomes evidence.
        place: what errors call a pair, by the places of hypothesis and reference.
    """

    def __init__(
        self,
        metric: TextMetric,
        texts: Sides,
        context: Preparation,
        place: Callable[[int, int], str],
    ) -> None:
        self.metric = metric
        self.texts = texts
        self.context = context
        self.place = place
        self._sizes = tuple(
            np.diff(column.offsets) for column in (texts.output.texts, texts.test_set.flat_texts)
        )

    def scores(self, pairs: Pairs) -> ScoredPairs:
        """The scores of pairs.

        Raises:
            InputError: a pair cannot be scored; names it.
        """
        number = len(pairs.hypotheses)
        found = ScoredPairs(
            np.empty(number), np.empty(number) if self.metric.exchangeable else None
        )
        for block in self._blocks(pairs):
            of_block = self._block_scores(pairs.part(block))
            for whole, part in zip(found, of_block, strict=True):
                if whole is not None and part is not None:
                    whole[block] = part
        return found

    def bounds(self, pairs: Pairs) -> ScoreBounds | None:
        """Bounds of the scores, if the metric has cheap ones."""
        lower, upper = np.empty(len(pairs.hypotheses)), np.empty(len(pairs.hypotheses))
        for block in self._blocks(pairs):
            found = self.metric.bounds(self._evidence(pairs.part(block)))
            if found is None:
                return None
            lower[block], upper[block] = found
        return ScoreBounds(lower, upper)

    def _block_scores(self, pairs: Pairs) -> ScoredPairs:
        try:
            return self._scored(self._evidence(pairs))
        except ResourceError:
            raise
        except InputError:
            self._blame_a_pair(pairs)
            raise

    def _evidence(self, pairs: Pairs) -> Evidence:
        """Evidence with a segment for every pair, gathered from texts that are prepared."""
        return Evidence.of(self.texts.pairs(*pairs), self.context)

    def _evidence_alone(self, pairs: Pairs) -> Evidence:
        """The same of texts that are prepared again, so that no other text can be at fault."""
        test_set = TestSet([self.texts.test_set.flat_texts.chosen(pairs.references)])
        output = Output(self.texts.output.texts.chosen(pairs.hypotheses))
        return Evidence(test_set, output, self.context, self.texts.resources)

    def _scored(self, evidence: Evidence) -> ScoredPairs:
        if self.metric.exchangeable:
            return ScoredPairs(*self.metric.scores_both_ways(evidence))
        return ScoredPairs(self.metric.segment_scores(self.metric.statistics(evidence)), None)

    def _blame_a_pair(self, pairs: Pairs) -> None:
        """Raises the error of the first pair that is at fault by itself, found by halving."""
        try:
            self._scored(self._evidence_alone(pairs))
        except InputError as error:
            if len(pairs.hypotheses) == 1:
                place = self.place(int(pairs.hypotheses[0]), int(pairs.references[0]))
                raise InputError(f"{place}: {str(error).removeprefix(ONE_SEGMENT)}") from None
            middle = len(pairs.hypotheses) // 2
            self._blame_a_pair(pairs.part(slice(None, middle)))
            self._blame_a_pair(pairs.part(slice(middle, None)))

    def _blocks(self, pairs: Pairs) -> Iterator[Indices]:
        """The places of pairs that are scored together."""
        of_hypothesis, of_reference = self._sizes
        order = np.arange(len(pairs.hypotheses))
        new = np.zeros(len(order), np.bool_)
        if self.metric.reads_other_segments:  # then others must have the same reference
            order = np.argsort(pairs.references, kind="stable")
            new[1:] = np.diff(pairs.references[order]) != 0
        sizes = of_hypothesis[pairs.hypotheses[order]] + of_reference[pairs.references[order]]
        begin = 0
        while begin < len(order):
            end = begin + _fitting(sizes[begin : begin + BLOCK_PAIRS], new[begin:])
            yield order[begin:end]
            begin = end


def _fitting(sizes: Indices, new: np.ndarray) -> int:
    """How many pairs go into a block: as many as fit, at least one, none of another kind."""
    within = int(np.searchsorted(np.cumsum(sizes), BLOCK_BYTES, side="right"))
    others = np.flatnonzero(new[1 : len(sizes)])
    same = int(others[0]) + 1 if len(others) else len(sizes)
    return max(1, min(within, same))
