"""Finished parts: a killed run goes on to the result of one that was left alone."""

import json
import random
import signal
import time

import pyarrow as pa
import pyarrow.dataset as ds
import pyarrow.parquet as pq
import pytest
from batch_tables import fail, pairs, read_table, run, start, succeed, write_table

from hyperbaton.batch.parts import Parts
from hyperbaton.errors import InputError

COLUMNS = ["--hyp", "mt", "--ref", "human"]
SCORED = [*COLUMNS, "-m", "wer", "kendall", "-q"]
PIECES = [*SCORED, "--batch-rows", "10"]


def contents(path):
    if path.is_dir():
        return [(each.name, each.read_bytes()) for each in sorted(path.iterdir())]
    return path.read_bytes()


def rows_of(folder, name):
    """The files of finished parts."""
    place = folder / f"_{name}.parts" / "rows"
    return sorted(place.glob("part-*")) if place.exists() else []


def killed_at(command, folder, name, parts):
    """Starts a run and kills it when it has so many parts, or just after."""
    child = start(*command)
    while child.poll() is None and len(rows_of(folder, name)) < parts:
        time.sleep(0.001)
    time.sleep(random.uniform(0, 0.02))
    child.send_signal(signal.SIGKILL)
    child.communicate()


@pytest.mark.parametrize("name", ["out.parquet", "out.jsonl", "out/"])
def test_killed_runs_go_on_to_the_same_result(name, folder):
    table = pairs(6000)
    texts = [None if k % 700 == 3 else text for k, text in enumerate(table["mt"].to_pylist())]
    write_table(table.set_column(1, "mt", pa.array(texts)), folder / "in.parquet")
    further = ["--batch-rows", "50", "--errors", "bad.jsonl", "--summary", "sums.json"]
    command = ["in.parquet", *SCORED, "-m", "pef", *further, "-o"]
    files = [folder / "bad.jsonl", folder / "sums.json"]
    succeed(*command, f"whole{name[3:]}")
    expected = [contents(folder / f"whole{name[3:]}"), *map(contents, files)]
    for path in files:
        path.unlink()
    for at in (0, 5, 40):
        killed_at([*command, name, "--resume"], folder, name.rstrip("/"), at)
        assert not (folder / name).exists()
    succeed(*command, name, "--resume")
    assert [contents(folder / name), *map(contents, files)] == expected
    assert not list(folder.glob("_*"))


def stopped(monkeypatch, after, *argv):
    """A run that fails when it has so many parts."""
    add, done = Parts.add, []

    def failing(self, number, part):
        if len(done) == after:
            raise InputError("stopped")
        done.append(number)
        add(self, number, part)

    with monkeypatch.context() as patch:
        patch.setattr(Parts, "add", failing)
        return fail(*argv, "--threads", "1")


def test_what_is_finished_is_not_scored_again(folder, monkeypatch):
    """Scores in finished parts are changed, and turn up in the output."""
    write_table(pairs(100), folder / "in.parquet")
    message = stopped(monkeypatch, 4, "in.parquet", *PIECES[:-3], *PIECES[-2:], "-o", "out.tsv")
    assert "_out.tsv.parts keeps what is finished; run the same command with --resume" in message
    for path in rows_of(folder, "out.tsv")[:3]:
        table = pa.ipc.open_stream(path.read_bytes()).read_all()
        fake = table.set_column(3, table.schema.field("wer"), [pa.array([-7.0] * len(table))])
        with pa.ipc.new_stream(path, table.schema) as writer:
            writer.write_table(fake)
    succeed("in.parquet", *PIECES, "-o", "out.tsv", "--resume")
    scores = read_table(folder / "out.tsv")["wer"].to_pylist()
    assert scores[:30] == ["-7.0"] * 30 and "-7.0" not in scores[30:]


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        (["-m", "per"], "was written with metrics"),
        (["--lowercase"], "was written with preparation"),
        (["--batch-rows", "20"], "was written with batch rows 10; this run uses 20"),
        (["--statistics"], "was written with statistics False"),
        (["other.parquet"], "was written with inputs"),
    ],
)
def test_parts_of_another_run_are_refused(changes, words, folder, monkeypatch):
    write_table(pairs(100), folder / "in.parquet")
    write_table(pairs(100), folder / "other.parquet")
    stopped(monkeypatch, 4, "in.parquet", *PIECES, "-o", "out.jsonl")
    inputs = ["in.parquet", *changes] if changes == ["other.parquet"] else ["in.parquet"]
    command = [*inputs, *PIECES, *([] if len(inputs) > 1 else changes), "-o", "out.jsonl"]
    assert words in fail(*command, "--resume")
    assert "_out.jsonl.parts holds what a stopped run has finished; use --resume" in fail(*command)
    succeed(*command)  # from the beginning, since it may overwrite
    assert not list(folder.glob("_*"))


