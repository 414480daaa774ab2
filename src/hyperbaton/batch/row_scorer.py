"""Record batch in, record batch with scores out: the function that everything at scale calls."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from hyperbaton.batch.arrow import check_kind, load_pyarrow
from hyperbaton.batch.columns import check_texts, column_of, texts_of, texts_where_given
from hyperbaton.batch.description import BatchDescription
from hyperbaton.batch.statistics_columns import ENDING
from hyperbaton.errors import BadRow, InputError, OptionError, ResourceError
from hyperbaton.evidence import Need, Output, Preparation, TestSet
from hyperbaton.metrics import TextMetric
from hyperbaton.metrics.base import Scores, Statistics
from hyperbaton.resources import Resources
from hyperbaton.scoring.scorer import Scorer

if TYPE_CHECKING:
    import pyarrow as pa

# In the metadata of columns: how text became evidence, and the columns of references.
PREPARATION = b"hyperbaton.preparation"
REFERENCES = b"hyperbaton.references"
ONE_TEXT = "a"  # every metric that can be used can score it


class RowScorer:
    """Scores record batches, row by row: a row's scores depend on nothing but the row.

    Calling it with a record batch returns the batch with further columns: for every metric its
    scores, null where they are undefined; for metrics that weigh segments also `METRIC weight`; and
    with statistics one list of numbers for each row, `METRIC statistics`.

    Attributes:
        description: what is scored, and how.
        metrics: the metrics, each followed by those that are reported beside it.
    """

    def __init__(self, description: BatchDescription, threads: int = 1) -> None:
        """Refuses what cannot be scored row by row.

        Args:
            description: what is scored, and how.
            threads: how many threads to compute with; scores do not depend on it.

        Raises:
            OptionError: a metric needs more than the row, or than its texts.
        """
        load_pyarrow()
        self.description = description
        self.metrics = description.text_metrics
        self._resources = Resources(threads)
        check_rows_are_enough(self.metrics, description.context)

    def __call__(self, batch: pa.RecordBatch) -> pa.RecordBatch:
        """The batch with scores.

        Raises:
            BadRow: a row has no text, is not UTF-8, or is refused by a metric.
            InputError: a column is missing, or holds something else than texts.
        """
        check_kind(batch, "batch", "RecordBatch")
        schema = self.schema(batch.schema)
        added = self._columns(self._statistics(batch))
        record_batch = load_pyarrow().RecordBatch
        return record_batch.from_arrays([*batch.columns, *added], schema=schema)

    def schema(self, input_schema: pa.Schema) -> pa.Schema:
        """The schema of what comes out.

        Raises:
            InputError: a column is missing, or holds something else than texts.
            OptionError: a column of scores has the name of one that is there already.
        """
        check_kind(input_schema, "input_schema", "Schema")
        schema = input_schema
        for name in self.text_columns:
            check_texts(schema, name)
        for field in self._fields:
            if field.name in input_schema.names:
                raise OptionError(
                    f"the column {field.name!r} is there already; choose a prefix for "
                    "scores (prefix=TEXT, --prefix TEXT)"
                )
            schema = schema.append(field)
        return schema

    def check(self) -> None:
        """Scores one short text, so that whatever is missing is missed before the work begins.

        Raises:
            HyperbatonError: a model, a file or a package is missing, or options do not fit.
        """
        self._scored(Output([ONE_TEXT]), TestSet([[ONE_TEXT]]))

    @property
    def text_columns(self) -> tuple[str, ...]:
        """The columns whose texts are read: hypotheses, references and the source."""
        found = self.description
        return found.hyp, *found.ref, *([] if found.src is None else [found.src])

    @cached_property
    def _fields(self) -> list[Any]:
        """The columns that are added."""
        pyarrow = load_pyarrow()
        number, numbers = pyarrow.float64(), pyarrow.list_(pyarrow.float64())
        fields = []
        for metric in self.metrics:
            fields.append(self._field(metric, "", number))
            if metric.segment_weights(np.zeros((0, len(metric.statistic_names)))) is not None:
                fields.append(self._field(metric, " weight", number))
        if self.description.statistics:
            fields += [self._field(metric, ENDING, numbers) for metric in self._computed]
        return fields

    def _field(self, metric: TextMetric, ending: str, kind: Any) -> Any:
        name = f"{self.description.prefix}{metric}{ending}"
        references = json.dumps(self.description.ref)
        metadata = {PREPARATION: self.preparations[metric], REFERENCES: references}
        return load_pyarrow().field(name, kind, metadata=metadata)

    @cached_property
    def preparations(self) -> dict[TextMetric, str]:
        """How text becomes what each metric reads, such as `tok:13a|case:mixed`."""
        given = self.description.context
        context = given.in_language(given.language)
        every = (*self.metrics, *self._computed)
        return {metric: metric.adapted(context).signature(metric.needs) for metric in every}

    @property
    def _computed(self) -> tuple[TextMetric, ...]:
        """The metrics that have statistics of their own."""
        return tuple(dict.fromkeys(metric.computed_as for metric in self.metrics))

    def _columns(self, statistics: dict[TextMetric, Statistics]) -> Iterator[Any]:
        """The columns of `_fields`."""
        for metric in self.metrics:
            rows = statistics[metric.computed_as]
            yield _nullable(metric.segment_scores(rows))
            weights = metric.segment_weights(rows)
            if weights is not None:
                yield _nullable(weights)
        if self.description.statistics:
            yield from map(_lists, statistics.values())

    def _statistics(self, batch: pa.RecordBatch) -> dict[TextMetric, Statistics]:
        """One row per row, for every metric that has statistics of its own."""
        output, test_set = self._read(batch)
        try:
            return self._scored(output, test_set)
        except (ResourceError, BadRow):
            raise
        except InputError as error:
            bad_row = self._refused_row(batch)
            raise (error if bad_row is None else bad_row) from None

    def _read(self, batch: pa.RecordBatch) -> tuple[Output, TestSet]:
        described = self.description
        output = Output(texts_of(column_of(batch, described.hyp), described.hyp))
        first, *others = described.ref
        references = [
            texts_of(column_of(batch, first), first),
            *(texts_where_given(column_of(batch, name), name) for name in others),
        ]
        name = described.src
        source = None if name is None else texts_of(column_of(batch, name), name)
        return output, TestSet(references, source=source)

    def _scored(self, output: Output, test_set: TestSet) -> dict[TextMetric, Statistics]:
        scorer = Scorer(test_set, self.description.context, resources=self._resources)
        computed = self._computed
        return dict(zip(computed, scorer.statistics(output, computed), strict=True))

    def _refused_row(self, batch: pa.RecordBatch) -> BadRow | None:
        """The first row that a metric refuses; None where it is not a row's fault."""
        begin, end = 0, batch.num_rows
        while end - begin > 1:
            middle = (begin + end) // 2
            if self._error_of(batch.slice(begin, middle - begin)) is None:
                begin = middle
            else:
                end = middle
        error = self._error_of(batch.slice(begin, 1))
        if error is None or not self._is_usable:
            return None
        return BadRow(begin, str(error).replace("segment 1: ", "").replace("segment 1 ", "it "))

    def _error_of(self, batch: pa.RecordBatch) -> InputError | None:
        try:
            self._scored(*self._read(batch))
        except InputError as error:
            return error
        return None

    @property
    def _is_usable(self) -> bool:
        try:
            self.check()
        except InputError:
            return False
        return True


