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
TABLE = pairs(60)
EXPECTED = expected_scores(TABLE, METRICS)


def columns(table, names):
    return {name: table[name].to_pylist() for name in names}


@pytest.mark.parametrize("ending", ENDINGS)
def test_every_format_gives_the_scores_of_score(ending, folder):
    path = write_table(TABLE, folder / f"in{ending}")
    succeed(path, "--hyp", "mt", "--ref", "human", "-m", *METRICS, "-o", "out.parquet")
    found = read_table("out.parquet")
    assert columns(found, EXPECTED) == EXPECTED
    assert found.select(TABLE.schema.names).equals(TABLE)


@pytest.mark.parametrize("ending", [".parquet", ".arrow", ".arrows", ".jsonl", ".tsv"])
def test_every_output_holds_the_same_numbers(ending, folder):
    path = write_table(TABLE, folder / "in.arrow")
    succeed(path, "--hyp", "mt", "--ref", "human", "-m", *METRICS, "-o", f"out{ending}")
    found = read_table(f"out{ending}")
    assert found.schema.names[:3] == TABLE.schema.names
    for name, scores in EXPECTED.items():
        cells = found[name].to_pylist()
        if ending == ".tsv":
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
    succeed(*paths, "--hyp", "mt", "--ref", "human", "-m", *METRICS, "-o", "out.parquet", *further)
    found = {row["id"]: row for row in read_table("out.parquet").to_pylist()}
    assert list(found) != [] and len(found) == 60
    for k, name in enumerate(TABLE["id"].to_pylist()):
        for metric, scores in EXPECTED.items():
            assert found[name][metric] == scores[k]


def test_rows_come_in_the_order_of_the_inputs(folder):
    for k in (2, 10, 1):
        write_table(TABLE.slice(k, 5), folder / f"part-{k:02}.parquet")
    named = ["part-10.parquet", "part-01.parquet"]
    succeed(*named, "--hyp", "mt", "--ref", "human", "-m", "wer", "-o", "out.parquet")
    expected = TABLE["id"].to_pylist()
    assert read_table("out.parquet")["id"].to_pylist() == expected[10:15] + expected[1:6]
    succeed("part-*.parquet", "--hyp", "mt", "--ref", "human", "-m", "wer", "-o", "out.parquet")
    ids = read_table("out.parquet")["id"].to_pylist()
    assert ids == expected[1:6] + expected[2:7] + expected[10:15]


def test_options_reach_the_metrics(folder):
    path = write_table(TABLE, folder / "in.parquet")
    options = ["--tokenize", "char", "--lowercase", "--matchers", "exact", "--language", "de"]
    succeed(
        path, "--hyp", "mt", "--ref", "human", "-m", "wer", "pef", *options, "-o", "out.parquet"
    )
    aligner = "best(matchers=exact)"
    expected = expected_scores(
        TABLE, ["wer", "pef"], tokenize="char", lowercase=True, aligner=aligner, language="de"
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


def test_random_text_round_trips(folder):
    """Whatever the texts are, they come out as they went in, in every format that can hold them."""
    chance = random.Random(3)
    texts = ["".join(chr(chance.randrange(32, 0x3000)) for _ in range(20)) for _ in range(50)]
    table = pa.table({"mt": texts, "human": texts[::-1]})
    for ending in (".parquet", ".jsonl", ".tsv"):
        path = write_table(table, folder / f"in{ending}")
        for output in ("out.parquet", "out.jsonl", "out.tsv"):
            succeed(path, "--hyp", "mt", "--ref", "human", "-m", "per", "-o", output)
            lines = read_table(output) if output != "out.tsv" else None
            assert lines is None or lines["mt"].to_pylist() == texts