def test_a_run_that_stopped_at_a_bad_row_goes_on_with_a_file_for_them(folder):
    lines = [f"{k}\t{k} {k}" for k in range(100)]
    lines[45] = "no second field"
    (folder / "in.tsv").write_text("\n".join(["mt\thuman", *lines]))
    succeed("in.tsv", *PIECES, "-o", "whole.tsv", "--errors", "whole.jsonl")
    command = ["in.tsv", *PIECES, "-o", "out.tsv", "--resume"]
    assert "row 46: 1 field, expected 2" in fail(*command)
    assert len(rows_of(folder, "out.tsv")) > 3
    succeed(*command, "--errors", "bad.jsonl")
    assert contents(folder / "out.tsv") == contents(folder / "whole.tsv")
    assert contents(folder / "bad.jsonl") == contents(folder / "whole.jsonl")


def test_an_interrupted_run_says_how_to_go_on(folder):
    write_table(pairs(200_000), folder / "in.parquet")
    command = ["in.parquet", *COLUMNS, "-m", "pef", "-o", "out.tsv", "--batch-rows", "50"]
    child = start(*command)
    while len(rows_of(folder, "out.tsv")) < 3:
        time.sleep(0.001)
    child.send_signal(signal.SIGINT)
    _, err = child.communicate(timeout=60)
    assert child.returncode == 130, err
    assert err.startswith(b"hyperbaton: ") and b"--resume" in err and err.count(b"\n") == 1
    assert [path.name for path in folder.glob("*out.tsv*")] == ["_out.tsv.parts"]
    assert not list(folder.glob(".hyper*"))


def test_a_run_that_has_finished_nothing_leaves_nothing(folder):
    (folder / "in.tsv").write_text("mt\thuman\nx\n")
    assert "row 1: 1 field" in fail("in.tsv", *SCORED, "-o", "out.tsv")
    assert sorted(path.name for path in folder.iterdir()) == ["demo", "in.tsv"]


@pytest.mark.parametrize("kind", ["parquet", "arrow", "jsonl", "tsv"])
def test_a_folder_holds_the_rows_in_order(kind, folder):
    write_table(pairs(95), folder / "in.parquet")
    succeed("in.parquet", *PIECES, "-o", f"one.{kind}")
    succeed("in.parquet", *PIECES, "-o", "many/", "--format", kind)
    files = sorted((folder / "many").iterdir())
    assert [path.name for path in files] == [f"part-{k:06}.{kind}" for k in range(len(files))]
    tables = list(map(read_table, files))
    assert len(tables) > 9 and max(map(len, tables)) <= 10
    found = pa.concat_tables(tables)
    assert found.to_pylist() == read_table(folder / f"one.{kind}").to_pylist()
    assert not list(folder.glob("_*"))


def test_a_folder_is_read_by_others_as_it_is(folder):
    polars, duckdb = pytest.importorskip("polars"), pytest.importorskip("duckdb")
    write_table(pairs(95), folder / "in.parquet")
    succeed("in.parquet", *PIECES, "-o", "one.parquet")
    succeed("in.parquet", *PIECES, "-o", "many/")
    expected = pq.read_table(folder / "one.parquet")
    assert ds.dataset(folder / "many").to_table().equals(expected)
    assert polars.read_parquet(folder / "many").to_dicts() == expected.to_pylist()
    rows = duckdb.sql(f"select wer from '{folder}/many/*.parquet'").fetchall()
    assert [wer for (wer,) in rows] == expected["wer"].to_pylist()
    assert "many already exists; remove it" in fail("in.parquet", *PIECES, "-o", "many/")


def test_pipes_cannot_be_resumed(folder):
    data = json.dumps({"mt": "a", "human": "a"}).encode()
    ended = run("-", *SCORED, "-o", "out.tsv", "--resume", stdin=data)
    assert (ended.code, "--resume: <stdin> cannot be read again" in ended.message) == (2, True)
    write_table(pairs(5), folder / "in.parquet")
    assert "--resume: the output is not a file" in fail("in.parquet", *SCORED, "--resume")
