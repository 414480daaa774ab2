"""Record batch in, record batch with scores out: the function that everything at scale calls."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any, TypeVar

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from hyperbaton import __version__
from hyperbaton.checks import each_once
from hyperbaton.errors import InputError, OptionError
from hyperbaton.evidence import Evidence, Need, Output, Preparation, TestSet
from hyperbaton.evidence.preparation import notice_language
from hyperbaton.files import fingerprint
from hyperbaton.metrics import Metric, as_metric, as_metrics, text_metrics
from hyperbaton.metrics.base import Statistics
from hyperbaton.scoring.score import statistics_of
from hyperbaton.text.arrow_tables import check_batch, is_text
from hyperbaton.text.reading import find_column
from hyperbaton.text.segments import TextColumn

MEASURES = ("monotonicity", "crossings/link")  # of the order of the source's words
STATISTICS = " statistics"  # ends the names of columns of statistics
PREPARATION = b"hyperbaton.preparation"  # in the metadata of columns: how text became evidence
CONTIGUOUS = (pa.string(), pa.large_string())
ONE_TEXT = "a"  # every metric that can be used can score it

Rows = TypeVar("Rows", pa.RecordBatch, pa.Table)


class RowScorer:
    """Scores record batches, row by row: a row's scores depend on nothing but the row.

    Calling it with a record batch or a table returns the same with further columns: for every
    metric its scores; for metrics that weigh segments also `METRIC weight`; and with statistics one
    list of numbers for each row, `METRIC statistics`. With a source and a model for its links there
    are also `monotonicity` and `crossings/link`. Scores are null where they are undefined, or where
    the output, the first reference or the source is null.

    It travels to other processes as JSON, by `to_json` and `from_json` or by pickle, and refuses to
    work where it would give other numbers.
    """

    def __init__(
        self,
        metrics: str | Metric | Sequence[str | Metric] = (),
        hyp: str = "hyp",
        ref: str | Sequence[str] = "ref",
        *,
        src: str | None = None,
        model: str | None = None,
        prefix: str = "",
        statistics: bool = False,
        preparation: Preparation | None = None,
        threads: int = 1,
    ) -> None:
        """Refuses what cannot be scored row by row.

        Args:
            metrics: metric strings or metrics; none if only the order of the source is measured.
            hyp: the column of outputs.
            ref: the columns of references; where one other than the first is null, the row has no
                such reference. Without metrics none is read.
            src: the column of sources.
            model: the file that `hyperbaton align --save-model` wrote, for links with the source.
            prefix: what names of columns of scores begin with.
            statistics: whether to add the statistics behind the scores, whose sums give scores of
                all rows together.
            preparation: how text becomes evidence.
            threads: how many threads to compute with; scores do not depend on it.

        Raises:
            OptionError: a metric needs more than the texts of one row.
        """
        if (src is None) != (model is None):
            raise OptionError("src and model go together; make a model with align --save-model")
        self._chosen = [str(metric) for metric in as_metrics(metrics)]
        self.metrics = text_metrics(metrics) if self._chosen or src is None else ()
        self._hyp, self._src, self._model = hyp, src, model
        self._ref = ((ref,) if isinstance(ref, str) else tuple(ref)) if self.metrics else ()
        if self.metrics and not self._ref:
            raise OptionError("ref: at least one column is needed")
        sources = () if src is None else (src,)
        self.needed = (hyp, *self._ref[:1], *sources)
        self.text_columns: tuple[str, ...] = (hyp, *self._ref, *sources)
        each_once(self.text_columns, "columns")
        self.prefix, self.statistics = prefix, statistics
        self.preparation = preparation or Preparation()
        if model is not None:
            from hyperbaton.bitext import AlignmentModel, FrozenAligner  # takes a while to import

            # It no longer learns, so that a row's links depend on nothing but the row.
            self._linker = FrozenAligner(AlignmentModel.load(model))
        self._threads = threads
        self._looked = False  # at the language of some rows
        for metric in self.metrics:
            _check_rows_are_enough(metric)
        self.preparation.to_dict()  # refuses what cannot be written down

    def to_dict(self) -> dict[str, Any]:
        """Everything that decides the numbers, as plain JSON without code."""
        return {
            "hyperbaton": __version__,
            "metrics": self._chosen,
            "hyp": self._hyp,
            "ref": list(self._ref),
            "src": self._src,
            "model": self._model,
            "prefix": self.prefix,
            "statistics": self.statistics,
            "preparation": self.preparation.to_dict(),
            "prepared": self.prepared,
        }

    def to_json(self) -> str:
        """The same as text on one line."""
        return json.dumps(self.to_dict(), ensure_ascii=False)

    @classmethod
    def from_json(cls, text: str, threads: int = 1) -> RowScorer:
        """The scorer that was written, on a worker.

        Raises:
            InputError: files, models or versions differ from those where it was written.
        """
        found = json.loads(text)
        version, prepared = found.pop("hyperbaton"), found.pop("prepared")
        if version != __version__:
            raise InputError(
                f"row scorer: was written by hyperbaton {version}, but this is {__version__}; "
                "install the same version everywhere"
            )
        preparation = Preparation.from_dict(found.pop("preparation"))
        scorer = cls(**found, preparation=preparation, threads=threads)
        for name, here in scorer.prepared.items():
            if here != (there := prepared[name]):
                raise InputError(
                    f"{name}: this worker prepares text as {here}, but it should be {there}; "
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
        texts = check_batch(batch.select(self.text_columns))
        absent = np.any([np.asarray(texts[name].is_null()) for name in self.needed], axis=0)
        statistics = self._statistics(texts) if self.metrics else {}
        sources = [] if self._src is None else self._ordered(texts, self._src)
        return [array for _, _, array in self._added(statistics, sources, absent)]

    def schema(self, input_schema: pa.Schema) -> pa.Schema:
        """The schema of what comes out.

        Raises:
            InputError: a column is missing, or holds something else than texts.
            OptionError: a column of scores has the name of one that is there already.
        """
        for name in self.text_columns:
            kind = input_schema.types[find_column(input_schema.names, name)]
            if not is_text(kind) and kind != pa.null():
                raise InputError(f"column {name!r}: holds {kind}; strings are accepted")
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
        """Scores one short text, so that a missing model or file is noticed before the work."""
        if self.metrics:
            self._scored(Output([ONE_TEXT]), TestSet([[ONE_TEXT]]))

    @cached_property
    def prepared(self) -> dict[str, str]:
        """How text becomes what each metric or measure reads, such as `tok:13a|case:mixed`."""
        metrics = (*self.metrics, *self._computed)
        found = {str(metric): metric.prepared(self.preparation) for metric in metrics}
        if self._model is not None:
            model = f"model:{Path(self._model).name}@{fingerprint(self._model)}"
            parts = "|".join([*self.preparation.text_parts(), model])
            found |= dict.fromkeys(MEASURES, parts)
        return found

    @cached_property
    def _fields(self) -> list[pa.Field]:
        """The columns that are added."""
        statistics = {metric: np.zeros((0, metric.columns)) for metric in self._computed}
        sources = [] if self._src is None else [np.zeros(0) for _ in MEASURES]
        added = self._added(statistics, sources, np.zeros(0, np.bool_))
        return [
            pa.field(
                f"{self.prefix}{name}{ending}",
                array.type,
                metadata={PREPARATION: self.prepared[name]},
            )
            for name, ending, array in added
        ]

    @property
    def _computed(self) -> tuple[Metric, ...]:
        """The metrics that have statistics of their own."""
        return tuple(dict.fromkeys(metric.computed_as for metric in self.metrics))

    def _added(
        self,
        statistics: dict[Metric, Statistics],
        sources: Sequence[NDArray[np.float64]],
        absent: NDArray[np.bool_],
    ) -> Iterator[tuple[str, str, pa.Array]]:
        """The columns that are added: what, the end of its name, and values; undefined is null."""
        for metric in self.metrics:
            rows = statistics[metric.computed_as]
            for ending, values in (
                ("", metric.segment_scores(rows)),
                (" weight", metric.segment_weights(rows)),
            ):
                if values is not None:
                    column = pa.array(values, mask=np.isnan(values) | absent)
                    yield str(metric), ending, column
        for name, values in zip(MEASURES, sources, strict=False):
            yield name, "", pa.array(values, mask=np.isnan(values) | absent)
        for metric, rows in statistics.items() if self.statistics else ():
            offsets = pa.array(np.arange(len(rows) + 1, dtype=np.int32) * rows.shape[1])
            numbers = pa.array(np.ascontiguousarray(rows).ravel())
            lists = pa.ListArray.from_arrays(offsets, numbers, mask=pa.array(absent))
            yield str(metric), STATISTICS, lists

    def _ordered(self, texts: pa.RecordBatch, src: str) -> list[NDArray[np.float64]]:
        """The measures of each row; NaN where no word is linked."""
        from hyperbaton.bitext import crossings_per_link, monotonicity

        split, threads = self.preparation.text.split, self._threads
        words = [list(map(split, _texts_of(texts, name))) for name in (src, self._hyp)]
        links = self._linker.align(*words, threads=threads)
        return [
            found(links, threads=threads).segments for found in (monotonicity, crossings_per_link)
        ]

    def _statistics(self, texts: pa.RecordBatch) -> dict[Metric, Statistics]:
        """One row per row, for every metric that has statistics of its own."""
        try:
            references = [_texts_of(texts, self._ref[0])]
            references += [_texts_of(texts, name, optional=True) for name in self._ref[1:]]
            test_set = TestSet(references)
            if not self._looked:
                self._looked = True
                notice_language(self.preparation, test_set.flat_texts)
            return self._scored(Output(_texts_of(texts, self._hyp)), test_set)
        except InputError as error:
            if error.what not in ("row", "segment"):  # the index of something else
                raise InputError(str(error)) from None
            raise error.at(what="row") from None

    def _scored(self, output: Output, test_set: TestSet) -> dict[Metric, Statistics]:
        evidence = Evidence(test_set, output, self.preparation, self._threads)
        return dict(zip(self._computed, statistics_of(evidence, self._computed), strict=True))


@lru_cache(maxsize=4)
def _made_once(text: str, threads: int) -> RowScorer:
    return RowScorer.from_json(text, threads)


def _check_rows_are_enough(metric: Metric) -> None:
    """Refuses a metric that cannot be computed from the texts of one row."""
    if metric.reads_other_segments:
        raise OptionError(
            "nist: weighs words by all references of the test set, so rows have no scores of "
            "their own; use hyperbaton score"
        )
    if Need.SOURCE_ORDER in metric.needs:
        raise OptionError(
            f"{metric}: needs links with the source, which columns of texts do not have; use "
            "hyperbaton score"
        )


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


# Scores of all rows together


def summed_statistics(
    scored: pa.RecordBatch | pa.Table, prefix: str = ""
) -> dict[str, NDArray[np.float64]]:
    """The sums of the statistics of all rows, by metric; those of partitions can be added.

        >>> rows = pa.table({"hyp": ["a b", "b"], "ref": ["a b", "a b"]})
        >>> scored = RowScorer("wer", statistics=True)(rows)
        >>> one, other = summed_statistics(scored[:1]), summed_statistics(scored[1:])
        >>> scores_of_sums({"wer": one["wer"] + other["wer"]})
        {'wer': 0.25}

    Rows without a score have no statistics and do not count.

    Raises:
        InputError: there are no columns of statistics.
    """
    names = [
        name.removeprefix(prefix).removesuffix(STATISTICS)
        for name in scored.schema.names
        if name.startswith(prefix) and name.endswith(STATISTICS)
    ]
    if not names:
        raise InputError(
            f"no column is called {prefix}METRIC{STATISTICS}; write statistics when you score "
            "(--statistics)"
        )
    sums = {}
    for name in names:
        rows = pc.list_flatten(scored.column(f"{prefix}{name}{STATISTICS}").drop_null())
        sums[name] = np.asarray(rows, np.float64).reshape(-1, as_metric(name).columns).sum(axis=0)
    return sums


def scores_of_sums(sums: Mapping[str, Sequence[float] | NDArray[np.float64]]) -> dict[str, float]:
    """The scores of all rows together, by metric, and by those that are reported with it."""
    rows = {name: np.array([values], np.float64) for name, values in sums.items()}
    return {
        str(metric): float(metric.scores(rows[str(metric.computed_as)])[0])
        for metric in text_metrics(list(sums))
    }
