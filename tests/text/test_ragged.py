"""Rows of a flat array are chosen as lists would be, natively or not."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hyperbaton import _core
from hyperbaton.text.text_column import chosen_rows, offsets_of


@st.composite
def choices(draw):
    rows = draw(st.lists(st.lists(st.integers(0, 255), max_size=4), min_size=1, max_size=6))
    return rows, draw(st.lists(st.integers(0, len(rows) - 1), max_size=12))


@pytest.mark.parametrize("kind", [np.uint8, np.int32, np.float32])
@given(drawn=choices())
def test_rows_are_those_of_a_list(kind, drawn):
    rows, chosen = drawn
    values = np.array([value for row in rows for value in row], kind)
    found = chosen_rows(values, offsets_of(np.array(list(map(len, rows)))), np.array(chosen, int))
    assert found.values.dtype == kind
    assert found.offsets.tolist() == [0, *np.cumsum([len(rows[k]) for k in chosen])]
    assert found.values.tolist() == [value for k in chosen for value in rows[k]]


def test_there_is_no_such_row():
    values, offsets = np.array([1, 2, 3], np.int32), np.array([0, 1, 3])
    for row in (-1, 2, 1 << 62):
        with pytest.raises(ValueError, match="have to lie below"):
            _core.chosen_numbers(values, offsets, np.array([row]))
