"""Whatever arrays a native function is given: a result or an error, never memory that is not its.

The same tests run once more on a core that is compiled with AddressSanitizer and
UndefinedBehaviorSanitizer, where reading one entry too far ends the program: see `make
test-sanitized`.
"""

from __future__ import annotations

import contextlib

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from native_calls import NativeCall, native_calls
from spoiled_arrays import arrays_in, replaced, spoiled, unusual

EXAMPLES = 100
CALLS = native_calls()
WITH_ARRAYS = [call for call in CALLS if any(p.endswith("[]") for p in call.parameters)]
REFUSALS = (TypeError, ValueError, OverflowError, MemoryError)


def try_call(call: NativeCall, arguments: list) -> None:
    with contextlib.suppress(*REFUSALS):
        call.function(*arguments)


def assert_equal(a: object, b: object) -> None:
    for one, other in zip(arrays_in((a,)), arrays_in((b,)), strict=True):
        assert one.dtype == other.dtype
        assert np.array_equal(one, other, equal_nan=one.dtype.kind == "f")


@pytest.mark.parametrize("call", CALLS, ids=str)
@pytest.mark.parametrize("seed", range(3))
def test_arguments_that_fit_are_accepted(call: NativeCall, seed: int) -> None:
    call.function(*call.arguments(seed))


@pytest.mark.parametrize("call", CALLS, ids=str)
def test_hostile_arguments(call: NativeCall) -> None:
    @settings(max_examples=EXAMPLES, deadline=None, database=None)
    @given(st.data())
    def hostile(data: st.DataObject) -> None:
        arguments = call.arguments(data.draw(st.integers(0, 5)))
        place = data.draw(st.integers(0, len(arguments) - 1))
        arguments[place] = data.draw(spoiled(arguments[place]))
        try_call(call, arguments)

    hostile()


@pytest.mark.parametrize("call", WITH_ARRAYS, ids=str)
def test_the_layout_of_an_array_does_not_matter(call: NativeCall) -> None:
    arguments = call.arguments(1)
    expected = call.function(*arguments)
    for layouts in zip(*(list(unusual(array)) for array in arrays_in(arguments)), strict=True):
        taken = iter(layouts)
        assert_equal(call.function(*replaced(arguments, lambda _, t=taken: next(t))), expected)


@pytest.mark.parametrize("call", WITH_ARRAYS, ids=str)
def test_no_number_is_wrapped_around(call: NativeCall) -> None:
    """An array of another type is refused: 2**32 + 1 is not 1."""
    arguments = call.arguments(1)

    def wider(array: np.ndarray) -> np.ndarray:
        return array.astype({"i": np.uint64, "u": np.uint64, "f": np.float16}[array.dtype.kind]) + 0

    with pytest.raises(TypeError, match="incompatible function arguments"):
        call.function(*replaced(arguments, wider))
