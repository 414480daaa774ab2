"""Values of every kind read back to what was written."""

from dataclasses import dataclass, fields
from typing import ClassVar

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hyperbaton import metrics
from hyperbaton.alignment import ALIGNERS, Aligner, MeteorAligner
from hyperbaton.errors import (
    NotationError,
    OptionError,
)
from hyperbaton.metrics import Bleu, InvWer, Kendall, Pef, RougeS
from hyperbaton.parsing import PARSERS
from hyperbaton.parsing.external import Spacy, Stanza, UDPipe
from hyperbaton.values import DEEPEST, REQUIRED, NamedValues, Parametric, parameter

PATHS = [
    "plain.txt",
    "a b.txt",
    'say "hi".txt',
    "it's.txt",
    "back\\slash.txt",
    'both\\"',
    "brackets(1),=.txt",
    "Übersetzung/字.txt",
    "tab\tand\nline",
    "non\u00a0breaking\u2028",
    "true",
    "0.5",
    "",
    " ",
]


@pytest.mark.parametrize("path", PATHS)
def test_paths_of_any_kind_survive(path):
    for aligner in (
        MeteorAligner(paraphrases=path, language="de"),
        Aligner(embeddings=path, soft_similarity=0.25),
    ):
        assert ALIGNERS.parse(str(aligner)) == aligner
        assert ALIGNERS.parse(aligner.written(explicit=True)) == aligner
    for parser in (Spacy(path), Stanza(path), UDPipe(path)):
        assert PARSERS.parse(str(parser)) == parser


@given(st.text(), st.text(min_size=1))
def test_any_text_survives(file, code):
    aligner = Aligner(paraphrases=file, language=code)
    assert ALIGNERS.parse(str(aligner)) == aligner
    assert PARSERS.parse(f"  {UDPipe(file)}  ") == UDPipe(file)


@given(
    st.floats(0, 1, exclude_min=True),
    st.sampled_from([None, "exact", "exact+stem:0.5", "stem , synonym"]),
)
def test_any_aligner_survives(similarity, matchers):
    for kind in (Aligner, MeteorAligner):
        aligner = kind(matchers, soft_similarity=similarity)
        assert ALIGNERS.parse(str(aligner)) == aligner
        assert hash(ALIGNERS.parse(str(aligner))) == hash(aligner)


@dataclass(frozen=True)
class Counted(Parametric):
    """A value with a number of any size."""

    name: ClassVar[str] = "counted"
    kind: ClassVar[str] = "thing"
    summary: ClassVar[str] = "for tests"

    number: int = parameter(0, "any number")
    file: str = parameter(REQUIRED, "a file", text="a file", common=True)


THINGS: NamedValues[Counted] = NamedValues("thing", {Counted.name: Counted})


def test_required_parameters_are_asked_for():
    with pytest.raises(
        NotationError, match=r"counted: file is missing; write counted\(file=…\), a file"
    ):
        THINGS.parse("counted(number=3)")
    for written in ("spacy", "spacy()", "stanza", "udpipe()"):
        with pytest.raises(NotationError, match="is missing; write"):
            PARSERS.parse(written)
    with pytest.raises(TypeError, match="missing 1 required positional argument: 'model'"):
        Spacy()


@pytest.mark.parametrize("make", [lambda: InvWer(max_words=1 << 64), lambda: RougeS(skip=1 << 64)])
def test_whole_numbers_have_an_end_that_native_code_can_hold(make):
    with pytest.raises(NotationError, match=r"is a whole number from (0|-1) to 1073741824, got"):
        make()


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
        (Aligner(soft_similarity=np.float64(0.5)), Aligner(soft_similarity=0.5)),
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


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("bleu(max_ngram_order=4)", "'max_ngram_order'; it has n, smooth, smooth_value"),
        ("bleu(tokenize=13a)", r"no parameter 'tokenize'; .*pass tokenize=… to score"),
        ("pef(delta=1)", r"pef has no parameter 'delta'; did you mean beta\?"),
        ("kendall(kind=x)", "kendall has no parameter 'kind'; it has sqrt, bp"),
    ],
)
def test_unknown_parameters_teach(text, message):
    with pytest.raises(NotationError, match=message):
        metrics.parse(text)


@given(st.text(alphabet='exactbsmor()"\\=+: ,.5', max_size=25))
def test_any_text_is_an_aligner_or_a_clear_error(text):
    try:
        aligner = ALIGNERS.parse(text)
    except (NotationError, OptionError) as error:
        assert str(error)
    else:
        assert ALIGNERS.parse(str(aligner)) == aligner
