"""Scores of pairs, in blocks of bounded memory."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np

from hyperbaton.errors import InputError, ResourceError
from hyperbaton.metrics import TextMetric
from hyperbaton.metrics.base import Scores
from hyperbaton.metrics.bounds import ScoreBounds
from hyperbaton.pairing.paired_evidence import Indices, PairedEvidence, Pairs

BLOCK_PAIRS = 1 << 14
BLOCK_CHARACTERS = 1 << 22  # of both sides, unless a single pair has more
ONE_SEGMENT = "segment 1: "  # what errors call the only pair there is


class PairScorer:
    """Scores pairs of hypotheses and references with one metric.

    The score of a pair is that of `metric.sentence_score`, whatever other pairs there are, however
    they are divided into blocks and with however many threads.

    Attributes:
        metric: the metric.
        evidence: the texts.
        place: what errors call a pair, by the places of hypothesis and reference.
    """

    def __init__(
        self, metric: TextMetric, evidence: PairedEvidence, place: Callable[[int, int], str]
    ) -> None:
        self.metric = metric
        self.evidence = evidence
        self.place = place
        self._sizes = tuple(
            np.fromiter(map(len, texts), np.int64, len(texts))
            for texts in (evidence.hypotheses, evidence.references)
        )

    def scores(self, pairs: Pairs) -> Scores:
        """One score per pair; NaN where it is not defined.

        Raises:
            InputError: a pair cannot be scored; names it.
        """
        scores = np.empty(len(pairs.hypotheses))
        for block in self._blocks(pairs):
            scores[block] = self._block_scores(pairs.part(block))
        return scores

    def bounds(self, pairs: Pairs) -> ScoreBounds | None:
        """Bounds of the scores, if the metric has cheap ones."""
        lower, upper = np.empty(len(pairs.hypotheses)), np.empty(len(pairs.hypotheses))
        for block in self._blocks(pairs):
            found = self.metric.bounds(self.evidence.of(pairs.part(block)))
            if found is None:
                return None
            lower[block], upper[block] = found
        return ScoreBounds(lower, upper)

    def _block_scores(self, pairs: Pairs) -> Scores:
        try:
            return self.metric.segment_scores(self.metric.statistics(self.evidence.of(pairs)))
        except ResourceError:
            raise
        except InputError as error:
            if len(pairs.hypotheses) == 1:
                place = self.place(int(pairs.hypotheses[0]), int(pairs.references[0]))
                raise InputError(f"{place}: {str(error).removeprefix(ONE_SEGMENT)}") from None
            # The pair at fault, by halving; one of the halves raises its error.
            middle = len(pairs.hypotheses) // 2
            halves = (slice(None, middle), slice(middle, None))
            return np.concatenate([self._block_scores(pairs.part(half)) for half in halves])

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
    within = int(np.searchsorted(np.cumsum(sizes), BLOCK_CHARACTERS, side="right"))
    others = np.flatnonzero(new[1 : len(sizes)])
    same = int(others[0]) + 1 if len(others) else len(sizes)
    return max(1, min(within, same))
