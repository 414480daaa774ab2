"""What is promised of a public call, whatever it is given."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from typing import Any

from hostility.children import MOST_LINES
from hostility.tally import count
from hyperbaton.errors import ArgumentTypeError, HyperbatonError, MissingDependencyError

KIND = "Python calls"
BUILT_IN = (TypeError, ValueError, KeyError, IndexError)


def succeeds_or_refuses(call: Callable[[], Any], parameter: str = "") -> str | None:
    """Makes a call; what breaks the promise, in words, or None.

    It succeeds, or raises one of our errors that also is a TypeError, ValueError, KeyError or
    IndexError, says what is accepted in at most three lines, and can be pickled.
    """
    try:
        call()
    except MissingDependencyError:
        count(KIND, "needed a package")
    except HyperbatonError as error:
        count(KIND, "refused")
        return _broken(error, parameter)
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    else:
        count(KIND, "succeeded")
    return None


def _broken(error: HyperbatonError, parameter: str) -> str | None:
    message = str(error)
    if not isinstance(error, BUILT_IN):
        return f"{type(error).__name__} is none of Python's own: {message}"
    if not 1 <= len(message.splitlines()) <= MOST_LINES:
        return f"not one to {MOST_LINES} lines: {message!r}"
    if not message.isascii() and message.encode("utf-8", "replace").decode() != message:
        return f"cannot be written: {message!r}"
    if isinstance(error, ArgumentTypeError) and not message.startswith(f"{error.name}: expected "):
        return f"does not say what is expected: {message!r}"
    copy = pickle.loads(pickle.dumps(error))
    if (type(copy), copy.args, vars(copy)) != (type(error), error.args, vars(error)):
        return f"is another error after it was pickled: {copy!r}"
    return None
