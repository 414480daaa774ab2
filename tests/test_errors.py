"""Errors carry what they know, also between processes."""

import pickle

import pytest

from hyperbaton import errors

RAISED = [
    errors.InputError("file:3: is wrong"),
    errors.PermutationError(2, "4 is outside 1..3"),
    errors.LinkError(1, "there is no word 7"),
    errors.TreeError(None, "its heads lead back to it"),
    errors.TreeError(3, "depends on itself"),
    errors.NotationSyntaxError("metric", "pef(", 4, "expected ')'"),
    errors.UnknownNameError("aligner", "bets", 0, "did you mean best?"),
    errors.ParameterError("pef: beta is a number"),
    errors.OptionError("threads: expected a whole number"),
    errors.MissingDependencyError("parser english", "pip install hyperbaton-english"),
]


@pytest.mark.parametrize("error", RAISED, ids=lambda error: type(error).__name__)
def test_errors_travel(error):
    back = pickle.loads(pickle.dumps(error))
    assert type(back) is type(error)
    assert str(back) == str(error)
    assert back.__dict__ == error.__dict__


def test_every_kind_of_error_is_tried():
    kinds = {kind for kind in vars(errors).values() if isinstance(kind, type)}
    assert {kind for kind in kinds if issubclass(kind, Exception)} == {
        errors.HyperbatonError,
        errors.NotationError,
        *map(type, RAISED),
    }
