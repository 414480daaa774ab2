"""Work in other processes: results in order, errors told here, nobody left waiting."""

import os
from functools import partial

import pytest
from work_elsewhere import (
    ending,
    failing_on_three,
    given,
    not_ready,
    slower_at_first,
)

from hyperbaton.errors import InputError
from hyperbaton.resources import WorkerLost, map_in_processes


def test_results_come_in_order_and_from_elsewhere():
    results = list(map_in_processes(partial(given, slower_at_first), range(6), 2))
    assert [item for item, _ in results] == list(range(6))
    assert os.getpid() not in {process for _, process in results}


def test_nothing_to_do():
    assert list(map_in_processes(partial(given, slower_at_first), [], 3)) == []


def test_errors_travel():
    with pytest.raises(InputError, match="three"):
        list(map_in_processes(partial(given, failing_on_three), range(6), 2))
    with pytest.raises(InputError, match="no model"):
        list(map_in_processes(not_ready, range(2), 1))


def test_a_worker_that_ends_is_missed():
    with pytest.raises(WorkerLost):
        list(map_in_processes(partial(given, ending), [1], 1))


def test_whoever_takes_only_the_first_result_waits_for_no_other():
    results = map_in_processes(partial(given, slower_at_first), range(100), 2)
    assert next(iter(results))[0] == 0
    results.close()
