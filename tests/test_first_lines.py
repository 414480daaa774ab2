"""The first lines that users of sacreBLEU, jiwer or pandas type: each works, or teaches."""

import json

import pytest

import hyperbaton
from hyperbaton import Aligner, metrics, score
from hyperbaton.errors import NotationError, OptionError

HYPOTHESES = ["in the lobby at noon", "he has a book read"]
REFERENCES = [["at noon in the lobby", "he has read a book"]]


@pytest.fixture
def report():
    return score({"loom": HYPOTHESES, "calque": REFERENCES[0]}, REFERENCES, ["bleu", "pef"])


def test_score_with_nothing_else():
    found = score(HYPOTHESES, REFERENCES)
    assert 0 < float(found["hyperbaton"]) < 1
    assert "hyperbaton" in repr(found)


def test_one_metric_as_a_string():
    assert score(HYPOTHESES, REFERENCES, "wer")["wer"].score == pytest.approx(0.6)


def test_one_metric_as_an_object():
    pef = metrics.Pef(beta=0.3)
    assert float(score(HYPOTHESES, REFERENCES, pef)[pef]) == float(
        score(HYPOTHESES, REFERENCES, "pef(beta=0.3)")["pef(beta=0.3)"]
    )


def test_lookup_by_system_and_metric(report):
    assert report["calque"]["pef"].score == 1.0
    assert [system.name for system in report] == ["loom", "calque"]
    assert len(report) == 2


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


def test_records_and_json(report):
    assert report.records()[0]["system"] == "loom"
    assert json.loads(report.to_json())["systems"][1]["scores"][1]["score"] == 1.0
    assert report.to_dict()["systems"][0]["name"] == "loom"


def test_f_strings_and_arithmetic(report):
    result = report["calque"]["bleu"]
    assert f"{result:.1f}" == "100.0"
    assert float(result) - 1 == pytest.approx(99.0)
    assert str(result) == "bleu = 100.00"


def test_a_notebook(report):
    assert "<table" in report._repr_html_()


def test_sacrebleus_classes():
    bleu = metrics.Bleu()
    assert bleu.corpus_score(HYPOTHESES, REFERENCES).score > 0
    assert bleu.sentence_score(HYPOTHESES[0], [REFERENCES[0][0]]).score > 0
    assert str(bleu.corpus_score(REFERENCES[0], REFERENCES)) == "bleu = 100.00"


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: metrics.Bleu(max_ngram_order=2), "it has n, smooth"),  # type: ignore[call-arg]
        (lambda: metrics.Bleu(tokenize="intl"), "pass tokenize=… to score"),  # type: ignore[call-arg]
        (lambda: metrics.Bleu(lowercase=True), "pass lowercase=… to score"),  # type: ignore[call-arg]
        (lambda: metrics.Chrf(char_order=6), "it has chars, words"),  # type: ignore[call-arg]
    ],
)
def test_sacrebleus_arguments_teach(make, message):
    with pytest.raises(NotationError, match=message):
        make()


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


def test_permutations():
    report = hyperbaton.score_permutations([[1, 2, 3], [2, 3, 1]], "kendall")
    assert report["kendall"].tolist() == [1.0, pytest.approx(1 / 3)]
    assert "mean" in repr(report)


def test_jiwers_question():
    assert score(["hello world"], [["hello duck"]], "wer")["wer"].score == 0.5
