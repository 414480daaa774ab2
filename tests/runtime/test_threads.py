"""Numbers of threads and processes."""

import os

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hyperbaton import Resources
from hyperbaton.errors import OptionError
from hyperbaton.limits import THREADS
from hyperbaton.resources import resolve_threads


@given(st.integers(1, THREADS.high))
def test_whole_numbers_in_range_are_taken_as_they_are(number):
    for given_number in (number, np.int64(number), np.int16(number), np.uint32(number)):
        found = resolve_threads(given_number)
        assert found == number
        assert type(found) is int


def test_the_limit_is_what_the_message_says():
    assert THREADS.high == 1024


@pytest.mark.parametrize(
    "number", [0, -1, 1025, 1 << 70, True, False, np.bool_(True), 1.0, 1.5, "2", [1], np.float64(2)]
)
@pytest.mark.parametrize("name", ["threads", "processes"])
def test_everything_else_is_refused_with_its_name(number, name):
    with pytest.raises(OptionError, match=f"^{name}: expected a whole number from 1 to 1024, got"):
        resolve_threads(number, name)
    with pytest.raises(OptionError, match=f"^{name}: expected a whole number from 1 to 1024, got"):
        Resources(**{name: number})


def test_by_default_all_cores_that_the_process_may_use():
    expected = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    assert resolve_threads(None) == Resources().thread_count == min(expected, THREADS.high)
    assert Resources(threads=3).thread_count == 3


def test_processes_have_no_default_but_one():
    assert Resources().processes == 1
