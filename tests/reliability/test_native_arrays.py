"""Whatever arrays a native function is given: a result or an error, never memory that is not its.

The same tests run once more on a core that is compiled with AddressSanitizer and
UndefinedBehaviorSanitizer, where reading one entry too far ends the program (`make test-native`).
"""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from pathlib import Path

import numpy as np
import pytest
from hostility.hostile_arrays import arrays_in, extremes, replaced, spoiled, unusual
from hostility.native_calls import NativeCall, native_calls
from hostility.tally import count
from hypothesis import given, settings
from hypothesis import strategies as st

KIND = "native arrays"
EXAMPLES = 100
TESTS = Path(__file__).parents[1]
CALLS = native_calls()
WITH_ARRAYS = [call for call in CALLS if any(p.endswith("[]") for p in call.parameters)]
REFUSALS = (TypeError, ValueError, OverflowError, MemoryError)


def try_call(call: NativeCall, arguments: list) -> None:
    try:
        call.function(*arguments)
    except REFUSALS:
        count(KIND, "refused")
    else:
        count(KIND, "succeeded")


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
        count(KIND, "succeeded")


@pytest.mark.parametrize("call", WITH_ARRAYS, ids=str)
def test_no_number_is_wrapped_around(call: NativeCall) -> None:
    """An array of another type is refused: 2**32 + 1 is not 1."""
    arguments = call.arguments(1)

    def wider(array: np.ndarray) -> np.ndarray:
        return array.astype({"i": np.uint64, "u": np.uint64, "f": np.float16}[array.dtype.kind]) + 0

    with pytest.raises(TypeError, match="incompatible function arguments"):
        call.function(*replaced(arguments, wider))


@pytest.mark.parametrize("call", WITH_ARRAYS, ids=str)
def test_arrays_that_another_thread_changes(call: NativeCall) -> None:
    arguments = call.arguments(2, words=30)
    arrays = [array for array in arrays_in(arguments) if array.size]
    fitting = [array.copy() for array in arrays]
    done = threading.Event()

    def change() -> None:
        while not done.is_set():
            for array, fits in zip(arrays, fitting, strict=True):
                for value in extremes(array.dtype):
                    array[array.size // 2 :] = value
                array[...] = fits

    changer = threading.Thread(target=change)
    changer.start()
    try:
        for _ in range(40):
            try_call(call, arguments)
    finally:
        done.set()
        changer.join()


WATCHED = "libasan" in os.environ.get("LD_PRELOAD", "")
unwatched = pytest.mark.skipif(WATCHED, reason="AddressSanitizer ends a program short of memory")


@unwatched
@pytest.mark.parametrize("call", WITH_ARRAYS, ids=str)
def test_a_view_larger_than_all_memory(call: NativeCall) -> None:
    def repeated(array: np.ndarray) -> np.ndarray:
        entry = np.zeros((1, *array.shape[1:]), array.dtype)
        return np.broadcast_to(entry, (2**50, *array.shape[1:]))

    with pytest.raises(MemoryError):
        call.function(*replaced(call.arguments(1), repeated))
    count(KIND, "refused")


SHORT_OF_MEMORY = """
import resource, sys
sys.path.insert(0, {tests!r})
from hostility.native_calls import native_calls

prepared = [(call, call.arguments(1, words=200)) for call in native_calls()]
used = int(open("/proc/self/statm").read().split()[0]) * resource.getpagesize()
for room in range(0, 24 << 20, 1 << 20):
    resource.setrlimit(resource.RLIMIT_AS, (used + room, resource.RLIM_INFINITY))
    for call, arguments in prepared:
        try:
            call.function(*arguments)
        except MemoryError:
            pass
print("done")
"""


@unwatched
@pytest.mark.skipif(sys.platform != "linux", reason="needs a limit on address space")
def test_a_call_that_gets_no_memory_says_so() -> None:
    command = [sys.executable, "-c", SHORT_OF_MEMORY.format(tests=str(TESTS))]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120)
    assert (done.returncode, done.stdout) == (0, "done\n"), done.stderr[-2000:]