def check_rows_are_enough(metrics: tuple[TextMetric, ...], context: Preparation) -> None:
    """Refuses metrics that cannot be computed from the texts of one row.

    Raises:
        OptionError: names the metric, and what else it needs.
    """
    for metric in metrics:
        needs = metric.needs
        if metric.reads_other_segments:
            raise OptionError(
                "nist: weighs words by all references of the test set, so rows have no scores of "
                "their own; use hyperbaton score"
            )
        if context.over_source and Need.ORDER in needs:
            raise OptionError(f"{metric}: {NOT_IN_A_ROW.format('links with the source')}")
        if context.given_links and needs & READS_LINKS:
            raise OptionError(f"{metric}: {NOT_IN_A_ROW.format('given links')}; name an aligner")
        if context.given_trees and Need.TREES in needs:
            raise OptionError(f"{metric}: {NOT_IN_A_ROW.format('given trees')}; name a parser")


NOT_IN_A_ROW = "needs {}, which columns of texts do not have"
READS_LINKS = {Need.ALIGNMENT, Need.ORDER, Need.TREE_ALIGNMENT}


def _nullable(values: Scores) -> Any:
    """Numbers as Arrow has them; what is undefined is null."""
    return load_pyarrow().array(values, mask=np.isnan(values))


def _lists(statistics: Statistics) -> Any:
    """One list of numbers per row."""
    pyarrow = load_pyarrow()
    rows, width = statistics.shape
    offsets = np.arange(rows + 1, dtype=np.int32) * width
    return pyarrow.ListArray.from_arrays(offsets, np.ascontiguousarray(statistics).ravel())
