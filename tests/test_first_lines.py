"""First lines of users of sacreBLEU or pandas, beyond those that docs/python.md runs."""

import pytest

import hyperbaton
from hyperbaton import Aligner, metrics, score
from hyperbaton.errors import OptionError

HYPOTHESES = ["in the lobby at noon", "he has a book read"]
REFERENCES = [["at noon in the lobby", "he has read a book"]]


@pytest.fixture
def report():
    return score({"loom": HYPOTHESES, "calque": REFERENCES[0]}, REFERENCES, ["bleu", "pef"])


def test_a_metric_of_several_systems_teaches(report):
    with pytest.raises(KeyError, match=r"report\[system\]\[metric\]"):
        report["pef"]


def test_a_metric_that_was_not_scored_teaches(report):
    with pytest.raises(KeyError, match="there are bleu, pef"):
        report["loom"]["ter"]


def test_a_data_frame(report):
    pandas = pytest.importorskip("pandas", reason="needs pandas")
    frame = report.to_pandas()
    assert isinstance(frame, pandas.DataFrame)
    table = frame.pivot(index="system", columns="metric", values="score")
    assert table.loc["calque", "pef"] == 1.0


def test_sacrebleus_arguments_that_work():
    assert metrics.Chrf(beta=3).beta == 3.0
    report = score(HYPOTHESES, REFERENCES, "bleu", tokenize="intl", lowercase=True)
    assert "tok:intl|case:lower" in report["bleu"].signature
    text = metrics.Bleu().corpus_score(HYPOTHESES, REFERENCES, tokenize="none").signature
    assert "tok:none" in text
    with pytest.raises(OptionError, match="there is no option 'word_order'"):
        score(HYPOTHESES, REFERENCES, "chrf", word_order=2)  # type: ignore[call-arg]


def test_alignment():
    assert hyperbaton.align("a b", "b a").pharaoh == "0-1 1-0"
    assert hyperbaton.align(["a", "b"], ["b", "a"]).links == Aligner().align("a b", "b a").links
    assert hyperbaton.align("Häuser", "Haus", language="de").links[0].matcher == "stem"
    assert hyperbaton.align("a b", "b a", aligner="meteor").pharaoh == "0-1 1-0"
