"""The Python interface to scoring."""

import pytest

import hyperbaton
from hyperbaton.errors import InputError

HYPOTHESES = ["the cat sat", "a dog ran home"]
REFERENCES = [["the cat sat", "the dog ran home"], ["a cat sat down", None]]


def test_one_system():
    report = hyperbaton.score(HYPOTHESES, REFERENCES, ["wer", "per"])
    assert [system.name for system in report.systems] == ["system"]
    assert [str(result.metric) for result in report.systems[0].scores] == ["wer", "per"]
    wer = report["wer"]
    assert wer.score == pytest.approx(1 / 7.5)
    assert wer.segments.tolist() == pytest.approx([0.0, 0.25])
    assert wer.interval is None
    assert wer.p_value is None
    assert wer.signature == (
        "wer(accuracy=false,weighted=true)|tok:unicode|case:mixed|refs:var|"
        f"hyperbaton:{hyperbaton.__version__}"
    )


def test_preprocessing_options():
    def wer(**options):
        return hyperbaton.score(["The c@@ at"], [["the cat"]], ["wer"], **options)["wer"]

    assert wer(lowercase=True, join_subwords="bpe").score == 0.0
    assert wer(tokenize="none").score == 1.5
    assert "tok:none|case:mixed|refs:1" in wer(tokenize="none").signature


def test_systems_that_cannot_be_scored():
    for systems, message in (
        ({"x": ["a"], "y": ["a", "b"]}, "y: 2 hypotheses but 1"),
        ({}, "at least one system"),
    ):
        with pytest.raises(InputError, match=message):
            hyperbaton.score(systems, [["a"]], "wer")
