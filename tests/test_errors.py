"""Exceptions: their tree, their places, and how they travel between processes."""

import copy
import pickle

import pytest

from hyperbaton import errors
from hyperbaton.errors import (
    HyperbatonError,
    InputError,
    MissingDependencyError,
    NotationError,
    NotFoundError,
    OptionError,
)

EXAMPLES = [
    HyperbatonError("one", "two"),
    InputError("is blank", index=2, what="row", system="loom"),
    OptionError("threads: expected more"),
    NotationError("metric string: expected ')'", "pef(beta", 8),
    NotFoundError("ter", "ter was not scored", ["bleu"]),
    MissingDependencyError("serving", "pip install x"),
]


class OfAUserError(InputError):
    """An exception that a user derives, with an initialiser of its own."""

    def __init__(self, code, *, place):
        super().__init__(f"{place}: {code}")
        self.code, self.place = code, place


@pytest.mark.parametrize("error", [*EXAMPLES, OfAUserError(3, place="x")], ids=repr)
def test_errors_can_be_pickled_and_copied(error):
    for again in (pickle.loads(pickle.dumps(error)), copy.copy(error), copy.deepcopy(error)):
        assert (type(again), str(again), vars(again)) == (type(error), str(error), vars(error))


def test_each_class_is_in_the_tree_and_one_of_pythons_own():
    for error in EXAMPLES:
        assert type(error).__name__ in errors.__doc__
    kinds = (ValueError, ValueError, ValueError, KeyError, ImportError)
    for error, kind in zip(EXAMPLES[1:], kinds, strict=True):
        assert isinstance(error, kind)


def test_an_error_of_input_says_where_it_is_and_can_be_moved():
    error = InputError("is blank", index=2)
    assert str(error) == "segment 3: is blank"
    moved = error.at(what="row", index=0, system="loom")
    assert str(moved) == "loom: row 1: is blank"
    assert (error.index, moved.index, moved.reason) == (2, 0, "is blank")


def test_messages_have_no_control_characters():
    assert str(InputError("a\nb\x1b[31m\ud800\u2028c")) == r"a\nb\x1b[31m\ud800\u2028c"
    assert str(EXAMPLES[4]) == "ter was not scored; there are bleu"


def test_a_notation_error_points_at_the_character():
    wrong = NotationError("metric string: expected a value", "pef(beta=)", 9)
    assert str(wrong).splitlines()[1:] == ["  pef(beta=)", "           ^"]
    _, excerpt, caret = str(NotationError("x", "a" * 1000 + "?" + "b" * 1000, 1000)).split("\n")
    assert excerpt[len(caret) - 1] == "?"
    assert len(excerpt) < 100
