"""Scores of `batch` are those of `score --segments`, to the last bit, however the work is cut."""

import json
import random
from itertools import pairwise

import pyarrow as pa
import pytest
from batch_tables import ENDINGS, expected_scores, pairs, read_table, succeed, write_table
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import hyperbaton
from hyperbaton.cli import main

METRICS = (
    "wer",
    "per",
    "kendall",
    "pef",
    "pet-size",
    "chrf",
    "bleu",
    "ter",
    "invwer",
    "hyperbaton",
)
SCORED = ["--hyp", "mt", "--ref", "human", "-m"]
TABLE = pairs(60)
EXPECTED = expected_scores(TABLE, METRICS)


def columns(table, names):
    return {name: table[name].to_pylist() for name in names}


OUTPUTS = [".parquet", ".arrow", ".arrows", ".jsonl", ".tsv", ".csv"]


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


def test_scores_are_those_that_score_prints(folder, capsys):
    metrics = ["kendall", "pef", "bleu", "wer"]
    files = ["demo/en/reference.txt", "-i", "demo/en/calque.txt", "-q", "--segments"]
    assert main(["score", *files, "--format", "json", "-m", *metrics]) == 0
    printed = json.loads(capsys.readouterr().out)
    ended = succeed("demo/en/pairs.tsv", "--hyp", "calque", "--ref", "reference", "-m", *metrics)
    header, *rows = [line.split("\t") for line in ended.out.decode().splitlines()]
    (system,) = printed["systems"]
    for result in system["scores"]:
        name = result["metric"]
        place = header.index(name)
        assert [float(row[place]) for row in rows] == result["segments"]


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
    paths = [write_table(part, folder / f"p{k}{ending}") for k, part in enumerate(parts)]
    chance.shuffle(paths)
    further = ["--threads", str(threads), "--batch-rows", str(rows)]
    succeed(*paths, *SCORED, *METRICS, "-o", "out.parquet", *further)
    found = {row["id"]: row for row in read_table("out.parquet").to_pylist()}
    assert list(found) != [] and len(found) == 60
    for k, name in enumerate(TABLE["id"].to_pylist()):
        for metric, scores in EXPECTED.items():
            assert found[name][metric] == scores[k]


def test_rows_come_in_the_order_of_the_inputs(folder):
    for k in (2, 10, 1):
        write_table(TABLE.slice(k, 5), folder / f"part-{k:02}.parquet")
    named = ["part-10.parquet", "part-01.parquet"]
    succeed(*named, *SCORED, "wer", "-o", "out.parquet")
    expected = TABLE["id"].to_pylist()
    assert read_table("out.parquet")["id"].to_pylist() == expected[10:15] + expected[1:6]
    succeed("part-*.parquet", *SCORED, "wer", "-o", "out.parquet")
    ids = read_table("out.parquet")["id"].to_pylist()
    assert ids == expected[1:6] + expected[2:7] + expected[10:15]


def test_options_reach_the_metrics(folder):
    path = write_table(TABLE, folder / "in.parquet")
    options = ["--tokenize", "char", "--lowercase", "--matchers", "exact", "--language", "cy"]
    succeed(path, *SCORED, "wer", "pef", *options, "-o", "out.parquet")
    aligner = "best(matchers=exact)"
    expected = expected_scores(
        TABLE, ["wer", "pef"], tokenize="char", lowercase=True, aligner=aligner, language="cy"
    )
    assert columns(read_table("out.parquet"), expected) == expected


def test_several_references_some_of_them_null(folder):
    others = [None if k % 3 == 0 else f"x {text}" for k, text in enumerate(TABLE["mt"].to_pylist())]
    table = TABLE.append_column("other", pa.array(others))
    path = write_table(table, folder / "in.parquet")
    succeed(path, "--hyp", "mt", "--ref", "human", "other", "-m", "ter", "-o", "out.parquet")
    report = hyperbaton.score(
        TABLE["mt"].to_pylist(), [TABLE["human"].to_pylist(), others], ["ter"]
    )
    assert read_table("out.parquet")["ter"].to_pylist() == report["ter"].segments.tolist()


@pytest.mark.parametrize(("rows", "cut"), [("7", 1), ("1000", 50), ("1000", 60)])
def test_scores_of_all_rows_together(rows, cut, folder):
    for name, part in (("b", TABLE.slice(cut)), ("a", TABLE.slice(0, cut))):
        write_table(part, folder / f"{name}.parquet")
    further = ["--summary", "sums.json", "-o", "out.parquet", "--batch-rows", rows]
    succeed("b.parquet", "a.parquet", *SCORED, *METRICS, *further)
    found = json.loads((folder / "sums.json").read_text("utf-8"))
    assert (found["rows"], found["errors"], found["statistics"]["rows"]) == (60, 0, 60)
    report = hyperbaton.score(TABLE["mt"].to_pylist(), [TABLE["human"].to_pylist()], METRICS)
    expected = {str(result.metric): result.score for result in report["system"]}
    scores = {each["metric"]: each["score"] for each in found["scores"]}
    assert scores == pytest.approx(expected, rel=1e-12)
    assert not [name for name in read_table("out.parquet").schema.names if "statistics" in name]
    succeed("a.parquet", *SCORED, "wer", *further, "--statistics")
    assert read_table("out.parquet").schema.names[-1] == "wer statistics"


def test_no_rows_have_no_scores(folder):
    write_table(TABLE.slice(0, 0), folder / "in.parquet")
    succeed("in.parquet", *SCORED, *METRICS, "--summary", "sums.json", "-o", "out.parquet")
    found = json.loads((folder / "sums.json").read_text("utf-8"))
    assert (found["rows"], {each["score"] for each in found["scores"]}) == (0, {None})


def test_random_text_round_trips(folder):
    """Whatever the texts are, they come out as they went in, in every format that can hold them."""
    chance = random.Random(3)
    texts = ["".join(chr(chance.randrange(32, 0x3000)) for _ in range(20)) for _ in range(50)]
    table = pa.table({"mt": texts, "human": texts[::-1]})
    for ending in (".parquet", ".jsonl", ".tsv"):
        path = write_table(table, folder / f"in{ending}")
        for output in ("out.parquet", "out.jsonl", "out.tsv"):
            succeed(path, *SCORED, "per", "-o", output)
            lines = read_table(output) if output != "out.tsv" else None
            assert lines is None or lines["mt"].to_pylist() == texts
