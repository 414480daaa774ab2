"""Record batch in, record batch with scores out: the function that everything at scale calls."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from functools import cached_property, lru_cache
from typing import TypeVar

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from hyperbaton.batch.description import BatchDescription
from hyperbaton.errors import InputError, OptionError
from hyperbaton.evidence import Need, Output, Preparation, TestSet
from hyperbaton.evidence.preparation import notice_language
from hyperbaton.metrics import Metric
from hyperbaton.metrics.base import Statistics
from hyperbaton.scoring.score import Scorer
from hyperbaton.text.arrow_tables import checked_batch, is_text
from hyperbaton.text.reading import find_column
from hyperbaton.text.segments import TextColumn

STATISTICS = " statistics"  # ends the names of columns of statistics
PREPARATION = b"hyperbaton.preparation"  # in the metadata of columns: how text became evidence
NUMBER, NUMBERS = pa.float64(), pa.list_(pa.float64())
CONTIGUOUS = (pa.string(), pa.large_string())
ONE_TEXT = "a"  # every metric that can be used can score it

Rows = TypeVar("Rows", pa.RecordBatch, pa.Table)


class RowScorer:
    """Scores record batches, row by row: a row's scores depend on nothing but the row.

    Calling it with a record batch or a table returns the same with further columns: for every
    metric its scores; for metrics that weigh segments also `METRIC weight`; and with statistics one
    list of numbers for each row, `METRIC statistics`. They are null where a score is undefined, or
    where the output or the first reference is null.

    It travels to other processes as JSON, whether by `to_json` and `from_json` or by pickle, and
    refuses to work where it would give other numbers.

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
        self.description = description
        self.metrics = description.text_metrics
        self._threads = threads
        self._looked = False  # at the language of some rows
        _check_rows_are_enough(self.metrics, description.preparation)

    def to_json(self) -> str:
        """What a worker needs to know: the description, and how text is prepared here."""
        prepared = {str(metric): text for metric, text in self.preparations.items()}
        return json.dumps({"work": self.description.to_dict(), "prepared": prepared})

    @classmethod
    def from_json(cls, text: str, threads: int = 1) -> RowScorer:
        """The scorer that was written, on a worker.

        Raises:
            InputError: files, models or versions differ from those where it was written.
        """
        found = json.loads(text)
        scorer = cls(BatchDescription.from_json(json.dumps(found["work"])), threads)
        for metric, here in scorer.preparations.items():
            there = found["prepared"][str(metric)]
            if here != there:
                raise InputError(
                    f"{metric}: this worker prepares text as {here}, but it should be {there}; "
                    "install the same packages and files everywhere"
                )
        return scorer

    def __reduce__(self) -> tuple[object, ...]:
        """Is made once in every process, which may be sent it many times."""
        return _made_once, (self.to_json(), self._threads)

    def __call__(self, batch: Rows) -> Rows:
        """The batch or table with scores.

        Raises:
            InputError: a column is missing or holds something else than texts; or a row, which the
                error names, is not UTF-8 or is refused by a metric.
        """
        if isinstance(batch, pa.Table):
            empty = pa.RecordBatch.from_pylist([], schema=batch.schema)
            return pa.Table.from_batches(map(self, batch.to_batches() or [empty]))
        schema = self.schema(batch.schema)
        columns = [*batch.columns, *self.columns(batch)]
        return pa.RecordBatch.from_arrays(columns, schema=schema)

    def columns(self, batch: pa.RecordBatch) -> list[pa.Array]:
        """The columns that are added; raises as a call does."""
        texts = intact(batch.select(self.description.text_columns))
        needed = (texts.column(name) for name in self.description.text_columns[:2])
        absent = np.any([_nulls(column) for column in needed], axis=0)
        return list(self._added(self._statistics(texts), absent))

    def schema(self, input_schema: pa.Schema) -> pa.Schema:
        """The schema of what comes out.

        Raises:
            InputError: a column is missing, or holds something else than texts.
            OptionError: a column of scores has the name of one that is there already.
        """
        _check_texts(input_schema, self.description.text_columns)
        schema = input_schema
        for field in self._fields:
            if field.name in input_schema.names:
                raise OptionError(
                    f"column {field.name!r} already exists; choose a prefix for scores "
                    "(prefix=TEXT, --prefix TEXT)"
                )
            schema = schema.append(field)
        return schema

    def check(self) -> None:
        """Scores one short text, so that whatever is missing is missed before the work begins.

        Raises:
            HyperbatonError: a model, a file or a package is missing, or options do not fit.
        """
        self._scored(Output([ONE_TEXT]), TestSet([[ONE_TEXT]]))

    @cached_property
    def preparations(self) -> dict[Metric, str]:
        """How text becomes what each metric reads, such as `tok:13a|case:mixed`."""
        preparation = self.description.preparation
        every = (*self.metrics, *self._computed)
        return {metric: metric.prepared(preparation) for metric in every}

    @cached_property
    def _fields(self) -> list[pa.Field]:
        """The columns that are added."""
        fields = []
        for metric in self.metrics:
            fields.append(self._field(metric, "", NUMBER))
            if metric.segment_weights(np.zeros((0, metric.columns))) is not None:
                fields.append(self._field(metric, " weight", NUMBER))
        if self.description.statistics:
            fields += [self._field(metric, STATISTICS, NUMBERS) for metric in self._computed]
        return fields

    def _field(self, metric: Metric, ending: str, kind: pa.DataType) -> pa.Field:
        metadata = {PREPARATION: self.preparations[metric]}
        return pa.field(f"{self.description.prefix}{metric}{ending}", kind, metadata=metadata)

    @property
    def _computed(self) -> tuple[Metric, ...]:
        """The metrics that have statistics of their own."""
        return tuple(dict.fromkeys(metric.computed_as for metric in self.metrics))

    def _added(
        self, statistics: dict[Metric, Statistics], absent: NDArray[np.bool_]
    ) -> Iterator[pa.Array]:
        """The columns of `_fields`; what is undefined is null."""
        for metric in self.metrics:
            rows = statistics[metric.computed_as]
            for values in (metric.segment_scores(rows), metric.segment_weights(rows)):
                if values is not None:
                    yield pa.array(values, mask=np.isnan(values) | absent)
        if self.description.statistics:
            for rows in statistics.values():
                offsets = pa.array(np.arange(len(rows) + 1, dtype=np.int32) * rows.shape[1])
                numbers = pa.array(np.ascontiguousarray(rows).ravel())
                yield pa.ListArray.from_arrays(offsets, numbers, mask=pa.array(absent))

    def _statistics(self, texts: pa.RecordBatch) -> dict[Metric, Statistics]:
        """One row per row, for every metric that has statistics of its own."""
        hyp, first, *others = self.description.text_columns
        try:
            references = [_texts_of(texts, first)]
            references += [_texts_of(texts, name, optional=True) for name in others]
            test_set = TestSet(references)
            if not self._looked:
                self._looked = True
                notice_language(self.description.preparation, test_set.flat_texts)
            return self._scored(Output(_texts_of(texts, hyp)), test_set)
        except InputError as error:
            if error.what not in ("row", "segment"):  # the index of something else
                raise InputError(str(error)) from None
            raise error.at(what="row") from None

    def _scored(self, output: Output, test_set: TestSet) -> dict[Metric, Statistics]:
        scorer = Scorer(test_set, self.description.preparation, threads=self._threads)
        computed = self._computed
        return dict(zip(computed, scorer.statistics(output, computed), strict=True))


