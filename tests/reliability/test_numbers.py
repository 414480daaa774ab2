"""Numbers from outside: every one has a range, and is the same number however it is written."""

import dataclasses
import itertools
import math
import re
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hyperbaton import checks, score
from hyperbaton.alignment import ALIGNERS
from hyperbaton.checks import Range
from hyperbaton.errors import HyperbatonError, NotationError
from hyperbaton.metrics import METRICS, Kendall, parse
from hyperbaton.parsing import PARSERS

PAGE = Path(__file__).parents[2] / "docs" / "reliability.md"
KINDS = [kind for table in (METRICS, ALIGNERS, PARSERS) for kind in table.values()]
TEXTS = (
    *("", " ", "-", ".", "one", "true", "0x10", "1/2", "1,000", "1_000", " 5", "5 ", "5\n", "+5"),
    *("nan", "-inf", "1e999", "1e-999", "5e-324", "-0", "-0.0", "1e3", "1.5", "5.", ".5"),
    *("٣", "５", "²", "1٣", "−1", "5\u00a0", "-1", "39", "40", "1024", "1025", "9" * 30),
    *("1" * 5000, "1." + "0" * 5000, "1e" + "9" * 5000),
)
texts = st.one_of(
    st.sampled_from(TEXTS),
    st.integers().map(str),
    st.floats().map(repr),
    st.text("0123456789+-._eE ٣x", min_size=1, max_size=12),
)


@given(texts, st.sampled_from([checks.THREADS, checks.SEED, checks.RESAMPLES_OR_NONE]))
def test_a_whole_number_in_text_is_ascii_digits_with_a_sign(text, accepted):
    found = accepted.read(text)
    if found is None:
        assert not re.fullmatch(r"[+-]?[0-9]{1,18}", text) or accepted.taken(int(text)) is None
    else:
        assert re.fullmatch(r"[+-]?[0-9]+", text)
        assert (found, type(found)) == (int(text), int)


@given(texts)
def test_a_real_number_in_text_is_finite_and_ascii(text):
    found = checks.SCORE.read(text)
    if found is not None:
        assert text.isascii()
        assert not set(text) & set("_xXnN ")
        assert abs(found) <= 1e100
        assert math.copysign(1.0, found) == 1.0 or found < 0  # no zero with a minus sign


def test_every_limit_is_in_the_documentation():
    page = PAGE.read_text(encoding="utf-8")
    for name, value in vars(checks).items():
        if isinstance(value, Range):
            assert value.span in page, f"{name}: {value.span}"


# Values that are written: metrics, aligners, parsers.


def numeric_fields(kind):
    """The fields that are numbers, by their annotation."""
    return [
        spec
        for spec in dataclasses.fields(kind)
        if str(spec.type).split(" | ")[0] in ("int", "float")
    ]


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
def test_every_number_of_a_metric_aligner_or_parser_has_a_finite_range(kind):
    for spec in numeric_fields(kind):
        assert -(10**12) <= spec.metadata["low"] <= spec.metadata["high"] <= 10**12, spec.name


@given(texts)
def test_texts_as_parameters_are_refused_or_in_range(text):
    for written in (f"pef(beta={text})", f"rouge-s(skip={text})", f"bleu({text}=1)", text):
        try:
            metric = parse(written)
        except HyperbatonError as error:
            assert len(str(error).splitlines()) <= 3
            assert len(str(error)) < 600
        else:
            assert parse(str(metric)) == metric


@pytest.mark.parametrize("opening", ["full(lexical=", "lrscore(order=", "(", "x("])
def test_strings_nested_a_thousand_deep(opening):
    for depth in (30, 20_000):
        with pytest.raises(NotationError):
            parse(opening * depth + "f1" + ")" * depth)


TEXT = (["a b c d , e", "", "e d c b a"], [["a c b d e .", "x", "a b c d e"], ["b", "", "e d c"]])


@pytest.mark.parametrize("name", sorted(set(METRICS) - {"dted"}))
def test_the_corners_of_all_ranges_give_finite_scores(name):
    kind = METRICS[name]
    chosen = numeric_fields(kind)
    ends = [(spec.metadata["low"], spec.metadata["high"]) for spec in chosen]
    for corner in itertools.product(*ends):
        values = dict(zip((spec.name for spec in chosen), corner, strict=True))
        if name == "hyperbaton" and values["version"] not in (1, 2):
            continue
        result = score(*TEXT, kind(**values), threads=1).systems[0].scores[0]
        assert math.isfinite(result.score), values
        assert not np.isinf(result.segments).any(), values


@pytest.mark.parametrize("name", sorted(METRICS))
def test_numbers_of_numpy_sign_like_those_of_python(name):
    kind = METRICS[name]
    for spec in numeric_fields(kind):
        low, high = spec.metadata["low"], spec.metadata["high"]
        whole = isinstance(spec.default, int)
        plain = int(min(high, max(low, 2))) if whole else float(min(high, max(low, 0.5)))
        one = kind(**{spec.name: plain})
        for other in (np.int32, np.int64) if whole else (np.float32, np.float64):
            for value in (other(plain), np.array(plain, other)):
                again = kind(**{spec.name: value})
                assert (str(again), again, hash(again)) == (str(one), one, hash(one))
                assert type(getattr(again, spec.name)) is type(plain)


def test_booleans_of_numpy_and_the_negative_zero():
    assert str(Kendall(sqrt=np.bool_(True))) == "kendall(sqrt=true)"
    for zero in (-0.0, np.float64(-0.0), "-0", "-0.0"):
        one = parse(f"pef(beta={zero})") if isinstance(zero, str) else METRICS["pef"](beta=zero)
        assert str(one) == "pef(beta=0)"
