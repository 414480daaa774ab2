"""Scores, intervals and tests from statistics that were written beside scores."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa

from hyperbaton.batch.description import as_names
from hyperbaton.batch.inputs import input_files
from hyperbaton.batch.row_scorer import PREPARATION, REFERENCES, STATISTICS
from hyperbaton.batch.score_batches import stream_of
from hyperbaton.batch.source import Source
from hyperbaton.batch.summed_statistics import metrics_with_statistics, statistics_of
from hyperbaton.errors import InputError
from hyperbaton.evidence import Preparation
from hyperbaton.metrics import Metric
from hyperbaton.metrics.base import Statistics
from hyperbaton.metrics.registry import text_metrics
from hyperbaton.scoring.results import ScoreReport
from hyperbaton.scoring.score import Resampling, report_of


def score_statistics(
    systems: Mapping[str, Any],
    metrics: str | Metric | Sequence[str | Metric] | None = None,
    *,
    key: str | Sequence[str] | None = None,
    prefix: str | Mapping[str, str] = "",
    preparation: Preparation | None = None,
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
        preparation: how text became evidence, where files do not say (JSONL), for signatures.
        resampling: intervals and tests to compute.

    Raises:
        InputError: statistics are missing, keys are missing or repeated, or systems do not have
            the same rows.
        TypeError: the rows of a system are something else.
    """
    if not systems:
        raise InputError("systems: expected at least one")
    keys = () if key is None else as_names(key, "key")
    tables = {name: _table(rows, name, keys) for name, rows in systems.items()}
    prefixes = {name: prefix if isinstance(prefix, str) else prefix[name] for name in tables}
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
    preparations = _preparations(tables, prefixes, reported, preparation)
    count = _reference_count(tables[first], reported[0], prefixes[first])
    return report_of(statistics, reported, preparations, count, resampling or Resampling())


def _named(system: str, table: pa.Table, metric: Metric, prefix: str) -> Statistics:
    try:
        return statistics_of(table, metric, prefix)
    except InputError as error:
        raise error.at(system=system) from None


def _table(rows: Any, system: str, keys: tuple[str, ...]) -> pa.Table:
    """What is needed of the rows of a system, as one table."""
    paths = [rows] if isinstance(rows, str | Path) else rows
    if isinstance(paths, list) and paths and all(isinstance(each, str | Path) for each in paths):
        return _read(paths, keys)
    schema, batches = stream_of(rows, f"systems: {system}")
    if schema is None:
        raise InputError(f"systems: {system}: expected at least one record batch")
    needed = _needed(schema, keys)
    kept = pa.schema([schema.field(name) for name in needed])
    return pa.Table.from_batches((batch.select(needed) for batch in batches), kept)


def _read(paths: Sequence[str | Path], keys: tuple[str, ...]) -> pa.Table:
    """What files hold, in the order given; those of a folder by name."""
    source = Source(input_files(list(map(str, paths))), ())
    needed = _needed(source.schema, keys)
    batches = []
    for piece in source.pieces():
        for bad in piece.rejected:
            raise InputError(f"{bad.file}: row {bad.row}: {bad.reason}")
        batches.append(piece.batch.select(needed))
    schema = pa.schema([source.schema.field(name) for name in needed])
    return pa.Table.from_batches(batches, schema)


def _needed(schema: pa.Schema, keys: tuple[str, ...]) -> list[str]:
    """Columns of statistics and keys, and further references, of which there may be none."""
    wanted = {*keys}
    for field in schema:
        if field.name.endswith(STATISTICS):
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


def _metadata(schema: pa.Schema, metric: Metric, prefix: str) -> Mapping[bytes, bytes]:
    return schema.field(f"{prefix}{metric.computed_as}{STATISTICS}").metadata or {}


def _preparations(
    tables: Mapping[str, pa.Table],
    prefixes: Mapping[str, str],
    metrics: Sequence[Metric],
    preparation: Preparation | None,
) -> list[str]:
    """How text became what each metric reads, which has to be the same for all systems."""
    chosen = preparation or Preparation()
    found: list[str] = []
    for metric in metrics:
        seen = ""
        for name, table in tables.items():
            written = _metadata(table.schema, metric, prefixes[name]).get(PREPARATION)
            if written is not None and preparation is None:
                here = written.decode()
            else:
                here = metric.adapted(chosen).signature(metric.needs)
            if seen and here != seen:
                raise InputError(
                    f"{name}: text was prepared for {metric} as {here}, but before as {seen}; "
                    "score all systems in the same way"
                )
            seen = here
        found.append(seen)
    return found


def _reference_count(table: pa.Table, metric: Metric, prefix: str) -> str:
    """How many references rows have, for signatures; one where the columns do not say."""
    named = _further_references(_metadata(table.schema, metric, prefix))
    present = [
        table.column(name).is_valid().to_numpy() for name in named if name in table.schema.names
    ]
    counts = np.unique(sum(present, np.ones(table.num_rows, np.int64)))
    return str(counts[0]) if len(counts) == 1 else "var" if len(counts) else "0"