@lru_cache(maxsize=4)
def _made_once(text: str, threads: int) -> RowScorer:
    return RowScorer.from_json(text, threads)


READS_LINKS = {Need.ALIGNMENT, Need.ORDER, Need.TREE_ALIGNMENT}


def _check_rows_are_enough(metrics: tuple[Metric, ...], preparation: Preparation) -> None:
    """Refuses metrics that cannot be computed from the texts of one row.

    Raises:
        OptionError: names the metric, and what else it needs.
    """
    for metric in metrics:
        needs, missing = metric.needs, ""
        if metric.reads_other_segments:
            raise OptionError(
                "nist: weighs words by all references of the test set, so rows have no scores of "
                "their own; use hyperbaton score"
            )
        if Need.SOURCE_ORDER in needs or (preparation.over_source and Need.ORDER in needs):
            missing = "links with the source, which columns of texts do not have"
        elif preparation.given_links and needs & READS_LINKS:
            missing = "given links, which columns of texts do not have; name an aligner"
        elif preparation.given_trees and Need.TREES in needs:
            missing = "given trees, which columns of texts do not have; name a parser"
        if missing:
            raise OptionError(f"{metric}: needs {missing}")


def _check_texts(schema: pa.Schema, names: Sequence[str]) -> None:
    """Refuses a schema in which a column is missing, is there twice or does not hold texts.

    Raises:
        InputError: names the column.
    """
    for name in names:
        kind = schema.types[find_column(schema.names, name)]
        if not is_text(kind) and kind != pa.null():
            raise InputError(f"column {name!r}: holds {kind}; strings are accepted")


def intact(batch: pa.RecordBatch) -> pa.RecordBatch:
    """The batch, unless its buffers do not fit together, which would end the process.

    Raises:
        InputError: offsets or indices lead elsewhere.
    """
    try:
        return checked_batch(batch)
    except pa.ArrowInvalid as error:
        raise InputError(f"not an intact record batch ({error}); make it again") from None


def _nulls(column: pa.Array) -> NDArray[np.bool_]:
    found: NDArray[np.bool_] = column.is_null().to_numpy(zero_copy_only=False)
    return found


def _texts_of(batch: pa.RecordBatch, name: str, *, optional: bool = False) -> pa.Array | TextColumn:
    """The texts of a column, where Arrow has them; nulls are empty unless they are optional.

    Raises:
        InputError: a text is not UTF-8; names the row.
    """
    plain = batch.column(name)
    if pa.types.is_dictionary(plain.type):
        plain = plain.dictionary_decode()
    if plain.type not in CONTIGUOUS:
        plain = plain.cast(pa.large_string())
    try:
        column = TextColumn.from_arrow(plain.fill_null(""), name)
    except InputError as error:
        raise InputError(f"column {name!r} is not UTF-8", index=error.index, what="row") from None
    return plain if optional and plain.null_count else column
