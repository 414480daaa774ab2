"""Pairs of hypotheses and references, scored in blocks of bounded memory."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple, Unpack

import numpy as np
from numpy.typing import NDArray

from hyperbaton.checks import as_texts, shown
from hyperbaton.errors import InputError, OptionError
from hyperbaton.evidence import Choices, Evidence, Output, Preparation, TestSet
from hyperbaton.evidence.evidence import Join
from hyperbaton.metrics import Metric, as_metric
from hyperbaton.metrics.base import Scores, ScoreTable
from hyperbaton.resources import progress

Indices = NDArray[np.int64]

BLOCK_PAIRS = 1 << 14
BLOCK_BYTES = 1 << 22  # of the texts of both sides
PAIRS_AT_ONCE = 1 << 20
MOST_PAIRS = 1 << 27  # 1 GB of scores


class Pairs(NamedTuple):
    """Which hypothesis is compared with which reference, by their places in two lists."""

    hypotheses: Indices
    references: Indices

    def part(self, chosen: Indices) -> Pairs:
        """Some of the pairs."""
        return Pairs(self.hypotheses[chosen], self.references[chosen])


def distinct(texts: Sequence[str]) -> tuple[list[str], Indices]:
    """The different texts, and for every text its place among them: each is scored once."""
    places: dict[str, int] = {}
    place_of = np.array([places.setdefault(text, len(places)) for text in texts], np.int64)
    return list(places), place_of


class PairScorer:
    """Scores pairs of hypotheses and references with one metric; prepares each text once.

    The score of a pair is that of `metric.sentence_score`, with any other pairs, in any
    blocks and with any number of threads.
    """

    def __init__(
        self,
        metric: Metric,
        hypotheses: Sequence[str],
        references: Sequence[str],
        preparation: Preparation,
        threads: int | None,
    ) -> None:
        self._metric = metric
        self._texts = hypotheses, references
        unpaired = Join(None, None, np.zeros(1, np.int64))
        output, test_set = Output(hypotheses), TestSet([references])
        self._evidence = Evidence(test_set, output, preparation, threads, join=unpaired)
        self._sizes = np.diff(output.texts.offsets), np.diff(test_set.flat_texts.offsets)

    def scores(self, pairs: Pairs) -> Scores:
        """Returns the scores of pairs.

        Raises:
            InputError: a pair cannot be scored; quotes it.
        """
        found = np.empty(len(pairs.hypotheses))
        for block in self._blocks(pairs):
            part = pairs.part(block)
            try:
                statistics = self._metric.statistics(self._evidence.pairs(*part))
            except InputError as error:
                if error.index is None:
                    raise
                hypothesis = shown(self._texts[0][part.hypotheses[error.index]])
                reference = shown(self._texts[1][part.references[error.index]])
                raise InputError(f"{hypothesis} against {reference}: {error.reason}") from None
            found[block] = self._metric.segment_scores(statistics)
        return found

    def bounds(self, pairs: Pairs) -> ScoreTable | None:
        """A row of lower and a row of upper bounds of the scores, if the metric has cheap ones."""
        found = np.empty((2, len(pairs.hypotheses)))
        for block in self._blocks(pairs):
            evidence = self._evidence.pairs(*pairs.part(block))
            bounds = self._metric.bounds(evidence)
            if bounds is None:
                return None
            found[:, block] = np.where(evidence.blank, np.nan, bounds)
        return found

    def _blocks(self, pairs: Pairs) -> Iterator[Indices]:
        """The places of pairs that are scored together."""
        order = np.arange(len(pairs.hypotheses))
        sizes = self._sizes[0][pairs.hypotheses] + self._sizes[1][pairs.references]
        if self._metric.reads_other_segments:  # then others must have the same reference
            order = np.argsort(pairs.references, kind="stable")
        ends = np.cumsum(sizes[order]) // BLOCK_BYTES, np.arange(len(order)) // BLOCK_PAIRS
        new = np.diff(ends).any(axis=0)
        if self._metric.reads_other_segments:
            new |= np.diff(pairs.references[order]) != 0
        return filter(len, np.split(order, np.flatnonzero(new) + 1))


def check_pair_count(hypotheses: int, references: int, place: str = "") -> None:
    """Refuses pairs whose scores would not fit into memory."""
    if hypotheses * references > MOST_PAIRS:
        raise OptionError(
            f"{place}{hypotheses:,} hypotheses against {references:,} references are "
            f"{hypotheses * references:,} pairs; up to {MOST_PAIRS:,} are accepted at once: give "
            "some of the hypotheses at a time"
        )


def pairwise(
    hypotheses: Sequence[str],
    references: Sequence[str],
    metric: str | Metric,
    *,
    threads: int | None = None,
    **text: Unpack[Choices],
) -> ScoreTable:
    """Scores every hypothesis against every reference.

        >>> pairwise(["a b c", "b a c"], ["a b c", "c b a"], "invwer").tolist()
        [[0.0, 0.6666666666666666], [0.3333333333333333, 0.3333333333333333]]

    Returns an array with a row per hypothesis, NaN where a score is undefined. Entry (i, j) is
    exactly `metric.sentence_score(hypotheses[i], [references[j]])`. Each text is prepared once,
    and pairs are scored in blocks, so that memory is bounded.

    Args:
        hypotheses: the texts of the rows.
        references: the texts of the columns.
        metric: a metric string or a metric that scores text.
        threads: how many threads to use; all cores by default. Scores do not depend on it.
        text: how text is prepared, as options of `Preparation`: `tokenize`, `lowercase`,
            `join_subwords`, `language`, `aligner`, `parser`.

    Raises:
        InputError: there are too many pairs, or a pair cannot be scored; quotes it.
    """
    chosen, preparation = as_metric(metric), Preparation.of(**text)
    rows, row_of = distinct(as_texts(hypotheses, "hypotheses"))
    columns, column_of = distinct(as_texts(references, "references"))
    check_pair_count(len(row_of), len(column_of))
    scorer = PairScorer(chosen, rows, columns, preparation, threads)
    values = np.empty((len(rows), len(columns)))
    at_once = max(1, PAIRS_AT_ONCE // max(1, len(columns)))
    for begin in progress(range(0, len(values), at_once), "scoring", "blocks"):
        part = values[begin : begin + at_once]
        places = np.indices(part.shape).reshape(2, -1)
        part[:] = scorer.scores(Pairs(places[0] + begin, places[1])).reshape(part.shape)
    return values[np.ix_(row_of, column_of)]
