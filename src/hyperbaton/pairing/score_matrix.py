"""Every hypothesis against every reference."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Unpack

import numpy as np

from hyperbaton.checks import as_texts
from hyperbaton.evidence import Choices, Preparation
from hyperbaton.metrics import Metric, as_metric
from hyperbaton.metrics.base import ScoreTable
from hyperbaton.pairing.pairs import (
    DistinctTexts,
    Pairs,
    PairScorer,
    check_pair_count,
    pair_signature,
)
from hyperbaton.resources import Resources, progress
from hyperbaton.tables.layout import Rows, decimal
from hyperbaton.tables.tabular import Record, Tabular, or_none

ROWS_SHOWN, COLUMNS_SHOWN = 10, 8
PAIRS_AT_ONCE = 1 << 20


@dataclass(frozen=True, eq=False, repr=False)
class ScoreMatrix(Tabular):
    """The scores of all pairs; `numpy.asarray(matrix)` is `matrix.values`.

    Attributes:
        values: one row per hypothesis, one column per reference; NaN where a score is undefined.
        metric: the metric.
        signature: everything that determines the scores.
    """

    values: ScoreTable
    metric: Metric
    signature: str

    @property
    def higher_is_better(self) -> bool:
        """The direction of the scores."""
        return self.metric.higher_is_better

    @property
    def shape(self) -> tuple[int, int]:
        """The numbers of hypotheses and references."""
        return self.values.shape[0], self.values.shape[1]

    def __len__(self) -> int:
        """The number of hypotheses."""
        return len(self.values)

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> np.ndarray:
        return np.array(self.values, dtype) if copy else np.asarray(self.values, dtype)

    def records(self) -> list[Record]:
        """One record per hypothesis, with a key for each reference; both are counted from 0."""
        keys = [f"reference {k}" for k in range(self.shape[1])]
        return [
            {"hypothesis": k, **dict(zip(keys, row, strict=True))}
            for k, row in enumerate(self.values.tolist())
        ]

    def to_dict(self) -> Record:
        """Everything, as JSON has it; what is not defined is None."""
        return {
            "metric": str(self.metric),
            "signature": self.signature,
            "higher_is_better": self.higher_is_better,
            "scores": [[or_none(score) for score in row] for row in self.values.tolist()],
        }

    def table(self) -> Rows:
        """The first hypotheses and references."""
        rows, columns = self.shape
        further = ["…"] * (columns > COLUMNS_SHOWN)
        shown = [
            [str(self.metric), *map(str, range(min(columns, COLUMNS_SHOWN))), *further],
            *(
                [str(k), *(decimal(score, self.metric.decimals) for score in row), *further]
                for k, row in enumerate(self.values[:ROWS_SHOWN, :COLUMNS_SHOWN].tolist())
            ),
        ]
        return [*shown, ["…"] * len(shown[0])] if rows > ROWS_SHOWN else shown


def pairwise(
    hypotheses: Sequence[str],
    references: Sequence[str],
    metric: str | Metric,
    *,
    threads: int | None = None,
    **text: Unpack[Choices],
) -> ScoreMatrix:
    """Scores every hypothesis against every reference.

        >>> pairwise(["a b c", "b a c"], ["a b c", "c b a"], "invwer").values.tolist()
        [[0.0, 0.6666666666666666], [0.3333333333333333, 0.3333333333333333]]

    Entry (i, j) is exactly `metric.sentence_score(hypotheses[i], [references[j]])`. Each text is
    prepared once, and pairs are scored in blocks, so that memory is bounded.

    Args:
        hypotheses: the texts of the rows.
        references: the texts of the columns.
        metric: a metric string or a metric that scores text.
        threads: how many threads to use; all cores by default. Scores do not depend on it.
        text: how text is prepared, as options of `Preparation`: `tokenize`, `lowercase`,
            `join_subwords`, `language`, `aligner`, `parser`.

    Raises:
        InputError: there are too many pairs, or a pair cannot be scored; names it.
    """
    chosen = as_metric(metric)
    rows = DistinctTexts.of(as_texts(hypotheses, "hypotheses"))
    columns = DistinctTexts.of(as_texts(references, "references"))
    check_pair_count(len(rows.place_of), len(columns.place_of))
    preparation = Preparation.of(**text)
    scorer = PairScorer(
        chosen,
        rows.texts,
        columns.texts,
        preparation,
        Resources(threads),
        lambda h, r: f"hypothesis {rows.first[h] + 1} against reference {columns.first[r] + 1}",
    )
    values = np.empty((len(rows.texts), len(columns.texts)))
    at_once = max(1, PAIRS_AT_ONCE // max(1, len(columns.texts)))
    for begin in progress(range(0, len(values), at_once), "scoring", "blocks"):
        part = values[begin : begin + at_once]
        part[:] = scorer.scores(Pairs.all(*part.shape).shifted(begin, 0)).reshape(part.shape)
    expanded = values[np.ix_(rows.place_of, columns.place_of)]
    return ScoreMatrix(expanded, chosen, pair_signature(chosen, preparation))
