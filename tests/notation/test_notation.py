"""Metrics, aligners and parsers as strings: what they mean, and what is said of wrong ones."""

from dataclasses import dataclass, fields
from typing import ClassVar

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hyperbaton import metrics
from hyperbaton.alignment import ALIGNERS, Aligner, MeteorAligner
from hyperbaton.errors import NotationError, OptionError
from hyperbaton.metrics import METRICS, Bleu, Kendall, Pef
from hyperbaton.parsing import PARSERS
from hyperbaton.parsing.external import Spacy, Stanza, UDPipe
from hyperbaton.values import DEEPEST, REQUIRED, NamedValues, Parametric, parameter


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("pef", "pef"),
        (" pef ( ) ", "pef"),
        ("pef(beta=0.6)", "pef"),
        ("pef( beta = 0.50 ,gamma=1)", "pef(beta=0.5,gamma=1)"),
        ("pef(gamma=.5,beta=1e-3)", "pef(beta=0.001,gamma=0.5)"),
        ("pef(variant=released)", "pef(variant=released)"),
        ("kendall(sqrt=false)", "kendall"),
        ("full(order=pef(beta=0.4), alpha=0.3)", "full(order=pef(beta=0.4),alpha=0.3)"),
        ("full(order=pef, weighted=true)", "full(weighted=true)"),
        ("full(lexical=full(order=kendall(sqrt=true)))",) * 2,
        # Case, hyphens and underscores of names do not matter.
        ("BLEU", "bleu"),
        ("Rouge_S(skip=2)", "rouge-s(skip=2)"),
        ("petsize", "pet-size"),
        ("full(order=ULAM,lexical=ChrF)", "full(order=ulam,lexical=chrf)"),
        # Presets stand for strings, and arguments replace theirs.
        ("chrF++", "chrf(words=2)"),
        ("stanojevic-simaan-2014", "full"),
        ("birch-osborne-2010(n=1)", "lrscore(n=1)"),
        ("full(lexical=bleu1(smooth=floor))", "full(lexical=bleu(n=1,smooth=floor))"),
    ],
)
def test_canonical_form(text, canonical):
    metric = metrics.parse(text)
    assert str(metric) == canonical
    assert metrics.parse(canonical) == metric


def test_several_metrics_with_commas():
    found = metrics.as_metrics(["BLEU, full(order=ulam,lexical=f1)", "wer"])
    assert list(map(str, found)) == ["bleu", "full(order=ulam,lexical=f1)", "wer"]
    with pytest.raises(NotationError, match="expected the metric's name, found the end"):
        metrics.as_metrics("bleu,")
    with pytest.raises(NotationError, match="expected the end of the metric, found ','"):
        metrics.parse("bleu,chrf")


def test_metrics_in_python_under_the_names_that_people_type():
    assert metrics.BLEU is metrics.Bleu is METRICS["bleu"]
    assert metrics.chrF is metrics.Chrf
    assert metrics.list() == list(METRICS)
    assert {"BLEU", "Bleu", "Kendall", "PEF", "list", "parse"} <= set(dir(metrics))
    assert "NamedValues" not in dir(metrics)
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
        ("7", 0),
        ("pef(", 4),
        ("pef(beta", 8),
        ("pef(beta=", 9),
        ("pef(beta=0.6,)", 13),
        ("pef)", 3),
        ("pef(beta=0.6 gamma=1)", 13),
        ("pef(beta=0.6, beta=0.7)", 14),
        ("pef(delta=0.6)", 4),
        ("full(order=kendal)", 11),
    ],
)
def test_errors_point_at_the_character(text, position):
    with pytest.raises(NotationError) as caught:
        metrics.parse(text)
    assert caught.value.position == position
    assert str(caught.value).splitlines()[-1] == " " * (position + 2) + "^"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("kendal", "there is no metric 'kendal'; did you mean kendall"),
        ("qqq", "see 'hyperbaton metrics'"),
        ("COMET", r"is not computed by hyperbaton; .* with --scores"),
        ("pef(beta=2)", "pef: beta must be a number from 0 to 1, got 2"),
        ("pef(beta=true)", "pef: beta must be a number from 0 to 1, got true"),
        ("pef(beta=1e999)", "pef: beta must be a number from 0 to 1, got 1e999"),
        ("pef(beta=pet(beta=1))", "pef: beta must be a number from 0 to 1, got pet"),
        ("pef(variant=new)", "pef: variant must be one of paper, released, got new"),
        ("pef(beta=0,variant=released)", "needs beta above 0"),
        ("pef(gamma=1,variant=released)", "gamma below 1"),
        ("kendall(sqrt=1)", "kendall: sqrt must be true or false, got 1"),
        ('full(order="pef")', "full: order must be a metric, got pef"),
        ("bleu(n=1.5)", "bleu: n must be a whole number from 1 to 9, got 1.5"),
        ("rouge-s(skip=99999999999999999999)", "must be a whole number from -1 to 1073741824, got"),
        ("bleu(max_ngram_order=4)", "'max_ngram_order'; it has n, smooth, smooth_value"),
        ("bleu(tokenize=13a)", r"no parameter 'tokenize'; .*pass tokenize=… to score"),
        ("pef(delta=1)", r"pef has no parameter 'delta'; did you mean beta\?"),
    ],
)
def test_wrong_strings_teach(text, message):
    with pytest.raises(NotationError, match=message):
        metrics.parse(text)


