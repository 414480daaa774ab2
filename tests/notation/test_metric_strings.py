"""Metric strings."""

from dataclasses import dataclass
from typing import ClassVar

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hyperbaton import metrics
from hyperbaton.errors import NotationError
from hyperbaton.evidence import Need
from hyperbaton.metrics import METRICS, Metric
from hyperbaton.metrics.tree_measures import Pef
from hyperbaton.values import NamedValues, parameter


@dataclass(frozen=True)
class Mixture(Metric):
    """A metric with metrics inside, as only tests have it."""

    name: ClassVar[str] = "mixture"
    needs: ClassVar[frozenset[Need]] = frozenset()

    order: Metric = parameter(Pef(), "the order part")
    words: int = parameter(4, "how many", low=1)
    alpha: float = parameter(0.5, "weight", low=0.0, high=1.0)

    def scores(self, statistics: np.ndarray) -> np.ndarray:
        return statistics


WITH_MIXTURE: NamedValues[Metric] = NamedValues("metric", {**METRICS, "mixture": Mixture})


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("pef", "pef"),
        (" pef ( ) ", "pef"),
        ("pef(beta=0.6)", "pef"),
        ("pef( beta = 0.50 ,gamma=1)", "pef(beta=0.5,gamma=1)"),
        ("pef(gamma=.5,beta=1e-3)", "pef(beta=0.001,gamma=0.5)"),
        ("pef(variant=released)", "pef(variant=released)"),
        ("kendall(sqrt=true)", "kendall(sqrt=true)"),
        ("kendall(sqrt=false)", "kendall"),
        ("pet-size", "pet-size"),
    ],
)
def test_canonical_form(text, canonical):
    assert str(metrics.parse(text)) == canonical


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("mixture", "mixture"),
        ("mixture(order=pef(beta=0.4), alpha=0.3)", "mixture(order=pef(beta=0.4),alpha=0.3)"),
        ("mixture(order=mixture(order=kendall(sqrt=true)))",) * 2,
        ("mixture(order=pef, words=2)", "mixture(words=2)"),
    ],
)
def test_nested_metrics(text, canonical):
    metric = WITH_MIXTURE.parse(text)
    assert str(metric) == canonical
    assert WITH_MIXTURE.parse(str(metric)) == metric


@pytest.mark.parametrize(
    ("typed", "canonical"),
    [
        ("BLEU", "bleu"),
        ("chrF++", "chrf(words=2)"),
        ("Rouge_S(skip=2)", "rouge-s(skip=2)"),
        ("petsize", "pet-size"),
        ("full(order=ULAM,lexical=ChrF)", "full(order=ulam,lexical=chrf)"),
    ],
)
def test_case_hyphens_and_underscores_of_names_do_not_matter(typed, canonical):
    assert str(metrics.parse(typed)) == canonical


def test_several_metrics_with_commas():
    found = metrics.as_metrics(["BLEU, full(order=ulam,lexical=f1)", "wer"])
    assert list(map(str, found)) == ["bleu", "full(order=ulam,lexical=f1)", "wer"]
    with pytest.raises(NotationError, match="expected the metric's name, found the end"):
        metrics.as_metrics("bleu,")
    with pytest.raises(NotationError, match="expected the end of the metric, found ','"):
        metrics.parse("bleu,chrf")


@pytest.mark.parametrize("name", ["comet", "COMET", "BERTScore", "rouge-l"])
def test_metrics_of_other_tools_are_known_as_such(name):
    with pytest.raises(NotationError, match=r"is not computed by hyperbaton; .* with --scores"):
        metrics.parse(name)


def test_metrics_in_python_under_the_names_that_people_type():
    assert metrics.BLEU is metrics.Bleu is METRICS["bleu"]
    assert metrics.chrF is metrics.Chrf
    assert {"Bleu", "Kendall", "Pef", "parse"} <= set(dir(metrics))
    assert not hasattr(metrics, "Comet")


def test_metrics_are_called_with_texts():
    bleu, ours, theirs = metrics.BLEU(n=2), ["a b c", "d"], ["a b x", "d"]
    expected = bleu.corpus_score(ours, [theirs])
    assert bleu(ours, theirs) == bleu(ours, [theirs]) == expected
    assert bleu(ours, [theirs, ours]).score == pytest.approx(100)
    alone = bleu.sentence_score("a b c", ["a b x"])
    assert bleu("a b c", "a b x") == bleu("a b c", ["a b x"]) == alone
    assert repr(expected) == f"<bleu(n=2) = {expected.score:.2f}>"
    assert expected.evidence == {
        "precisions": [75.0, 50.0],
        "brevity": 1.0,
        "words": 4,
        "reference_words": 4,
    }


