"""Columns that are only passed on come out as they went in, whatever they hold."""

import json

import numpy as np
import pyarrow as pa
import pytest
from batch_tables import batch, fail, read_table, succeed, write_table

import hyperbaton
from hyperbaton.errors import InputError

SCORED = ["--hyp", "mt", "--ref", "human", "-m", "wer", "-q"]
TEXTS = {"mt": ["a b", "c"], "human": ["b a", "c"]}
# Columns, with what JSONL holds for the second cell; ... where it cannot hold it.
KEPT = {
    "whole": (pa.array([0, 7], pa.uint8()), 7),
    "nan": (pa.array([1.5, float("nan")], pa.float32()), None),
    "flag": (pa.array([None, True]), True),
    "nulls": (pa.nulls(2), None),
    "decimal": (pa.array([0, 7], pa.decimal128(10, 2)), "7.00"),
    "list": (pa.array([[], [1, None]]), [1, None]),
    "struct": (pa.array([None, {"a": 1, "b": {"c": "x"}}]), {"a": 1, "b": {"c": "x"}}),
    "time": (pa.array([0, 60_000], pa.timestamp("ms", "UTC")), "1970-01-01 00:01:00.000Z"),
    "late": (pa.array([0, 3 * 10**11], pa.timestamp("s")), "11476-08-15 05:20:00"),
    "zone": (pa.array([0, 60], pa.timestamp("s", "Mars/Base")), "1970-01-01 00:01:00Z"),
    "late dates": (pa.array([0, 4_000_000], pa.date32()), "12921-08-18"),
    "late and nested": (pa.array([[0], [2**40]], pa.list_(pa.timestamp("s"))), ...),
    "fields twice": (pa.StructArray.from_arrays([pa.array([1, 2])] * 2, names=["a", "a"]), ...),
    "binary": (pa.array([b"\xff", b"a"]), ...),
}


@pytest.mark.parametrize("name", KEPT)
def test_columns_come_out_as_they_went_in(name, folder):
    column, expected = KEPT[name]
    write_table(pa.table({**TEXTS, "kept": column}), folder / "in.arrow")
    for ending in (".arrow", ".arrows", ".parquet"):
        if ending == ".parquet" and name == "fields twice":
            continue  # which pyarrow writes and cannot read
        succeed("in.arrow", *SCORED, "-o", f"out{ending}")
        found = read_table(folder / f"out{ending}")["kept"].combine_chunks()
        if name == "nan":
            assert np.isnan(found[1].as_py())
        else:
            assert found.cast(column.type).equals(column)
    ended = batch("in.arrow", *SCORED, "-o", "out.jsonl")
    if expected is ...:
        assert ended.code == 2
        assert "column 'kept'" in ended.message and "write Parquet or Arrow" in ended.message
        assert not (folder / "out.jsonl").exists()
    else:
        assert ended.code == 0, ended.message
        rows = [json.loads(line) for line in (folder / "out.jsonl").read_text().splitlines()]
        assert rows[1]["kept"] == expected


def test_flat_text_holds_no_nested_columns(folder):
    write_table(pa.table({**TEXTS, "kept": KEPT["list"][0]}), folder / "in.arrow")
    for output in ("out.tsv", "out.csv"):
        assert "holds list<" in fail("in.arrow", *SCORED, "-o", output)


def spoiled(kind):
    """A column of texts whose offsets lead out of the block."""
    width = np.int32 if kind == pa.string() else np.int64
    buffers = [None, pa.py_buffer(np.array([0, 1 << 30, 2], width)), pa.py_buffer(b"ab")]
    return pa.Array.from_buffers(kind, 2, buffers)


@pytest.mark.parametrize("kind", [pa.string(), pa.large_string()], ids=str)
@pytest.mark.parametrize("name", ["mt", "human", "further"])
def test_impossible_offsets_are_an_error(kind, name):
    columns = {**TEXTS, "further": ["x", "y"], name: spoiled(kind)}
    batch = pa.RecordBatch.from_arrays(list(map(pa.array, columns.values())), list(columns))
    with pytest.raises(InputError, match="not an intact record batch"):
        list(hyperbaton.score_batches(batch, "wer", hyp="mt", ref="human"))
