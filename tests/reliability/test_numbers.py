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
from hyperbaton.metrics import METRICS
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
        assert -(10**12) <= spec.metadata["range"].low <= spec.metadata["range"].high <= 10**12, (
            spec.name
        )


TEXT = (["a b c d , e", "", "e d c b a"], [["a c b d e .", "x", "a b c d e"], ["b", "", "e d c"]])


# Without a parser, and without links with a source.
@pytest.mark.parametrize("name", sorted(set(METRICS) - {"dted", "literalness", "gratuitousness"}))
def test_the_corners_of_all_ranges_give_finite_scores(name):
    kind = METRICS[name]
    chosen = numeric_fields(kind)
    ends = [(spec.metadata["range"].low, spec.metadata["range"].high) for spec in chosen]
    for corner in itertools.product(*ends):
        values = dict(zip((spec.name for spec in chosen), corner, strict=True))
        if "smooth_value" in values:
            values["smooth"] = "floor"
        result = score(*TEXT, kind(**values), threads=1).systems[0].scores[0]
        assert math.isfinite(result.score), values
        assert not np.isinf(result.segments).any(), values
