"""The notice of a cache that cannot be used.

In Python it is a warning, so that it can be turned off or into an error like any other; on the
command line it is one line on standard error.
"""

from __future__ import annotations

import sys
import warnings
from collections.abc import Iterator
from contextlib import contextmanager


class CacheNotice(UserWarning):
    """A cache that cannot be used; results do not depend on it."""


def notify(message: str) -> None:
    """Tells the user about a cache."""
    warnings.warn(message, CacheNotice, stacklevel=2)


@contextmanager
def printed_notices(*, quiet: bool) -> Iterator[None]:
    """Prints the first notice on standard error, unless asked to be quiet, and no other."""
    told: list[str] = []
    with warnings.catch_warnings():
        other = warnings.showwarning

        def show(message: Warning | str, category: type[Warning], *place: object) -> None:
            if not issubclass(category, CacheNotice):
                other(message, category, *place)  # type: ignore[arg-type]
            elif not quiet and not told:
                print(f"hyperbaton: {message}", file=sys.stderr)
                told.append(str(message))

        warnings.showwarning = show  # type: ignore[assignment]
        warnings.simplefilter("always", CacheNotice)
        yield
