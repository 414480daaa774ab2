"""The command: scores of `score`, in any format; a killed run goes on to the same result."""

import json
import random
import signal
import time
from itertools import pairwise

import numpy as np
import pyarrow as pa
import pytest
from batch_tables import (
    ENDINGS,
    batch,
    expected_scores,
    fail,
    pairs,
    read_table,
    run,
    start,
    succeed,
    write_table,
)
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import hyperbaton
from hyperbaton.batch.run import Parts
from hyperbaton.errors import InputError

METRICS = ("wer", "kendall", "pef", "pet-size", "chrf", "bleu", "ter", "invwer", "hyperbaton")
COLUMNS = ["--hyp", "mt", "--ref", "human"]
SCORED = [*COLUMNS, "-m"]
TABLE = pairs(60)
EXPECTED = expected_scores(TABLE, METRICS)
OUTPUTS = [".parquet", ".arrow", ".arrows", ".jsonl", ".tsv", ".csv"]

# Numbers


@pytest.mark.parametrize(
    ("ending", "output"),
    [*((ending, ".parquet") for ending in ENDINGS), *((".arrow", each) for each in OUTPUTS)],
)
def test_every_format_holds_the_scores_of_score(ending, output, folder):
    path = write_table(TABLE, folder / f"in{ending}")
    succeed(path, *SCORED, *METRICS, "-o", f"out{output}")
    found = read_table(f"out{output}")
    assert found.select(TABLE.schema.names).to_pylist() == TABLE.to_pylist()
    for name, scores in EXPECTED.items():
        cells = found[name].to_pylist()
        if output in (".tsv", ".csv"):
            cells = [None if cell == "nan" else float(cell) for cell in cells]
        assert cells == scores


@settings(
    max_examples=15, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(
    st.integers(1, 70),
    st.integers(1, 4),
    st.lists(st.integers(1, 59), max_size=4, unique=True),
    st.sampled_from(ENDINGS),
    st.randoms(use_true_random=False),
)
def test_numbers_do_not_depend_on_how_the_work_is_cut(folder, rows, threads, cuts, ending, chance):
    bounds = [0, *sorted(cuts), 60]
    parts = [TABLE.slice(a, b - a) for a, b in pairwise(bounds)]
    order = list(range(len(parts)))
    chance.shuffle(order)
    paths = [write_table(parts[k], folder / f"p{k}{ending}") for k in order]
    further = ["--threads", str(threads), "--batch-rows", str(rows)]
    succeed(*paths, *SCORED, *METRICS, "-o", "out.parquet", *further)
    found = read_table("out.parquet")
    assert found["id"].to_pylist() == [name for k in order for name in parts[k]["id"].to_pylist()]
    by_id = {row["id"]: row for row in found.to_pylist()}
    for k, name in enumerate(TABLE["id"].to_pylist()):
        assert {metric: by_id[name][metric] for metric in EXPECTED} == {
            metric: scores[k] for metric, scores in EXPECTED.items()
        }


def test_options_reach_the_metrics(folder):
    path = write_table(TABLE, folder / "in.parquet")
    options = ["--tokenize", "char", "--lowercase", "--matchers", "exact", "--language", "cy"]
    succeed(path, *SCORED, "wer", "pef", *options, "-o", "out.parquet")
    choices = {"tokenize": "char", "lowercase": True, "language": "cy"}
    expected = expected_scores(TABLE, ["wer", "pef"], aligner="best(matchers=exact)", **choices)
    found = read_table("out.parquet")
    assert {name: found[name].to_pylist() for name in expected} == expected


@pytest.mark.parametrize(("rows", "cut"), [("7", 1), ("1000", 60)])
def test_scores_of_all_rows_together(rows, cut, folder):
    for name, part in (("b", TABLE.slice(cut)), ("a", TABLE.slice(0, cut))):
        write_table(part, folder / f"{name}.parquet")
    further = ["--summary", "sums.json", "-o", "out.parquet", "--batch-rows", rows]
    succeed("b.parquet", "a.parquet", *SCORED, *METRICS, *further)
    found = json.loads((folder / "sums.json").read_text("utf-8"))
    assert (found["rows"], found["errors"], len(found["statistics"]["wer"])) == (60, 0, 3)
    report = hyperbaton.score(TABLE["mt"].to_pylist(), [TABLE["human"].to_pylist()], METRICS)
    expected = {str(result.metric): result.score for result in report["system"]}
    scores = {each["metric"]: each["score"] for each in found["scores"]}
    assert scores == pytest.approx(expected, rel=1e-12)
    assert not [name for name in read_table("out.parquet").schema.names if "statistics" in name]
    succeed("a.parquet", *SCORED, "wer", *further, "--statistics")
    assert read_table("out.parquet").schema.names[-1] == "wer statistics"
    write_table(TABLE.slice(0, 0), folder / "a.parquet")
    succeed("a.parquet", *SCORED, *METRICS, *further)
    found = json.loads((folder / "sums.json").read_text("utf-8"))
    assert (found["rows"], {each["score"] for each in found["scores"]}) == (0, {None})


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ([], "nothing to compute; choose metrics with -m, or --src and --model"),
        (["-m", "wer"], "-m and --ref: neither works without the other"),
        (["--src", "id"], "--src and --model go together; make a model with align --save-model"),
        (["--src", "id", "--model", "no.npz"], "no.npz"),
    ],
)
def test_options_that_need_each_other(options, words, folder):
    write_table(TABLE, folder / "in.parquet")
    assert words in fail("in.parquet", "--hyp", "mt", *options)


