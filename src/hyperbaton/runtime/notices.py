"""Notices: what a user should know although the run goes on.

In Python a notice is a warning, so that it can be turned off or into an error like any other; on
the command line it is one line on standard error.
"""

from __future__ import annotations

import sys
import warnings
from collections.abc import Iterator
from contextlib import contextmanager


class Notice(UserWarning):
    """Something that did not work, and without which the run goes on."""


class CacheNotice(Notice):
    """A cache that cannot be used; results do not depend on it."""


def notify(message: str, kind: type[Notice] = Notice) -> None:
    """Tells the user something."""
    warnings.warn(message, kind, stacklevel=2)


@contextmanager
def printed_notices(*, quiet: bool) -> Iterator[None]:
    """Prints notices on standard error, of each kind the first, unless asked to be quiet."""
    told: set[type[Warning]] = set()
    with warnings.catch_warnings():
        other = warnings.showwarning

        def show(message: Warning | str, category: type[Warning], *place: object) -> None:
            if not issubclass(category, Notice):
                other(message, category, *place)  # type: ignore[arg-type]
            elif not quiet and category not in told:
                told.add(category)
                print(f"hyperbaton: {message}", file=sys.stderr)

        warnings.showwarning = show  # type: ignore[assignment]
        warnings.simplefilter("always", Notice)
        yield
