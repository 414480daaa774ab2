"""Pairs of hypotheses and references, scored in blocks of bounded memory."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from hyperbaton.errors import InputError, OptionError
from hyperbaton.evidence import Evidence, Output, Preparation, TestSet
from hyperbaton.evidence.evidence import Join
from hyperbaton.metrics import Metric
from hyperbaton.metrics.base import Scores, ScoreTable
from hyperbaton.resources import Resources

Indices = NDArray[np.int64]

BLOCK_PAIRS = 1 << 14
BLOCK_BYTES = 1 << 22  # of the texts of both sides, unless a single pair has more
MOST_PAIRS = 1 << 27  # of hypotheses and references at once: 1 GB of scores


class Pairs(NamedTuple):
    """Which hypothesis is compared with which reference, by their places in two lists."""

    hypotheses: Indices
    references: Indices

    @classmethod
    def all(cls, hypotheses: int, references: int) -> Pairs:
        """Every hypothesis with every reference, one hypothesis after the other."""
        return cls(
            np.repeat(np.arange(hypotheses), references), np.tile(np.arange(references), hypotheses)
        )

    def part(self, chosen: slice | Indices) -> Pairs:
        """Some of the pairs."""
        return Pairs(self.hypotheses[chosen], self.references[chosen])

    def shifted(self, hypotheses: int, references: int) -> Pairs:
        """The pairs in longer lists, which have so many texts before these."""
        return Pairs(self.hypotheses + hypotheses, self.references + references)


@dataclass(frozen=True)
class DistinctTexts:
    """The different texts of a list: what was said twice is scored once.

    Attributes:
        texts: each once, in the order in which they first occur.
        first: where each occurs first.
        place_of: for every text of the list its place among the different ones.
    """

    texts: list[str]
    first: Indices
    place_of: Indices

    @classmethod
    def of(cls, texts: Sequence[str]) -> DistinctTexts:
        """The different ones among texts."""
        places: dict[str, int] = {}
        place_of = np.array([places.setdefault(text, len(places)) for text in texts], np.int64)
        first = np.unique(place_of, return_index=True)[1]
        return cls(list(places), first.astype(np.int64), place_of)


class PairScorer:
    """Scores pairs of hypotheses and references with one metric.

    The score of a pair is that of `metric.sentence_score`, with any other pairs, in any
    blocks and with any number of threads. Each text is prepared once.
    """

    def __init__(
        self,
        metric: Metric,
        hypotheses: Sequence[str],
        references: Sequence[str],
        preparation: Preparation,
        resources: Resources,
        place: Callable[[int, int], str],
    ) -> None:
        """Prepares nothing before it is asked for.

        Args:
            metric: the metric.
            hypotheses: the texts of one side.
            references: the texts of the other.
            preparation: how text becomes evidence.
            resources: what may be used of the machine.
            place: what errors call a pair, by the places of hypothesis and reference.
        """
        self._metric = metric
        unpaired = Join(None, None, np.zeros(1, np.int64))
        output, test_set = Output(hypotheses), TestSet([references])
        self._texts = Evidence(test_set, output, preparation, resources, join=unpaired)
        self._place = place
        self._sizes = Pairs(
            np.diff(self._texts.output.texts.offsets),
            np.diff(self._texts.test_set.flat_texts.offsets),
        )

    def scores(self, pairs: Pairs) -> Scores:
        """Returns the scores of pairs.

        Raises:
            InputError: a pair cannot be scored; names it.
        """
        found = np.empty(len(pairs.hypotheses))
        for block in self._blocks(pairs):
            part = pairs.part(block)
            try:
                scored = self._scored(self._texts.pairs(*part))
            except InputError:
                self._blame_a_pair(part)
                raise
            found[block] = scored
        return found

    def bounds(self, pairs: Pairs) -> ScoreTable | None:
        """A row of lower and a row of upper bounds of the scores, if the metric has cheap ones."""
        found = np.empty((2, len(pairs.hypotheses)))
        for block in self._blocks(pairs):
            evidence = self._texts.pairs(*pairs.part(block))
            bounds = self._metric.bounds(evidence)
            if bounds is None:
                return None
            for row, values in zip(found, bounds, strict=True):
                row[block] = np.where(evidence.blank, np.nan, values)
        return found

    def _scored(self, evidence: Evidence) -> Scores:
        return self._metric.segment_scores(self._metric.statistics(evidence))

    def _blame_a_pair(self, pairs: Pairs) -> None:
        """Raises the error of the pair that is at fault among texts of these pairs alone."""
        output = Output(self._texts.output.texts.chosen(pairs.hypotheses))
        test_set = TestSet([self._texts.test_set.flat_texts.chosen(pairs.references)])
        try:
            self._scored(Evidence(test_set, output, self._texts.preparation, self._texts.resources))
        except InputError as error:
            if error.index is None:
                raise
            place = self._place(*(int(side[error.index]) for side in pairs))
            raise InputError(f"{place}: {error.reason}") from None

    def _blocks(self, pairs: Pairs) -> Iterator[Indices]:
        """The places of pairs that are scored together."""
        order = np.arange(len(pairs.hypotheses))
        new = np.zeros(len(order), np.bool_)
        if self._metric.reads_other_segments:  # then others must have the same reference
            order = np.argsort(pairs.references, kind="stable")
            new[1:] = np.diff(pairs.references[order]) != 0
        sizes = self._sizes.hypotheses[pairs.hypotheses] + self._sizes.references[pairs.references]
        sizes = sizes[order]
        begin = 0
        while begin < len(order):
            end = begin + _fitting(sizes[begin : begin + BLOCK_PAIRS], new[begin:])
            yield order[begin:end]
            begin = end


def _fitting(sizes: Indices, new: NDArray[np.bool_]) -> int:
    """How many pairs go into a block: as many as fit, at least one, none of another kind."""
    within = int(np.searchsorted(np.cumsum(sizes), BLOCK_BYTES, side="right"))
    others = np.flatnonzero(new[1 : len(sizes)])
    same = int(others[0]) + 1 if len(others) else len(sizes)
    return max(1, min(within, same))


def pair_signature(metric: Metric, preparation: Preparation) -> str:
    """Everything that determines the scores of pairs, but for the texts."""
    return metric.text_signature(TestSet([[""]]), preparation)


def check_pair_count(hypotheses: int, references: int, place: str = "") -> None:
    """Refuses pairs whose scores would not fit into memory.

    Raises:
        OptionError: there are too many.
    """
    if hypotheses * references > MOST_PAIRS:
        raise OptionError(
            f"{place}{hypotheses:,} hypotheses against {references:,} references are "
            f"{hypotheses * references:,} pairs; up to {MOST_PAIRS:,} are accepted at once: give "
            "some of the hypotheses at a time"
        )
