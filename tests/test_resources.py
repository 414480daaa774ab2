"""Threads, and work in other processes: results in order, errors told here, nobody left waiting."""

import os
import time
from functools import partial

import numpy as np
import pytest

from hyperbaton import Resources
from hyperbaton.checks import THREADS
from hyperbaton.errors import InputError, OptionError
from hyperbaton.resources import WorkerLost, map_in_processes, resolve_threads


@pytest.mark.parametrize("number", [0, -1, 1025, 1 << 70, True, np.bool_(True), 1.5, "2", [1]])
@pytest.mark.parametrize("name", ["threads", "processes"])
def test_numbers_out_of_range_are_refused_with_their_name(number, name):
    message = f"^{name}: expected a whole number from 1 to 1024, got"
    with pytest.raises(OptionError, match=message):
        resolve_threads(number, name)
    with pytest.raises(OptionError, match=message):
        Resources(**{name: number})


def test_by_default_all_cores_that_the_process_may_use():
    expected = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    assert resolve_threads(None) == Resources().thread_count == min(expected, THREADS.high)
    assert Resources(threads=np.int16(3)).thread_count == 3
    assert Resources().processes == 1


# What workers do: importlib imports this module by its path, so they unpickle it by their own.


def slower_at_first(item):
    time.sleep(0.2 if item == 0 else 0)
    return item, os.getpid()


def failing_on_three(item):
    if item == 3:
        raise InputError("three")
    return item


def ending(item):
    os._exit(7)


def given(function):
    return function


def not_ready():
    raise InputError("no model")


def test_results_come_in_order_and_from_elsewhere():
    results = list(map_in_processes(partial(given, slower_at_first), range(6), 2))
    assert [item for item, _ in results] == list(range(6))
    assert os.getpid() not in {process for _, process in results}
    assert list(map_in_processes(partial(given, slower_at_first), [], 3)) == []


def test_errors_travel():
    with pytest.raises(InputError, match="three"):
        list(map_in_processes(partial(given, failing_on_three), range(6), 2))
    with pytest.raises(InputError, match="no model"):
        list(map_in_processes(not_ready, range(2), 1))
    with pytest.raises(WorkerLost):
        list(map_in_processes(partial(given, ending), [1], 1))


def test_whoever_takes_only_the_first_result_waits_for_no_other():
    results = map_in_processes(partial(given, slower_at_first), range(100), 2)
    assert next(iter(results))[0] == 0
    results.close()  # type: ignore[attr-defined]
