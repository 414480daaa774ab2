"""Scores of all rows together, beside the rows."""

import json

import pytest
from batch_tables import pairs, read_table, succeed, write_table

import hyperbaton

METRICS = ("wer", "bleu", "chrf", "kendall", "hyperbaton")
TABLE = pairs(120)
COMMAND = ["--hyp", "mt", "--ref", "human", "-m", *METRICS, "--summary", "summary.json"]


def summary_of(*argv):
    succeed(*argv)
    with open("summary.json", encoding="utf-8") as file:  # noqa: PTH123
        return json.load(file)


@pytest.mark.parametrize("rows", ["7", "1000"])
@pytest.mark.parametrize("cut", [1, 50])
def test_scores_are_those_of_score(rows, cut, folder):
    write_table(TABLE.slice(0, cut), folder / "a.parquet")
    write_table(TABLE.slice(cut), folder / "b.parquet")
    inputs = ["b.parquet", "a.parquet"]
    found = summary_of(*inputs, *COMMAND, "-o", "out.parquet", "--batch-rows", rows)
    assert (found["rows"], found["errors"]) == (120, 0)
    report = hyperbaton.score(TABLE["mt"].to_pylist(), [TABLE["human"].to_pylist()], METRICS)
    expected = {str(result.metric): result.score for result in report["system"]}
    assert {each["metric"]: each["score"] for each in found["scores"]} == pytest.approx(
        expected, rel=1e-12
    )
    assert found["statistics"]["rows"] == 120
    assert not [name for name in read_table("out.parquet").schema.names if "statistics" in name]


def test_statistics_are_kept_where_they_are_asked_for(folder):
    write_table(TABLE, folder / "in.parquet")
    summary_of("in.parquet", *COMMAND, "-o", "out.parquet", "--statistics")
    names = read_table("out.parquet").schema.names
    assert next(name for name in names if name.endswith(" statistics")) == "wer statistics"


def test_no_rows_have_no_scores(folder):
    write_table(TABLE.slice(0, 0), folder / "in.parquet")
    found = summary_of("in.parquet", *COMMAND, "-o", "out.parquet")
    assert found["rows"] == 0
    assert {each["score"] for each in found["scores"]} == {None}