# Columns that are only passed on

TEXTS = {"mt": ["a b", "c"], "human": ["b a", "c"]}
# Columns, with what JSONL holds for the second cell; ... where it cannot hold it.
KEPT = {
    "whole": (pa.array([0, 7], pa.uint8()), 7),
    "nan": (pa.array([1.5, float("nan")], pa.float32()), None),
    "flag": (pa.array([None, True]), True),
    "decimal": (pa.array([0, 7], pa.decimal128(10, 2)), "7.00"),
    "struct": (pa.array([None, {"a": 1, "b": {"c": "x"}}]), {"a": 1, "b": {"c": "x"}}),
    "late": (pa.array([0, 3 * 10**11], pa.timestamp("s")), "11476-08-15 05:20:00"),
    "zone": (pa.array([0, 60], pa.timestamp("s", "Mars/Base")), "1970-01-01 00:01:00Z"),
    "late and nested": (pa.array([[0], [2**40]], pa.list_(pa.timestamp("s"))), ...),
    "binary": (pa.array([b"\xff", b"a"]), ...),
    "dictionary": (pa.array(["x", "y"]).dictionary_encode(), "y"),
}


@pytest.mark.parametrize("name", KEPT)
def test_columns_come_out_as_they_went_in(name, folder):
    column, expected = KEPT[name]
    write_table(pa.table({**TEXTS, "kept": column}), folder / "in.arrow")
    for ending in (".arrow", ".arrows", ".parquet"):
        succeed("in.arrow", *SCORED, "wer", "-o", f"out{ending}")
        found = read_table(folder / f"out{ending}")["kept"].combine_chunks()
        if name == "nan":
            assert np.isnan(found[1].as_py())
        else:
            assert found.cast(column.type).equals(column)
    ended = batch("in.arrow", *SCORED, "wer", "-o", "out.jsonl", "-q")
    if expected is ...:
        assert ended.code == 2
        assert "column 'kept'" in ended.message and "write Parquet or Arrow" in ended.message
        assert not (folder / "out.jsonl").exists()
    else:
        assert ended.code == 0, ended.message
        rows = [json.loads(line) for line in (folder / "out.jsonl").read_text().splitlines()]
        assert rows[1]["kept"] == expected
    if name == "struct":
        assert "holds struct<" in fail("in.arrow", *SCORED, "wer", "-o", "out.csv")


def spoiled(kind):
    """A column of texts whose offsets lead out of the block."""
    width = np.int32 if kind == pa.string() else np.int64
    buffers = [None, pa.py_buffer(np.array([0, 1 << 30, 2], width)), pa.py_buffer(b"ab")]
    return pa.Array.from_buffers(kind, 2, buffers)


@pytest.mark.parametrize("kind", [pa.string(), pa.large_string()], ids=str)
@pytest.mark.parametrize("name", ["mt", "further"])
def test_impossible_offsets_are_an_error(kind, name):
    columns = {**TEXTS, "further": ["x", "y"], name: spoiled(kind)}
    batch = pa.RecordBatch.from_arrays(list(map(pa.array, columns.values())), list(columns))
    with pytest.raises(InputError, match="not an intact record batch"):
        list(hyperbaton.score_batches(batch, "wer", hyp="mt", ref="human"))


# Rows without scores


@pytest.mark.parametrize("rows", ["7", "1000"])
@pytest.mark.parametrize("output", ["out.parquet", "out.jsonl", "out.tsv", "out.csv"])
def test_rows_with_a_null_keep_their_place(output, rows, folder):
    table = pairs(300)
    nulls = sorted(random.Random(2).sample(range(300), 40))
    texts = [None if k in nulls else text for k, text in enumerate(table["human"].to_pylist())]
    table = table.set_column(2, "human", pa.array(texts, pa.string()))
    write_table(table, folder / "in.parquet")
    further = ["--batch-rows", rows, "-o", output]
    ended = succeed("in.parquet", *SCORED, "kendall", "--errors", "bad.jsonl", *further)
    assert "300 rows in" in ended.message and "40 of them without scores" in ended.message
    listed = [json.loads(line) for line in (folder / "bad.jsonl").read_text().splitlines()]
    reason = "column 'human' is null"
    assert listed == [{"file": "in.parquet", "row": k + 1, "reason": reason} for k in nulls]
    found = read_table(output)
    assert found["id"].to_pylist() == table["id"].to_pylist()
    without = [k for k, score in enumerate(found["kendall"].to_pylist()) if score in (None, "nan")]
    assert without == nulls
    before = (folder / output).read_bytes()
    succeed("in.parquet", *SCORED, "kendall", *further)  # nulls do not end a run
    assert (folder / output).read_bytes() == before


