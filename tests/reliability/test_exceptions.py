"""Every exception class travels between processes, as it is."""

import copy
import multiprocessing
import pickle
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

import pytest
from hostility.exceptions import CLASSES, example, raise_example, raise_of_others, state
from hostility.tally import count

from hyperbaton import errors
from hyperbaton.errors import HyperbatonError

SECONDS = 60


@pytest.fixture(scope="module", params=["spawn", "fork"])
def pool(request):
    with ProcessPoolExecutor(1, mp_context=get_context(request.param)) as made:
        yield made


def test_the_tree_in_the_docstring_names_every_class():
    for kind in CLASSES:
        assert kind.__name__ in errors.__doc__, kind


def test_each_is_one_of_pythons_own_as_well():
    built_in = (TypeError, ValueError, KeyError, IndexError, ImportError)
    assert [kind for kind in CLASSES if not issubclass(kind, built_in)] == [HyperbatonError]


@pytest.mark.parametrize("kind", CLASSES, ids=lambda kind: kind.__name__)
@pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
def test_round_trip(kind, protocol):
    error = example(kind)
    assert state(pickle.loads(pickle.dumps(error, protocol))) == state(error)
    assert state(copy.copy(error)) == state(copy.deepcopy(error)) == state(error)
    count("exceptions", "travelled")


@pytest.mark.parametrize("kind", CLASSES, ids=lambda kind: kind.__name__)
def test_out_of_a_pool(kind, pool):
    with pytest.raises(kind) as caught:
        pool.submit(raise_example, kind.__name__).result(SECONDS)
    expected = example(kind)
    assert str(caught.value) == str(expected)
    for name, value in vars(expected).items():
        assert getattr(caught.value, name) == value
    count("exceptions", "travelled")


OF_OTHERS = {
    "decoding": UnicodeDecodeError,
    "array": ValueError,
    "chained": errors.InputError,
    "score": errors.ArgumentTypeError,
    "notation": errors.NotationError,
    "tokenizer": errors.ArgumentTypeError,
}


@pytest.mark.parametrize("kind", OF_OTHERS)
def test_errors_inside_workers(kind, pool):
    with pytest.raises(OF_OTHERS[kind]):
        pool.submit(raise_of_others, kind).result(SECONDS)
    assert pool.submit(len, "abc").result(SECONDS) == 3  # the pool lives on


@pytest.mark.parametrize("method", ["spawn", "fork"])
def test_out_of_a_pool_of_multiprocessing(method):
    with multiprocessing.get_context(method).Pool(1) as made:
        for kind in CLASSES:
            with pytest.raises(kind):
                made.apply_async(raise_example, (kind.__name__,)).get(SECONDS)


class OfAUserError(errors.InputError):
    """An exception that a user derives, with an initialiser of its own."""

    def __init__(self, code, *, place):
        super().__init__(f"{place}: {code}")
        self.code, self.place = code, place


def test_classes_of_users_travel_too():
    error = OfAUserError(3, place="x")
    assert state(pickle.loads(pickle.dumps(error))) == state(error)


def test_messages_have_no_control_characters():
    error = errors.InputError("a\nb\x1b[31m\ud800\u2028c")
    assert str(error) == r"a\nb\x1b[31m\ud800\u2028c"
    wrong = errors.NotationError("metric", "a\nb\x00(", 3, "expected ')'")
    assert len(str(wrong).splitlines()) == 3
    assert wrong.text == "a\nb\x00("