@given(st.text(alphabet="pefkndal(),=0.6 -_bt\n", max_size=20))
def test_any_text_is_a_metric_or_a_clear_error(text):
    try:
        metric = metrics.parse(text)
    except NotationError as error:
        assert str(error)
    else:
        assert metrics.parse(str(metric)) == metric


@given(st.text(alphabet='exactbsmor()"\\=+: ,.5', max_size=25))
def test_any_text_is_an_aligner_or_a_clear_error(text):
    try:
        aligner = ALIGNERS.parse(text)
    except (NotationError, OptionError) as error:
        assert str(error)
    else:
        assert ALIGNERS.parse(str(aligner)) == aligner


@given(st.text() | st.sampled_from(['say "hi"', "back\\slash", "brackets(1),=", "true", "0.5"]))
def test_any_text_survives(path):
    for aligner in (
        MeteorAligner(paraphrases=path, language="de"),
        Aligner(embeddings=path, soft_similarity=0.25),
    ):
        assert ALIGNERS.parse(str(aligner)) == aligner
        assert ALIGNERS.parse(aligner.written(explicit=True)) == aligner
    for parser in (Spacy(path), Stanza(path), UDPipe(path)):
        assert PARSERS.parse(f"  {parser}  ") == parser


@dataclass(frozen=True)
class Counted(Parametric):
    """A value with a number of any size."""

    name: ClassVar[str] = "counted"
    kind: ClassVar[str] = "thing"
    summary: ClassVar[str] = "for tests"

    number: int = parameter(0, "any number")
    file: str = parameter(REQUIRED, "a file", text="a file", common=True)


def test_required_parameters_are_asked_for():
    things: NamedValues[Counted] = NamedValues("thing", {Counted.name: Counted})
    message = r"counted: file is missing; write counted\(file=…\), a file"
    with pytest.raises(NotationError, match=message):
        things.parse("counted(number=3)")
    with pytest.raises(NotationError, match="is missing; write"):
        PARSERS.parse("spacy()")
    with pytest.raises(TypeError, match="missing 1 required positional argument: 'model'"):
        Spacy()


def nested(depth):
    return "full(lexical=" * depth + "f1" + ")" * depth


def test_values_stand_within_each_other_up_to_a_depth():
    assert metrics.parse(nested(DEEPEST)) == metrics.parse(str(metrics.parse(nested(DEEPEST))))
    with pytest.raises(NotationError, match=f"at most {DEEPEST} values within") as caught:
        metrics.parse(nested(DEEPEST + 1))
    assert caught.value.position == len("full(lexical=" * DEEPEST + "full(")
    with pytest.raises(NotationError, match="at most"):
        metrics.parse(nested(100_000))


@pytest.mark.parametrize(
    ("given_value", "meant"),
    [
        (Pef(beta=np.float64(0.3)), Pef(beta=0.3)),
        (Pef(beta=np.array(0.3)), Pef(beta=0.3)),
        (Pef(beta=np.int64(1)), Pef(beta=1.0)),
        (Bleu(n=np.int32(2)), Bleu(n=2)),
        (Kendall(sqrt=np.bool_(True)), Kendall(sqrt=True)),
        (Spacy(np.str_("m")), Spacy("m")),
    ],
    ids=str,
)
def test_numbers_of_numpy_are_written_as_pythons(given_value, meant):
    assert given_value == meant
    assert hash(given_value) == hash(meant)
    assert repr(given_value) == repr(meant)
    assert given_value.written(explicit=True) == meant.written(explicit=True)
    assert all(
        type(getattr(given_value, s.name)) is type(getattr(meant, s.name)) for s in fields(meant)
    )
