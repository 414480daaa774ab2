"""Scores as expressions of Polars; importing this module is enough.

>>> import polars as pl
>>> import hyperbaton.polars
>>> frame = pl.DataFrame({"mt": ["in the lobby at noon"], "human": ["at noon in the lobby"]})
>>> frame.with_columns(wer=pl.col("mt").hyperbaton.score("human", "wer"))["wer"].to_list()
[0.8]
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

import numpy as np

from hyperbaton.batch import BatchDescription, RowScorer
from hyperbaton.batch.arrow import load_pyarrow
from hyperbaton.checks import shown
from hyperbaton.distributed.worker import refused_row
from hyperbaton.errors import ArgumentTypeError, BadRow, MissingDependencyError
from hyperbaton.evidence import Preparation
from hyperbaton.metrics import Metric
from hyperbaton.metrics.registry import text_metric
from hyperbaton.resources import resolve_threads

try:
    import polars as pl
except ImportError:
    raise MissingDependencyError(
        "scoring data frames of Polars", "pip install 'hyperbaton[polars]'"
    ) from None

HYPOTHESIS = "hypothesis"

Column = Any  # the name of a column, or an expression


@pl.api.register_expr_namespace("hyperbaton")
class HyperbatonExpressions:
    """`pl.col("mt").hyperbaton`: scores of the texts in a column.

    A row without a hypothesis or without its first reference has no score.
    """

    def __init__(self, expression: Any) -> None:
        self._expression = expression

    def score(
        self,
        reference: Column | Sequence[Column],
        metric: str | Metric,
        *,
        threads: int | None = None,
        **choices: Any,
    ) -> Any:
        """The scores of one metric.

        Args:
            reference: the column of references, or several, by name or as expressions.
            metric: a metric string or a metric.
            threads: how many threads to compute with; all cores by default.
            choices: how text becomes evidence, the options of `Preparation`: `tokenize`,
                `lowercase`, `aligner`, `language` …
        """
        name = str(text_metric(metric))
        return self.scores(reference, [metric], threads=threads, **choices).struct.field(name)

    def scores(
        self,
        reference: Column | Sequence[Column],
        metrics: str | Metric | Sequence[str | Metric],
        *,
        threads: int | None = None,
        **choices: Any,
    ) -> Any:
        """The scores of several metrics, as a struct with one field for each.

        The arguments are those of `score`; `.struct.unnest()` makes columns of the fields.
        """
        references = [_expression(each) for each in _listed(reference)]
        names = [f"reference {k}" for k in range(1, len(references) + 1)]
        context = Preparation.of(**choices)
        description = BatchDescription(metrics, HYPOTHESIS, names, context=context)  # type: ignore[arg-type]
        scorer = RowScorer(description, resolve_threads(threads))
        scorer.check()
        kinds = [pl.Field(name, pl.Float64) for name in _score_names(scorer)]
        columns = [self._expression, *references]
        struct = pl.struct(
            each.alias(name) for each, name in zip(columns, [HYPOTHESIS, *names], strict=True)
        )
        return struct.map_batches(
            partial(_scored, scorer), return_dtype=pl.Struct(kinds), is_elementwise=True
        )


def _listed(reference: Any) -> list[Any]:
    return list(reference) if isinstance(reference, list | tuple) else [reference]


def _expression(reference: Any) -> Any:
    if isinstance(reference, pl.Expr):
        return reference
    if not isinstance(reference, str):
        accepted = "the name of a column or an expression, or several"
        raise ArgumentTypeError("reference", accepted, shown(reference))
    return pl.col(reference)


def _score_names(scorer: RowScorer) -> list[str]:
    texts = load_pyarrow().schema([(name, "string") for name in scorer.text_columns])
    return list(scorer.schema(texts).names[len(texts) :])


def _scored(scorer: RowScorer, texts: Any) -> Any:
    """Scores for the texts of a struct, in the order of its rows."""
    arrow = load_pyarrow()
    first, second = scorer.text_columns[:2]
    table = texts.struct.unnest().to_arrow().combine_chunks()
    kept = table[first].is_valid().to_numpy() & table[second].is_valid().to_numpy()
    places = arrow.array(np.cumsum(kept) - 1, mask=~kept)
    rows = table.filter(arrow.array(kept)).combine_chunks().to_batches() or [
        arrow.RecordBatch.from_pylist([], schema=table.schema)
    ]
    scored = arrow.Table.from_batches([_batch(scorer, each) for each in rows])
    frame: Any = pl.from_arrow(scored.select(_score_names(scorer)).take(places))
    return frame.to_struct(texts.name)


def _batch(scorer: RowScorer, batch: Any) -> Any:
    try:
        return scorer(batch)
    except BadRow as error:  # Polars makes errors anew, from their messages
        raise refused_row(batch, error) from None
