"""What `batch` reads: types of columns, patterns, partitioned folders, standard input."""

import io
import json
import os
import subprocess
import sys
import threading
from pathlib import Path

import pyarrow as pa
import pyarrow.dataset as ds
import pyarrow.parquet as pq
import pytest
from batch_tables import ENDINGS, batch, fail, pairs, read_table, run, succeed, write_table
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from hyperbaton.batch.inputs import input_files
from hyperbaton.batch.source import Source
from hyperbaton.text.arrow_tables import Limits, bounded

TABLE = pairs(30)
SCORED = ["--hyp", "mt", "--ref", "human", "-m", "wer"]


def wer(path):
    return read_table(path)["wer"].to_pylist()


@pytest.fixture
def expected(folder):
    write_table(TABLE, folder / "plain.parquet")
    succeed("plain.parquet", *SCORED, "-o", "expected.parquet")
    return wer("expected.parquet")


TYPES = ["string", "large_string", "string_view", "dictionary"]


@pytest.mark.parametrize("output", ["out.arrows", "out.arrow", "out.jsonl", "out.parquet"])
@pytest.mark.parametrize("kind", TYPES)
def test_texts_of_every_type(kind, output, folder, expected):
    if kind == "string_view" and not hasattr(pa, "string_view"):
        pytest.skip("this pyarrow has no views")
    wanted = pa.dictionary(pa.int8(), pa.string()) if kind == "dictionary" else getattr(pa, kind)()
    columns = {name: TABLE[name].combine_chunks() for name in TABLE.schema.names}
    columns |= {name: columns[name].cast(wanted) for name in ("mt", "human")}
    table = pa.table(columns)
    write_table(table, folder / "in.arrows")
    ended = batch("in.arrows", *SCORED, "-o", output, "--batch-rows", "7")
    if ended.code == 2 and kind == "string_view":
        assert "Parquet cannot hold these columns" in ended.message  # pyarrow before it could
        return
    assert ended.code == 0, ended.message
    assert wer(output) == expected
    found = read_table(output)
    assert found["mt"].to_pylist() == TABLE["mt"].to_pylist()
    if output == "out.arrows":
        assert found.schema.field("mt").type == wanted


def test_a_prefix_makes_room_for_a_column(folder):
    write_table(pa.table({"mt": ["a"], "human": ["a"], "wer": [1]}), folder / "in.parquet")
    succeed("in.parquet", *SCORED, "--prefix", "my ", "-o", "out.parquet")
    assert read_table("out.parquet").schema.names == ["mt", "human", "wer", "my wer"]


# Patterns and folders


def test_partitioned_folders_are_those_of_pyarrow(folder, expected):
    years = pa.array([2020 + k % 3 for k in range(30)])
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


def test_nulls_in_names_of_folders(folder):
    for name in ("k=1", "k=__HIVE_DEFAULT_PARTITION__"):
        (folder / "data" / name).mkdir(parents=True)
        write_table(TABLE.slice(0, 2), folder / "data" / name / "a.parquet")
    succeed("data", *SCORED, "-o", "out.parquet")
    assert read_table("out.parquet")["k"].to_pylist() == [1, 1, None, None]


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
        ([""], "cannot tell the format"),
        (["~/x.parquet"], "the shell did not expand ~"),
    ],
)
def test_inputs_that_cannot_be_read(names, words, folder):
    write_table(TABLE, folder / "plain.parquet")
    write_table(TABLE.drop_columns(["id"]), folder / "other.parquet")
    (folder / "empty").mkdir()
    (folder / "plain.txt").write_text("x")
    assert words in fail(*names, *SCORED, "-o", "out.parquet")
    assert not (folder / "out.parquet").exists()


def test_a_name_with_marks_of_patterns_is_a_name(folder, expected):
    write_table(TABLE, folder / "a[1].parquet")
    succeed("a[1].parquet", *SCORED, "-o", "out.parquet")
    assert wer("out.parquet") == expected


def test_the_input_may_be_the_output(folder, expected):
    message = fail("plain.parquet", *SCORED, "-o", "plain.parquet")
    assert "plain.parquet already exists; use --overwrite to replace it" in message
    succeed("plain.parquet", *SCORED, "-o", "plain.parquet", "--overwrite")
    assert wer("plain.parquet") == expected


# Standard input and pipes