@pytest.mark.parametrize("kind", ["tsv", "csv"])
def test_rows_with_other_numbers_of_fields(kind, folder):
    text = "mt\thuman\na b\tb a\nx\n\nu\tv\tw\nc\tc\n"
    (folder / f"in.{kind}").write_text(text.replace("\t", "," if kind == "csv" else "\t"))
    command = [f"in.{kind}", *SCORED, "kendall", "-o", f"out.{kind}"]
    assert f"in.{kind}: row 2: 1 field, expected 2" in batch(*command).message
    succeed(*command, "--errors", "bad.jsonl")
    listed = [json.loads(line) for line in (folder / "bad.jsonl").read_text().splitlines()]
    assert [each["row"] for each in listed] == [2, 3, 4]
    found = read_table(f"out.{kind}")
    assert found["mt"].to_pylist() == ["a b", "", "", "", "c"]
    assert found["kendall"].to_pylist()[1:4] == ["nan"] * 3


def test_tabs_do_not_fit_into_tsv(folder):
    table = pa.table({"mt": ["a", "b"], "human": ["a", "b"], "note": ["x", "y\tz\nw"]})
    write_table(table, folder / "in.parquet")
    message = fail("in.parquet", *SCORED, "wer", "-o", "out.tsv", "-q")
    assert "in.parquet: row 2: column 'note' holds a tab or a line break" in message
    succeed("in.parquet", *SCORED, "wer", "-o", "out.csv")
    assert read_table("out.csv")["note"].to_pylist() == ["x", "y\tz\nw"]
    succeed("out.csv", *SCORED, "wer", "--prefix", "again ", "-o", "again.csv")
    assert read_table("again.csv")["note"].to_pylist() == ["x", "y\tz\nw"]


# Finished parts

QUIET = [*SCORED, "wer", "kendall", "-q"]
PIECES = [*QUIET, "--batch-rows", "10"]


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
    command = ["in.parquet", *QUIET, "-m", "pef", *further, "-o"]
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
    loud = [each for each in PIECES if each != "-q"]
    message = stopped(monkeypatch, 4, "in.parquet", *loud, "-o", "out.tsv")
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


def test_pipes_cannot_be_resumed(folder):
    data = json.dumps({"mt": "a", "human": "a"}).encode()
    ended = run("-", *QUIET, "-o", "out.tsv", "--resume", stdin=data)
    assert (ended.code, "--resume: <stdin> cannot be read again" in ended.message) == (2, True)
    write_table(pairs(5), folder / "in.parquet")
    assert "--resume: the output is not a file" in fail("in.parquet", *QUIET, "--resume")


# Where output goes


def test_outputs_that_are_not_written(folder):
    write_table(TABLE, folder / "in.parquet")
    for output in ("out.xlsx", "out.txt", "out.tsv.gz"):
        message = fail("in.parquet", *QUIET, "-o", output)
        assert f"{output}: cannot write a table with this extension; use one of .tsv" in message
    succeed("in.parquet", *QUIET, "-o", "out.txt", "--format", "csv")
    succeed("in.parquet", *QUIET, "-o", "out")
    assert (folder / "out").read_text().startswith("{")
    for option in ("--errors", "--summary"):
        assert "out.txt already exists" in fail("in.parquet", *QUIET, option, "out.txt")
    for output, errors in (("a.jsonl", "./a.jsonl"), ("-", "-")):
        message = fail("in.parquet", *QUIET, "-o", output, "--errors", errors)
        assert "two name the same file" in message


def test_the_input_may_be_the_output(folder):
    write_table(TABLE, folder / "in.parquet")
    message = fail("in.parquet", *QUIET, "-o", "in.parquet")
    assert "in.parquet already exists; use --overwrite to replace it" in message
    succeed("in.parquet", *QUIET, "-o", "in.parquet", "--overwrite")
    assert read_table("in.parquet")["wer"].to_pylist() == EXPECTED["wer"]


def test_standard_output(folder):
    write_table(TABLE, folder / "in.parquet")
    ended = run("in.parquet", *QUIET, "--format", "arrow")
    found = pa.ipc.open_stream(pa.BufferReader(ended.out)).read_all()
    assert (ended.code, found["wer"].to_pylist()) == (0, EXPECTED["wer"])
    assert ended.message == ""
    ended = run("in.parquet", *SCORED, "wer", "-o", "out.tsv")
    assert ended.message.startswith("hyperbaton: 60 rows in ") and ended.message.count("\n") == 1
