"""Texts as a column: what goes in comes out, whatever it came from."""

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hyperbaton import Output, TestSet, mbr, pairwise, score
from hyperbaton.errors import HyperbatonError
from hyperbaton.text.segments import (
    TextColumn,
    as_column,
    is_arrow_text,
)

TEXTS = st.lists(st.text(st.characters(exclude_categories=["Cs"])), max_size=8)
KINDS = [pa.string(), pa.large_string(), pa.string_view()]


@given(TEXTS, st.sampled_from(KINDS), st.integers(0, 3))
def test_a_column_from_arrow(texts, kind, skipped):
    array = pa.array(texts, kind)
    assert is_arrow_text(array)
    assert list(TextColumn.from_arrow(array, "texts")) == texts
    assert list(TextColumn.from_arrow(array.slice(skipped), "texts")) == texts[skipped:]
    twice = pa.chunked_array([array, array.slice(skipped)], kind)
    assert list(as_column(twice, "texts")) == texts + texts[skipped:]


@pytest.mark.parametrize("bad", [b"\xff", b"a\xc3", b"\xed\xa0\x80", b"\xf5\x80\x80\x80"])
def test_arrow_does_not_check_what_utf8_is(bad):
    array = pa.array([b"good", bad], pa.binary()).view(pa.string())
    with pytest.raises(HyperbatonError, match="hypotheses: segment 2: is not UTF-8"):
        Output(array)
    with pytest.raises(HyperbatonError, match="stream 1: segment 2: is not UTF-8"):
        TestSet([array])


@pytest.mark.parametrize("offsets", [(0, 10**6, 5), (0, -3, 5)])
@pytest.mark.parametrize("kind", ["string", "large_string"])
def test_offsets_that_lead_elsewhere(offsets, kind):
    width = {"string": np.int32, "large_string": np.int64}[kind]
    buffers = [None, pa.py_buffer(np.array(offsets, width)), pa.py_buffer(b"hello")]
    array = pa.Array.from_buffers(getattr(pa, kind)(), 2, buffers)
    for use in (
        lambda: score(array, [["a", "b"]], "wer"),
        lambda: score(["a", "b"], [array], "wer"),
        lambda: pairwise(array, ["a"], "wer"),
        lambda: pairwise(["a"], array, "wer"),
        lambda: mbr([array], "wer"),
        lambda: mbr(array, "wer"),
    ):
        with pytest.raises(HyperbatonError, match="is not an intact Arrow array"):
            use()


def test_nulls_are_no_texts():
    with pytest.raises(HyperbatonError, match="segment 2"):
        Output(pa.array(["a", None]))
    assert TestSet([pa.array(["a", None]), ["b", "c"]]).texts == (("a", "b"), ("c",))
