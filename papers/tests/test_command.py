"""`hyperbaton reproduce` as a user runs it."""

import json
from pathlib import Path

import pytest
from judged_folders import make_rated
from processes import fail, succeed

from hyperbaton.cli import main

DATA = str(Path(__file__).parents[2] / "demo" / "judged")


def reproduce(*arguments):
    return succeed("reproduce", *arguments, "--data", DATA).stdout


@pytest.fixture(scope="module")
def document():
    return json.loads(reproduce("stanojevic-simaan-2016", "--samples", "40", "--format", "json"))


def cell(document, table, metric):
    (found,) = (t for t in document["tables"] if t["id"] == table)
    return found["rows"][metric][found["columns"].index("de-en")]


def test_json(document):
    assert document["paper"] == "stanojevic-simaan-2016"
    assert document["source"].startswith("Stanojević & Sima'an 2016, Hierarchical")
    kendall = cell(document, "stanojevic-simaan-2016-table-2", "KENDALL")
    assert kendall["published"] == 0.905
    assert kendall["published_margin"] == 0.016
    assert kendall["difference"] == pytest.approx(kendall["ours"] - 0.905)
    assert len(document["notes"]) >= 3


def test_without_samples_there_are_no_margins_and_no_records():
    text = reproduce("stanojevic-simaan-2016", "--samples", "0")
    assert "±0.016" in text  # the paper's
    assert "N/B/D by the t-test" not in text
    assert "Table 3 needs the bootstrap" in text
    assert "resamples" not in text


def test_figures(tmp_path):
    folder = tmp_path / "figures"
    text = reproduce("stanojevic-simaan-2014", "--samples", "0", "--figures", str(folder))
    assert "Effect of beta on de-en (stanojevic-simaan-2014-figure-8)" in text
    assert {path.name for path in folder.iterdir()} == {
        f"stanojevic-simaan-2014-figure-{name}.{suffix}"
        for name in ("7", "8", "7-tau-wmt14", "8-tau-wmt14", "10")
        for suffix in ("svg", "tsv")
    }
    header, *rows = (folder / "stanojevic-simaan-2014-figure-7.tsv").read_text().splitlines()
    assert header.split("\t") == ["series", "alpha", "tau", "bar"]
    assert len(rows) == 7 * 11
    assert rows[0].split("\t")[:2] == ["Kendall", "0.0"]


def test_figures_of_points_and_classes(tmp_path):
    data = make_rated(tmp_path / "wmt07-nc")
    folder = tmp_path / "figures"
    command = ("reproduce", "leusch-et-al-2003", "--data", str(data))
    text = succeed(*command, "--figures", str(folder)).stdout
    assert "Systems of WMT07-NC de-en, experiment B (leusch-et-al-2003-figure-3)" in text
    assert len(list(folder.iterdir())) == 8
    header, *rows = (folder / "leusch-et-al-2003-figure-2.tsv").read_text().splitlines()
    assert header.split("\t") == ["series", "manual score", "automatic score", "bar"]
    assert len(rows) == 4 * 3
    shorter = succeed(*command, "--max-words", "8").stdout
    assert "Sentences of at most 8 words in every output and reference" in shorter


def test_without_the_package_of_papers(monkeypatch):
    monkeypatch.setattr("hyperbaton.cli.find_spec", lambda name: None)
    assert main(["reproduce", "--help"]) == 2
    assert "run: pip install " in fail("reproduce", "x", "--data", DATA)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (
            ("paper-9", "--data", DATA),
            "there is no paper 'paper-9' to reproduce; there are leusch-et-al-2003, birch",
        ),
        (
            ("stanojevic-simaan-2016", "--data", DATA, "--figures", "x"),
            "--figures: this paper has no figures",
        ),
        (("stanojevic-simaan-2016", "--data", DATA, "--human-ranking", "x"), "win-ratio"),
    ],
)
def test_errors(arguments, message):
    assert message in fail("reproduce", *arguments)