def test_outputs_that_are_not_written(folder):
    write_table(TABLE, folder / "in.parquet")
    for output in ("out.xlsx", "out.txt", "out.xml", "out.tsv.gz"):
        message = fail("in.parquet", *SCORED, "-o", output)
        assert f"{output}: cannot write a table with this extension; use one of .tsv" in message
    succeed("in.parquet", *SCORED, "-o", "out.txt", "--format", "csv")
    succeed("in.parquet", *SCORED, "-o", "out")
    assert (folder / "out").read_text().startswith("{")
    with (folder / "redirected").open("wb") as file:  # which is there, but the shell's
        stdout = run("in.parquet", *SCORED, "-o", "/dev/stdout", "--format", "tsv", stdout=file)
    assert stdout.code == 0 and (folder / "redirected").read_text().count("\n") == 31
    for option in ("--errors", "--summary"):
        assert "out.txt already exists" in fail("in.parquet", *SCORED, option, "out.txt")


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


def test_arrow_on_standard_output(folder, expected):
    ended = run("plain.parquet", *SCORED, "--format", "arrow")
    assert ended.code == 0, ended.message
    found = pa.ipc.open_stream(io.BytesIO(ended.out)).read_all()
    assert found["wer"].to_pylist() == expected


def test_a_named_pipe(folder, expected):
    data = Path(write_table(TABLE, folder / "in.jsonl")).read_bytes()
    os.mkfifo(folder / "pipe.jsonl")
    writer = threading.Thread(target=lambda: (folder / "pipe.jsonl").write_bytes(data))
    writer.start()
    succeed("pipe.jsonl", *SCORED, "-o", "out.parquet")
    writer.join()
    assert wer("out.parquet") == expected


def test_progress_is_for_people(folder):
    command = [sys.executable, "-m", "hyperbaton", "batch", "demo/en/pairs.tsv"]
    command += ["--hyp", "loom", "--ref", "reference", "-m", "wer"]
    ended = subprocess.run(command, cwd=folder, capture_output=True, encoding="utf-8")
    assert ended.stderr.startswith("hyperbaton: 24 rows in ")
    assert ended.stderr.count("\n") == 1
    assert subprocess.run([*command, "-q"], cwd=folder, capture_output=True).stderr == b""


# Pieces


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    st.lists(st.lists(st.integers(0, 300), max_size=20), max_size=6),
    st.integers(1, 12),
    st.integers(1, 400),
)
def test_bounded_batches_hold_the_same_rows(lengths, rows, size):
    kind = pa.schema([pa.field("t", pa.string())])
    batches = [
        pa.RecordBatch.from_arrays([pa.array(["x" * n for n in each], pa.string())], schema=kind)
        for each in lengths
    ]
    found = list(bounded(batches, Limits(rows, size)))
    assert [v for b in found for v in b["t"].to_pylist()] == [
        v for b in batches for v in b["t"].to_pylist()
    ]
    for each in found:
        assert 1 <= each.num_rows <= rows


def test_memory_is_bounded_by_the_size_of_rows(folder):
    """Pieces of wide rows are short, in every format."""
    wide = "word " * 20_000
    table = pa.table({"mt": [wide] * 100, "human": [wide] * 100})
    for ending in (".parquet", ".arrows", ".jsonl", ".tsv"):
        path = write_table(table, folder / f"in{ending}")
        source = Source(input_files([path]), ["mt"], Limits(1000, 1 << 20))
        pieces = list(source.pieces())
        assert sum(len(piece.batch) for piece in pieces) == 100
        assert all(piece.batch.nbytes <= 1 << 20 for piece in pieces)


def test_types_in_json_are_those_of_most_rows(folder):
    rows = [{"mt": "a", "human": "a", "n": k} for k in range(20)]
    rows[7]["n"] = "seven"
    rows[9]["mt"] = 9
    (folder / "in.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    message = fail("in.jsonl", *SCORED, "-o", "out.jsonl")
    assert "in.jsonl: row 8: does not fit the types of the first rows (" in message
    succeed("in.jsonl", *SCORED, "-o", "out.jsonl", "--errors", "bad.jsonl")
    bad = [json.loads(line) for line in (folder / "bad.jsonl").read_text().splitlines()]
    assert [each["row"] for each in bad] == [8, 10]
    assert bad[0]["columns"] == rows[7]


def test_parquet_is_read_a_part_of_a_group_at_a_time(folder):
    pq.write_table(pairs(5000), folder / "in.parquet", row_group_size=5000)
    source = Source(input_files(["in.parquet"]), ["mt"], Limits(100))
    sizes = [piece.batch.num_rows for piece in source.pieces()]
    assert sizes == [100] * 50
    assert source.row_count == 5000