@pytest.mark.parametrize(
    ("text", "position"),
    [
        ("", 0),
        ("  ", 2),
        ("7", 0),
        ("pef(", 4),
        ("pef(beta", 8),
        ("pef(beta=", 9),
        ("pef(beta=0.6", 12),
        ("pef(beta=0.6,", 13),
        ("pef(beta=0.6,)", 13),
        ("pef(beta 0.6)", 9),
        ("pef)", 3),
        ("pef pet", 4),
        ("pef(beta=0.6 gamma=1)", 13),
        ("pef(=1)", 4),
        ("pef(beta=0.6, beta=0.7)", 14),
        ("pef(delta=0.6)", 4),
        ("kendall(sqrt=true)!", 18),
    ],
)
def test_errors_point_at_the_character(text, position):
    with pytest.raises(NotationError) as caught:
        metrics.parse(text)
    assert caught.value.position == position
    assert str(caught.value).splitlines()[-1] == " " * (position + 2) + "^"


def test_unknown_names_list_close_ones():
    with pytest.raises(NotationError, match="did you mean kendall"):
        metrics.parse("kendal")
    with pytest.raises(NotationError, match="see 'hyperbaton metrics'"):
        metrics.parse("qqq")
    for unknown in ("kendal", "0.5"):
        with pytest.raises(NotationError, match=f"there is no metric '{unknown}'") as caught:
            WITH_MIXTURE.parse(f"mixture(order={unknown})")
        assert caught.value.position == 14


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("pef(beta=2)", "pef: beta is a number from 0 to 1, got 2"),
        ("pef(beta=-0.1)", "pef: beta is a number from 0 to 1, got -0.1"),
        ("pef(beta=true)", "pef: beta is a number from 0 to 1, got true"),
        ("pef(beta=high)", "pef: beta is a number from 0 to 1, got high"),
        ("pef(beta=1.2.3)", "pef: beta is a number from 0 to 1, got 1.2.3"),
        ("pef(beta=1x)", "pef: beta is a number from 0 to 1, got 1x"),
        ("pef(beta=1e999)", "pef: beta is a number from 0 to 1, got 1e999"),
        ("pef(beta=pet(beta=1))", "pef: beta is a number from 0 to 1, got pet"),
        ("pef(variant=new)", "pef: variant is one of paper, released, got new"),
        ("kendall(sqrt=1)", "kendall: sqrt is true or false, got 1"),
        ("pef(beta=0,variant=released)", "needs beta above 0"),
        ("pef(gamma=1,variant=released)", "gamma below 1"),
        ('mixture(order="pef")', "mixture: order is a metric, got pef"),
        ("mixture(words=0)", "mixture: words is a whole number from 1, got 0"),
        ("mixture(words=1.5)", "mixture: words is a whole number from 1, got 1.5"),
    ],
)
def test_values_that_are_not_accepted(text, message):
    with pytest.raises(NotationError) as caught:
        WITH_MIXTURE.parse(text)
    assert message in str(caught.value)


@given(st.text(alphabet="pefkndal(),=0.6 -_bt\n", max_size=20))
def test_any_text_is_a_metric_or_a_clear_error(text):
    try:
        metric = metrics.parse(text)
    except NotationError as error:
        assert str(error)
    else:
        assert metrics.parse(str(metric)) == metric


@pytest.mark.parametrize(
    ("preset", "meant"),
    [
        ("bleu1", "bleu(n=1)"),
        ("stanojevic-simaan-2014", "full(order=pef(beta=0.6),lexical=bleu(n=1),alpha=0.5)"),
        (
            "stanojevic-simaan-2016(alpha=0.3)",
            "full(order=pet-size,lexical=f1,alpha=0.3,weighted=true)",
        ),
        ("birch-osborne-2010(n=1)", "lrscore(order=kendall,n=1)"),
        ("full(lexical=bleu1(smooth=floor))", "full(lexical=bleu(n=1,smooth=floor))"),
    ],
)
def test_presets_stand_for_metric_strings(preset, meant):
    assert metrics.parse(preset) == metrics.parse(meant)


def test_presets_do_not_hide_metrics_and_an_unknown_name_is_still_unknown():
    assert not set(METRICS.presets) & set(METRICS)
    with pytest.raises(NotationError, match="there is no metric 'bleu9'"):
        metrics.parse("bleu9")
