"""What `batch` reads: types of columns, patterns, partitioned folders, standard input."""

import json
from pathlib import Path

import pyarrow as pa
import pyarrow.dataset as ds
import pytest
from batch_tables import ENDINGS, fail, pairs, read_table, run, succeed, write_table
from hypothesis import given
from hypothesis import strategies as st

from hyperbaton.batch.inputs import Source, input_files
from hyperbaton.text import arrow_tables
from hyperbaton.text.arrow_tables import bounded

TABLE = pairs(30)
SCORED = ["--hyp", "mt", "--ref", "human", "-m", "wer"]


def wer(path):
    return read_table(path)["wer"].to_pylist()


@pytest.fixture
def expected(folder):
    write_table(TABLE, folder / "plain.parquet")
    succeed("plain.parquet", *SCORED, "-o", "expected.parquet")
    return wer("expected.parquet")


# Patterns and folders


def test_partitioned_folders_are_those_of_pyarrow(folder, expected):
    years = pa.array([2020 + k % 3 if k % 5 else None for k in range(30)])
    languages = pa.array(["de/at" if k % 2 else "fr" for k in range(30)])
    table = TABLE.append_column("year", years).append_column("lang", languages)
    fields = [("year", pa.int32()), ("lang", pa.string())]
    parts = ds.partitioning(pa.schema(fields), flavor="hive")
    ds.write_dataset(table, "data", format="parquet", partitioning=parts)
    (folder / "data" / "_SUCCESS").write_text("")
    (folder / "data" / ".hidden.parquet").write_text("")
    succeed("data", *SCORED, "-o", "out.parquet")
    found = read_table("out.parquet")
    discovered = ds.dataset("data", partitioning="hive", exclude_invalid_files=True).to_table()
    names = discovered.schema.names
    assert found.schema.names == [*names, "wer"]
    assert found.schema.field("year").type == discovered.schema.field("year").type
    by_id = {row["id"]: row for row in found.to_pylist()}
    assert {row["id"]: row for row in found.select(names).to_pylist()} == {
        row["id"]: row for row in discovered.to_pylist()
    }
    assert [by_id[name]["wer"] for name in TABLE["id"].to_pylist()] == expected


@pytest.mark.parametrize(
    ("names", "words"),
    [
        (["none.parquet"], "none.parquet: cannot be read (No such file or directory)"),
        (["none-*.parquet"], "no file matches this pattern"),
        (["empty"], "empty: no tables in this folder"),
        (["plain.txt"], "cannot tell the format"),
        (["plain.parquet.gz"], "Parquet is not read from gzip"),
        (["plain.parquet", "./plain.parquet"], "duplicate "),
        (["plain.parquet", "other.parquet"], "other.parquet: has other columns than plain.parquet"),
        (["mixed"], "mixed/a=1/x.parquet: folders give other columns than before: a"),
    ],
)
def test_inputs_that_cannot_be_read(names, words, folder):
    write_table(TABLE, folder / "plain.parquet")
    write_table(TABLE.drop_columns(["id"]), folder / "other.parquet")
    (folder / "empty").mkdir()
    (folder / "plain.txt").write_text("x")
    (folder / "mixed" / "a=1").mkdir(parents=True)
    for name in ("a.parquet", "a=1/x.parquet"):
        write_table(TABLE, folder / "mixed" / name)
    assert words in fail(*names, *SCORED, "-o", "out.parquet")
    assert not (folder / "out.parquet").exists()


def test_patterns_are_sorted_and_a_name_with_their_marks_is_a_name(folder, expected):
    for k in (2, 10, 1):
        write_table(TABLE.slice(k, 5), folder / f"part-{k:02}.parquet")
    succeed("part-*.parquet", *SCORED, "-o", "out.parquet")
    assert wer("out.parquet") == expected[1:6] + expected[2:7] + expected[10:15]
    write_table(TABLE, folder / "a[1].parquet")
    succeed("a[1].parquet", *SCORED, "-o", "out.parquet")
    assert wer("out.parquet") == expected


# Standard input and pipes


@pytest.mark.parametrize("ending", [each for each in ENDINGS if not each.endswith((".gz", ".csv"))])
def test_standard_input(ending, folder, expected):
    data = Path(write_table(TABLE, folder / f"in{ending}")).read_bytes()
    ended = run("-", *SCORED, stdin=data)
    if ending == ".parquet":
        assert ended.code == 2
        assert "Parquet cannot be read from a pipe" in ended.message
        return
    assert ended.code == 0, ended.message
    lines = ended.out.decode().splitlines()
    if ending == ".tsv":
        found = [float(line.split("\t")[-1]) for line in lines[1:]]
    else:
        found = [json.loads(line)["wer"] for line in lines]
    assert found == expected


# Pieces


@given(st.lists(st.lists(st.integers(0, 300), max_size=20), max_size=6), st.integers(1, 12))
def test_bounded_batches_hold_the_same_rows(lengths, rows):
    texts = [["x" * n for n in each] for each in lengths]
    batches = [pa.RecordBatch.from_pydict({"t": pa.array(each, pa.string())}) for each in texts]
    found = list(bounded(batches, rows))
    assert [v for b in found for v in b["t"].to_pylist()] == [v for each in texts for v in each]
    assert all(1 <= each.num_rows <= rows for each in found)


@pytest.mark.parametrize("ending", [".parquet", ".arrows", ".jsonl", ".tsv"])
def test_pieces_of_wide_rows_are_short(ending, folder):
    wide, most = "word " * 60_000, arrow_tables.MOST_BYTES
    table = pa.table({"id": list(range(100)), "mt": [f"{k} {wide}" for k in range(100)]})
    path = write_table(table, folder / f"in{ending}")
    pieces = list(Source(input_files([path]), ["mt"]).pieces())
    found = [int(k) for piece in pieces for k in piece.batch["id"].to_pylist()]
    assert found == list(range(100))
    assert all(piece.batch.nbytes <= 1.1 * most for piece in pieces)


def test_types_in_json_are_those_of_the_first_rows_that_fit(folder):
    rows = [{"mt": "a", "human": "a", "n": k} for k in range(20)]
    rows[7]["n"] = "seven"
    rows[9]["mt"] = 9
    (folder / "in.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    message = fail("in.jsonl", *SCORED, "-o", "out.jsonl")
    assert "in.jsonl: row 8: does not fit the types of the first rows (" in message
    succeed("in.jsonl", *SCORED, "-o", "out.jsonl", "--errors", "bad.jsonl")
    bad = [json.loads(line) for line in (folder / "bad.jsonl").read_text().splitlines()]
    assert [each["row"] for each in bad] == [8, 10]
