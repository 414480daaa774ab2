"""Sums without rounding, against the standard library's."""

import math
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hyperbaton.batch import exact_sums
from hyperbaton.errors import InputError

finite = st.floats(allow_nan=False, allow_infinity=False)
columns = st.lists(finite, max_size=60)


def total(values):
    return exact_sums.exact_sums(np.array(values, np.float64).reshape(-1, 1))[0]


@given(columns)
def test_sums_are_rounded_once(values):
    try:
        expected = math.fsum(values)
    except OverflowError:
        return
    assert exact_sums.rounded(total(values)) == expected


@given(columns, st.randoms(use_true_random=False), st.lists(st.integers(0, 60), max_size=4))
def test_order_and_grouping_do_not_matter(values, random, cuts):
    shuffled = random.sample(values, len(values))
    bounds = [0, *sorted(cuts), len(values)]
    parts = [total(shuffled[a:b]) for a, b in pairwise(bounds)]
    assert sum(random.sample(parts, len(parts))) == total(values)


@given(columns)
def test_sums_can_be_written_down(values):
    found = total(values)
    assert exact_sums.read(exact_sums.written(found)) == found


@given(finite)
def test_a_double_is_written_as_c_writes_it(value):
    assert float.fromhex(exact_sums.written(total([value]))) == value


def test_blocks_of_rows_add_up(monkeypatch):
    values = np.random.default_rng(1).standard_normal((1000, 3))
    whole = exact_sums.exact_sums(values)
    monkeypatch.setattr(exact_sums, "ROWS_AT_ONCE", 7)
    assert exact_sums.exact_sums(values) == whole
    assert [exact_sums.rounded(s) for s in whole] == [math.fsum(column) for column in values.T]


def test_halves_never_round():
    """As many of the largest mantissas as are ever added at once."""
    largest = np.nextafter(2.0, 1.0)
    values = np.full((exact_sums.ROWS_AT_ONCE, 1), largest)
    assert exact_sums.exact_sums(values)[0] == total([largest]) * exact_sums.ROWS_AT_ONCE


def test_a_sum_beyond_all_doubles_is_infinite():
    assert exact_sums.rounded(total([1e308] * 10)) == math.inf
    assert exact_sums.rounded(total([-1e308] * 10)) == -math.inf


@pytest.mark.parametrize(
    "text", [None, 3, "", "12", "0x", "0xgp0", "0x1p5000", "0x1p-2000", "0x" + "f" * 1001 + "p0"]
)
def test_what_is_no_sum(text):
    with pytest.raises(InputError, match="such as 0x19p-1"):
        exact_sums.read(text)
