"""Scores, intervals and tests from statistics that were written beside scores."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from hyperbaton.batch.arrow import load_pyarrow
from hyperbaton.batch.description import as_names
from hyperbaton.batch.row_scorer import PREPARATION, REFERENCES
from hyperbaton.batch.statistics_columns import ENDING, metrics_with_statistics, statistics_of
from hyperbaton.checks import as_name, as_text, shown
from hyperbaton.errors import ArgumentTypeError, InputError
from hyperbaton.evidence import Preparation
from hyperbaton.metrics import Metric, TextMetric
from hyperbaton.metrics.registry import text_metrics
from hyperbaton.scoring.results import ScoreReport
from hyperbaton.scoring.score import Resampling, report_of

if TYPE_CHECKING:
    import pyarrow as pa

ACCEPTED = "a table, a list of record batches, or the path of a file or folder, or several"


def score_statistics(
    systems: Mapping[str, Any],
    metrics: str | Metric | Sequence[str | Metric] | None = None,
    *,
    key: str | Sequence[str] | None = None,
    prefix: str | Mapping[str, str] = "",
    context: Preparation | None = None,
    resampling: Resampling | None = None,
) -> ScoreReport:
    """The report that `score` gives, from statistics in any number of partitions.

    Args:
        systems: by name, the rows of every system with their columns of statistics: a table, record
            batches, or paths of files, folders and patterns that `hyperbaton batch` has written.
        metrics: which metrics to report; all that have statistics by default.
        key: the column or columns that say where a row belongs; rows are sorted by it, and systems
            are compared row by row. Without it rows count in the order given.
        prefix: what names of columns of statistics begin with, for all systems or by system.
        context: how text became evidence, where files do not say (JSONL), for signatures.
        resampling: intervals and tests to compute.

    Raises:
        InputError: statistics are missing, keys are missing or repeated, or systems do not have
            the same rows.
    """
    if not isinstance(systems, Mapping) or not systems:
        raise ArgumentTypeError("systems", "a mapping from names to rows", shown(systems))
    keys = () if key is None else as_names(key, "key")
    tables = {as_name(name, "systems"): _table(rows, name, keys) for name, rows in systems.items()}
    prefixes = _prefixes(prefix, list(tables))
    first = next(iter(tables))
    if metrics is None:
        chosen = metrics_with_statistics(tables[first].schema, prefixes[first])
        metrics = [str(metric) for metric in chosen]
    reported = text_metrics(metrics)
    ordered = {name: _ordered(table, keys, name) for name, table in tables.items()}
    _check_same_rows(ordered, keys)
    statistics = {
        name: [_named(name, table, metric, prefixes[name]) for metric in reported]
        for name, table in ordered.items()
    }
    preparations = _preparations(tables, prefixes, reported, context)
    count = _reference_count(tables[first], reported[0], prefixes[first])
    return report_of(statistics, reported, preparations, count, resampling or Resampling())


def _prefixes(prefix: Any, systems: Sequence[str]) -> dict[str, str]:
    """The prefix of every system."""
    if isinstance(prefix, Mapping):
        missing = [name for name in systems if name not in prefix]
        if missing:
            raise InputError(f"prefix: expected one for every system, got none for {missing[0]}")
        return {name: as_text(prefix[name], f"prefix: {name}") for name in systems}
    if not isinstance(prefix, str):
        raise ArgumentTypeError("prefix", "a text, or one by system", shown(prefix))
    return dict.fromkeys(systems, as_text(prefix, "prefix"))


def _named(system: str, table: pa.Table, metric: TextMetric, prefix: str) -> Any:
    try:
        return statistics_of(table, metric, prefix)
    except InputError as error:
        raise InputError(f"{system}: {error}") from None


def _table(rows: Any, system: str, keys: tuple[str, ...]) -> pa.Table:
    """What is needed of the rows of a system, as one table."""
    pyarrow = load_pyarrow()
    if isinstance(rows, pyarrow.RecordBatch):
        rows = [rows]
    if isinstance(rows, pyarrow.RecordBatchReader):
        rows = rows.read_all()
    if isinstance(rows, pyarrow.Table):
        return rows.select(_needed(rows.schema, keys))
    if isinstance(rows, str | Path):
        return _read([rows], keys)
    listed = list(rows) if isinstance(rows, Sequence) else []
    if listed and all(isinstance(each, str | Path) for each in listed):
        return _read(listed, keys)
    if listed and all(isinstance(each, pyarrow.RecordBatch) for each in listed):
        needed = _needed(listed[0].schema, keys)
        try:
            return pyarrow.Table.from_batches([batch.select(needed) for batch in listed])
        except (pyarrow.ArrowException, KeyError):
            raise InputError(f"{system}: record batches have different columns") from None
    raise ArgumentTypeError(f"systems: {system}", ACCEPTED, shown(rows))


def _read(paths: Sequence[str | Path], keys: tuple[str, ...]) -> pa.Table:
    """What files hold, in the order given; those of a folder by name."""
    from hyperbaton.batch.reading.locations import input_files
    from hyperbaton.batch.reading.source import Source

    pyarrow = load_pyarrow()
    with closing(Source(input_files(list(map(str, paths))), ())) as source:
        needed = _needed(source.schema, keys)
        batches = []
        for piece in source.pieces():
            if piece.rejected:
                first = piece.rejected[0]
                raise InputError(f"{first.file}: row {first.row}: {first.reason}")
            batches.append(piece.batch.select(needed))
        schema = pyarrow.schema([source.schema.field(name) for name in needed])
        return pyarrow.Table.from_batches(batches, schema)


def _needed(schema: pa.Schema, keys: tuple[str, ...]) -> list[str]:
    """Columns of statistics and keys, and further references, of which there may be none."""
    wanted = {*keys}
    for field in schema:
        if field.name.endswith(ENDING):
            wanted |= {field.name, *_further_references(field.metadata or {})}
    return [name for name in schema.names if name in wanted]


def _further_references(metadata: Mapping[bytes, bytes]) -> list[str]:
    """The columns of references but for the first, as the metadata of a column has them."""
    names: list[str] = json.loads(metadata.get(REFERENCES, b"[]"))[1:]
    return names


def _ordered(table: pa.Table, keys: tuple[str, ...], system: str) -> pa.Table:
    """The rows in the order of their keys, each of which has to be there once."""
    if not keys:
        return table
    for name in keys:
        if name not in table.schema.names:
            raise InputError(f"{system}: there is no column {name!r} to order rows by")
        if table.column(name).null_count:
            raise InputError(f"{system}: the key {name!r} is null in some rows")
    sorted_rows = table.sort_by([(name, "ascending") for name in keys])
    if sorted_rows.select(keys).group_by(list(keys)).aggregate([]).num_rows < table.num_rows:
        raise InputError(f"{system}: several rows have the same {' and '.join(keys)}")
    return sorted_rows


def _check_same_rows(tables: Mapping[str, pa.Table], keys: tuple[str, ...]) -> None:
    (first, table), *others = tables.items()
    for name, other in others:
        if other.num_rows != table.num_rows:
            raise InputError(
                f"{name} has {other.num_rows:,} rows and {first} {table.num_rows:,}; "
                "the numbers must be equal"
            )
        if any(not other.column(key).equals(table.column(key)) for key in keys):
            raise InputError(f"{name} and {first} have rows with different {' and '.join(keys)}")


def _metadata(schema: pa.Schema, metric: TextMetric, prefix: str) -> Mapping[bytes, bytes]:
    return schema.field(f"{prefix}{metric.computed_as}{ENDING}").metadata or {}


def _preparations(
    tables: Mapping[str, pa.Table],
    prefixes: Mapping[str, str],
    metrics: Sequence[TextMetric],
    context: Preparation | None,
) -> list[str]:
    """How text became what each metric reads, which has to be the same for all systems."""
    (first, *others) = [
        [_preparation(table.schema, metric, prefixes[name], context) for metric in metrics]
        for name, table in tables.items()
    ]
    for name, other in zip(list(tables)[1:], others, strict=True):
        for metric, ours, theirs in zip(metrics, first, other, strict=True):
            if ours != theirs:
                raise InputError(
                    f"{name}: text was prepared for {metric} as {theirs}, but before as {ours}; "
                    "score all systems in the same way"
                )
    return first


def _preparation(
    schema: pa.Schema, metric: TextMetric, prefix: str, context: Preparation | None
) -> str:
    """How text became what a metric reads: as the columns say, or as in a context."""
    told = _metadata(schema, metric, prefix).get(PREPARATION)
    if told is not None and context is None:
        return told.decode()
    chosen = context or Preparation()
    return metric.adapted(chosen).signature(metric.needs)


def _reference_count(table: pa.Table, metric: TextMetric, prefix: str) -> str:
    """How many references rows have, for signatures; one where the columns do not say."""
    named = _further_references(_metadata(table.schema, metric, prefix))
    present = [
        table.column(name).is_valid().to_numpy() for name in named if name in table.schema.names
    ]
    counts = np.unique(sum(present, np.ones(table.num_rows, np.int64)))
    return str(counts[0]) if len(counts) == 1 else "var" if len(counts) else "0"
