"""`hyperbaton tune` as a user runs it."""

import json

import pytest
from meta.conftest import make
from processes import fail, succeed

MIX = ["tune", "--mix", "chrf", "wer", "hyperbaton(part=order)"]
TWO = ["--data", "wmt13", "wmt15", "--lp", "de-en", "fi-en"]
TUNE = ["tune", "ribes", "--parameter", "alpha", "--range", "0", "1", "--folds", "2"]


@pytest.fixture
def years(tmp_path, monkeypatch):
    """Two years, of which the second has a language pair more."""
    make(tmp_path / "wmt13")
    make(tmp_path / "wmt15")
    make(tmp_path / "wmt15", "fi-en")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "caches"))
    return tmp_path


def test_a_parameter(years):
    document = json.loads(succeed(*TUNE, *TWO, "--format", "json").stdout)
    labels = [each["lp"] for each in document["tuned"]]
    assert labels == ["wmt13 de-en", "wmt15 de-en", "wmt15 fi-en"]
    tuned = document["tuned"][0]
    assert (tuned["parameter"], tuned["method"], len(tuned["folds"])) == ("alpha", "grid", 2)
    assert tuned["training"] >= tuned["start"]
    assert document["statistic"] == "tau-wmt14"
    text = succeed(*TUNE, *TWO, "--statistic", "consistency").stdout
    header, row, *_ = text.splitlines()
    assert "consistency  held out" in header
    assert row.split()[:3] == ["ribes", "wmt13", "de-en"]


@pytest.mark.parametrize("how", ["year", "pair", None])
def test_a_mixture(years, how):
    chosen = ["--hold-out", how] if how else ["--folds", "2"]
    document = json.loads(succeed(*MIX, *TWO, *chosen, "--format", "json").stdout)
    assert sum(feature["weight"] for feature in document["features"]) == pytest.approx(1.0)
    assert document["held_out"] == (how or "segments")
    assert [(each["folder"], each["lp"]) for each in document["sets"]] == [
        ("wmt13", "de-en"),
        ("wmt15", "de-en"),
        ("wmt15", "fi-en"),
    ]


def test_a_mixture_without_cross_validation(years):
    succeed(*MIX, *TWO, "--folds", "0", "-o", "out.txt")
    text = (years / "out.txt").read_text()
    assert "wer (negated)" in text
    assert "held out" not in text and "ceiling" not in text


def test_a_pair_that_no_year_has(years):
    message = fail(*MIX, *TWO, "ru-en")
    known = "wmt13 has de-en; wmt15 has de-en, fi-en"
    assert f"no test set has references/ru-en.NAME.txt; {known}" in message
