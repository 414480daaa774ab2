"""Values that are computed once, also when many threads ask at the same time."""

import gc
import pickle
import threading
import time
import weakref
from concurrent.futures import ThreadPoolExecutor

import pytest

from hyperbaton.once import OncePer, once

THREADS = 16


class Counting:
    """Slow enough that every thread asks before the first has its answer."""

    def __init__(self):
        self.calls = []

    @once
    def value(self):
        """A new object each time it is computed."""
        self.calls.append(threading.get_ident())
        time.sleep(0.02)
        return object()

    @once
    def through_another(self):
        return self.value


def all_at_once(ask):
    """What every thread is given, all asking behind one barrier."""
    barrier = threading.Barrier(THREADS)

    def asked(_):
        barrier.wait()
        return ask()

    with ThreadPoolExecutor(THREADS) as pool:
        return list(pool.map(asked, range(THREADS)))


def test_a_property_is_computed_once_under_many_threads():
    owner = Counting()
    found = all_at_once(lambda: owner.value)
    assert len(owner.calls) == 1
    assert all(value is found[0] for value in found)


def test_properties_that_need_each_other_do_not_wait_for_each_other():
    owner = Counting()
    found = all_at_once(lambda: owner.through_another)
    assert len(owner.calls) == 1
    assert all(value is owner.value for value in found)


def test_every_object_has_values_of_its_own():
    one, two = Counting(), Counting()
    assert one.value is not two.value
    assert (len(one.calls), len(two.calls)) == (1, 1)


def test_the_property_is_documented_and_found_on_the_class():
    assert isinstance(Counting.value, once)
    assert Counting.value.__doc__ == "A new object each time it is computed."


def test_a_failure_is_not_kept():
    class Failing:
        broken = True

        @once
        def value(self):
            if self.broken:
                raise ValueError("not yet")
            return 1

    owner = Failing()
    with pytest.raises(ValueError, match="not yet"):
        _ = owner.value
    owner.broken = False
    assert owner.value == 1


def test_objects_are_not_kept_alive():
    owner = Counting()
    assert owner.value is not None
    watched = weakref.ref(owner)
    del owner
    gc.collect()
    assert watched() is None


def test_values_by_key_are_computed_once_each_under_many_threads():
    calls = []

    def compute(key):
        calls.append(key)
        time.sleep(0.01)
        return [key]

    values = OncePer(compute)
    found = all_at_once(lambda: (values["a"], values["b"]))
    assert sorted(calls) == ["a", "b"]
    assert all(pair[0] is found[0][0] and pair[1] is found[0][1] for pair in found)
    assert values["a"] == ["a"]


def test_a_value_by_key_may_need_another():
    values = OncePer(lambda n: 1 if n == 0 else n * values[n - 1])
    assert values[5] == 120


def test_a_failed_key_is_asked_for_again():
    answers = iter([ValueError("not yet"), 1])

    def compute(_key):
        answer = next(answers)
        if isinstance(answer, Exception):
            raise answer
        return answer

    values = OncePer(compute)
    with pytest.raises(ValueError, match="not yet"):
        _ = values["a"]
    assert values["a"] == 1


class Portable:
    """At the top of the module, so that another process could find it."""

    @once
    def value(self):
        return 7


def test_objects_travel_between_processes_after_use():
    owner = Portable()
    assert owner.value == 7
    there = pickle.loads(pickle.dumps(owner))
    assert there.value == 7
    assert there.__dict__["_once_lock"] is not owner.__dict__["_once_lock"]
