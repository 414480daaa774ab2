"""Scoring a language pair: as `hyperbaton score` does, and in its own language."""

from dataclasses import replace

import pytest
from meta.conftest import assert_scores_of, make

import hyperbaton
from hyperbaton import Preparation
from hyperbaton.alignment import Aligner
from hyperbaton.errors import InputError, OptionError
from hyperbaton.meta import SystemScorer, read_evaluation_set
from hyperbaton.meta.evaluation_set import target_language
from hyperbaton.metrics import as_metric

METRICS = [as_metric(name) for name in ("wer", "bleu", "chrf")]


@pytest.fixture
def data(folder):
    return read_evaluation_set(str(folder), "de-en")


@pytest.mark.parametrize("second", [None, ["on the mat sat a cat", "", "rain"]])
def test_scores_are_those_of_the_score_command(folder, second):
    """A blank second reference is none."""
    if second:
        (folder / "references" / "de-en.refB.txt").write_text("\n".join(second) + "\n")
    data = read_evaluation_set(str(folder), "de-en")
    streams = [list(stream) for stream in zip(*data.references, strict=True)]
    if second:
        streams[1][1] = None
    report = hyperbaton.score(dict(data.outputs), streams, METRICS)
    assert ("refs:var" in report.records()[0]["signature"]) == bool(second)
    found = SystemScorer(data).score(METRICS)
    assert_scores_of(data, found, report)
    assert found[0].system_scores.argmax() == data.systems.index("good")  # errors are turned


def test_errors_name_pair_system_and_metric(folder):
    long = " ".join(f"w{k}" for k in range(300))
    for name in ("good", "fair"):
        path = folder / "system-outputs" / "de-en" / f"{name}.txt"
        path.write_text(f"{' '.join(reversed(long.split()))}\nb\nc\n")
    (folder / "references" / "de-en.refA.txt").write_text(f"{long}\nb\nc\n")
    with pytest.raises(InputError, match="de-en: fair: segment 1: invwer: too long"):
        SystemScorer(read_evaluation_set(str(folder), "de-en")).score([as_metric("invwer")])


@pytest.mark.parametrize(
    ("pair", "language"),
    [
        ("de-en", "en"),
        ("en-pt_BR", "pt"),
        ("en-cz", "cs"),
        ("test", None),
    ],
)
def test_the_language_is_that_of_the_target(pair, language):
    assert target_language(pair) == language


def test_every_pair_is_scored_in_its_own_language(folder):
    """German stems match `Haus` and `Häuser`; English ones do not."""
    make(folder, "en-de")
    (folder / "references" / "en-de.refA.txt").write_text("die Häuser sind alt\nx\ny\n")
    for path in (folder / "system-outputs" / "en-de").iterdir():
        path.write_text("alt ist das Haus\nx\ny\n")
    german, english = (read_evaluation_set(str(folder), pair) for pair in ("en-de", "de-en"))
    kendall = as_metric("kendall")
    assert "|align:exact,stem|lang:de|" in SystemScorer(german).signature(kendall)
    assert "|align:exact,stem,synonym|lang:en|" in SystemScorer(english).signature(kendall)
    found = SystemScorer(german).score([kendall])
    streams = [[group[0] for group in german.references]]
    report = hyperbaton.score(dict(german.outputs), streams, [kendall], language="de")
    assert_scores_of(german, found, report)
    (other,) = SystemScorer(replace(german, pair="de-en")).score([kendall])
    assert found[0].segments[0, 0] != other.segments[0, 0]
    with pytest.raises(OptionError, match=r"de-en translates into 'en', but .* 'de'"):
        SystemScorer(english, Preparation(aligner=Aligner(language="de")))
    SystemScorer(english, Preparation(aligner=Aligner(language="en")))
