"""How many threads a run uses."""

import os

import numpy as np
import pytest

from hyperbaton.checks import THREADS
from hyperbaton.errors import OptionError
from hyperbaton.resources import resolve_threads


@pytest.mark.parametrize("number", [0, 1025, True, 1.5, "2"])
def test_numbers_out_of_range_are_refused(number):
    with pytest.raises(OptionError, match=r"^threads: expected a whole number from 1 to 1024, got"):
        resolve_threads(number)


def test_by_default_all_cores_that_the_process_may_use():
    expected = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    assert resolve_threads(None) == min(expected, THREADS.high)
    assert resolve_threads(np.int16(3)) == 3
