"""Columns that are only passed on come out as they went in, whatever they hold."""

import json

import numpy as np
import pyarrow as pa
import pytest
from batch_tables import batch, read_table, write_table

import hyperbaton
from hyperbaton.errors import InputError

SCORED = ["--hyp", "mt", "--ref", "human", "-m", "wer", "-q"]
TEXTS = {"mt": ["a b", "c"], "human": ["b a", "c"]}
FAR = 2**40
# Columns that Python cannot hold, with what JSONL writes for the last cell; None where it cannot.
BEYOND_PYTHON = {
    "late timestamps": (
        pa.array([0, 10**11 * 3], pa.timestamp("s")),
        str(np.datetime64(3 * 10**11, "s")),
    ),
    "later timestamps": (pa.array([0, FAR * 1000], pa.timestamp("s")), None),
    "late in UTC": (pa.array([0, 10**11 * 3], pa.timestamp("s", "UTC")), "+00:00"),
    "unknown zones": (
        pa.array([0, 60], pa.timestamp("s", "Mars/Base")),
        "1970-01-01T00:01:00+00:00",
    ),
    "late dates": (pa.array([0, 4_000_000], pa.date32()), str(np.datetime64(4_000_000, "D"))),
    "later dates": (pa.array([0, 2**31 - 1], pa.date32()), None),
    "late dates in ms": (
        pa.array([0, 86_400_000 * 4_000_000], pa.date64()),
        str(np.datetime64(4_000_000, "D")),
    ),
    "long durations": (pa.array([0, 2**60], pa.duration("s")), None),
    "fields twice": (
        pa.StructArray.from_arrays([pa.array([1, 2])] * 2, names=["a", "a"]),
        None,
    ),
    "late and nested": (pa.array([[0], [FAR]], pa.list_(pa.timestamp("s"))), None),
}


@pytest.mark.parametrize("name", BEYOND_PYTHON)
def test_what_python_cannot_hold(name, folder):
    column, text = BEYOND_PYTHON[name]
    table = pa.table({**TEXTS, "kept": column})
    write_table(table, folder / "in.arrow")
    for ending in (".arrow", ".arrows", ".parquet"):
        if ending == ".parquet" and name == "fields twice":
            continue  # which pyarrow writes and cannot read
        ended = batch("in.arrow", *SCORED, "-o", f"out{ending}")
        assert ended.code == 0, ended.message
        found = read_table(folder / f"out{ending}")["kept"]
        assert found.cast(column.type).combine_chunks().equals(column)
    ended = batch("in.arrow", *SCORED, "-o", "out.jsonl")
    if text is None:
        assert ended.code == 2
        assert "column 'kept': holds " in ended.message
    else:
        assert ended.code == 0, ended.message
        rows = [json.loads(line) for line in (folder / "out.jsonl").read_text().splitlines()]
        assert rows[1]["kept"].endswith(text)
        assert rows[0]["kept"].startswith("1970-01-01")


def test_bad_rows_with_such_columns_are_set_aside(folder):
    texts = {"mt": [None, "c"], "human": ["b a", "c"]}
    for column, _ in BEYOND_PYTHON.values():
        write_table(pa.table({**texts, "kept": column.take([1, 0])}), folder / "in.arrow")
        ended = batch("in.arrow", *SCORED, "-o", "out.arrow", "--errors", "bad")
        assert ended.code == 0, ended.message
        assert json.loads((folder / "bad").read_text())["row"] == 1


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
