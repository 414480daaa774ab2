"""`hyperbaton tune --mix` as a user runs it."""

import json

import pytest
from meta.conftest import make
from processes import fail, run, succeed

MIX = ["tune", "--mix", "chrf", "wer", "hyperbaton(part=order)"]
TWO = ["--data", "wmt13", "wmt15", "--lp", "de-en", "fi-en"]


@pytest.fixture
def years(tmp_path, monkeypatch):
    """Two years, of which the second has a language pair more."""
    make(tmp_path / "wmt13")
    make(tmp_path / "wmt15")
    make(tmp_path / "wmt15", "fi-en")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_years_and_language_pairs_are_held_out(years):
    result = succeed(*MIX, *TWO, "--hold-out", "year", "pair", "--format", "json")
    document = json.loads(result.stdout)
    assert document["nonnegative"] is True
    assert [feature["negated"] for feature in document["features"]] == [False, True, False]
    assert sum(feature["weight"] for feature in document["features"]) == pytest.approx(1.0)
    assert [(each["folder"], each["lp"]) for each in document["fitted"]] == [
        ("wmt13", "de-en"),
        ("wmt15", "de-en"),
        ("wmt15", "fi-en"),
    ]
    year, pair = document["held_out"]
    assert list(year["weights"]) == ["wmt13", "wmt15"]
    assert list(pair["weights"]) == ["de-en", "fi-en"]
    assert year["statistic"] == "tau-wmt14"


def test_folds_of_segments_by_default(years):
    arguments = [*MIX, "--data", "wmt13", "--lp", "de-en"]
    text = succeed(*arguments, "--folds", "2", "--statistic", "consistency").stdout
    assert "wer (negated)" in text
    assert "consistency: each fold of segments with weights fitted to the others" in text
    for nothing in (["--folds", "0"], ["--hold-out", "none"]):
        rows = succeed(*arguments, *nothing, "--format", "tsv").stdout.splitlines()
        assert [row.split("\t")[0] for row in rows[1:]] == ["weight"] * 3 + ["importance"] * 3


def test_a_test_set_is_measured_only(years):
    fitted = ["--data", "wmt13", "--lp", "de-en", "fi-en", "--hold-out", "none"]
    found = succeed(*MIX, *fitted, "--test", "wmt15", "--free", "--l2", "0.1", "-o", "out.txt")
    assert found.stdout == ""
    text = (years / "out.txt").read_text()
    assert "free weights fitted to 4 pairs of 1 set, l2 0.1" in text
    assert "tau-wmt14: test sets, to which nothing was fitted" in text
    assert ["de-en", "fi-en", "mean"] in [line.split() for line in text.splitlines()]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--mix", "chrf", "--data", "wmt13"], "a mixture needs at least 2 features, got 1"),
        (["--mix", "chrf", "chrf", "--data", "wmt13"], "duplicate chrf"),
        (["--mix", "chrf", "wer", "--data", "wmt13", "wmt13/"], "duplicate wmt13/ in --data"),
        (["--mix", "chrf", "wer", "--data", "wmt13", "--test", "wmt13"], "duplicate "),
        (["--mix", "chrf", "wer", "--data", "nowhere"], "nowhere has none"),
        (
            ["--mix", "chrf", "wer", "--data", "wmt13", "--hold-out", "year"],
            "needs a second test set to fit on, got wmt13 alone",
        ),
        (
            ["--mix", "chrf", "wer", "--data", "wmt13", "--hold-out", "none", "pair"],
            "--hold-out: none stands alone",
        ),
        (["--mix", "chrf", "wer", "--data", "wmt13", "--hold-out", "all"], "invalid choice: 'all'"),
        (
            ["--mix", "chrf", "wer", "--data", "wmt13", "--folds", "1"],
            "folds: expected 0 or a whole number from 2 to 1000",
        ),
        (
            ["--mix", "chrf", "wer", "--data", "wmt13", "--l2", "-1"],
            "--l2: expected a number from 0 to 1000000000",
        ),
        (
            ["--mix", "chrf", "wer", "--data", "wmt13", "--statistic", "r"],
            "statistic: expected tau ",
        ),
        (
            ["--mix", "chrf", "wer", "--data", "wmt13", "--joint"],
            "--joint does not go with --mix; leave it out",
        ),
        (
            ["--mix", "chrf", "wer", "--data", "wmt13", "--parameter", "beta"],
            "not allowed with argument --mix",
        ),
        (["ribes", "--data", "wmt13"], "one of the arguments --parameter --mix is required"),
        (
            ["ribes", "--parameter", "alpha", "--data", "wmt13", "--hold-out", "pair"],
            "--hold-out does not go with --parameter; leave it out",
        ),
        (
            ["ribes", "--parameter", "alpha", "--data", "wmt13", "wmt15"],
            "a parameter is tuned on one folder; --mix takes several",
        ),
    ],
)
def test_bad_mixtures(years, arguments, message):
    assert message in fail("tune", *arguments, "--lp", "de-en")


def test_a_pair_that_no_year_has(years):
    message = fail(*MIX, *TWO, "ru-en")
    known = "wmt13 has de-en; wmt15 has de-en, fi-en"
    assert f"no test set has references/ru-en.NAME.txt; {known}" in message


def test_help_teaches(years):
    text = run("tune", "--help").stdout
    assert "with --mix:" in text
    assert "hyperbaton tune --mix chrf meteor ter --data wmt13 --test wmt15" in text
