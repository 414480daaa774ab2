"""What is promised of any input: a result, or an error of the package that says what is wrong."""

from __future__ import annotations

from collections.abc import Callable

from hyperbaton.errors import HyperbatonError

MOST_LINES = 3


def result_or_refusal(function: Callable[[], object], named: str = "") -> object:
    """Calls a function; None where it refused as promised.

    Args:
        function: what to call.
        named: what a message has to name, such as the file.
    """
    try:
        return function()
    except HyperbatonError as error:
        message = str(error)
        if len(message.splitlines()) > MOST_LINES:
            raise AssertionError(f"a message of too many lines: {message!r}") from error
        if named not in message:
            raise AssertionError(f"{named} is not named: {message!r}") from error
        return None
