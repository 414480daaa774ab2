"""Notices of caches on the command line; `CacheNotice` is in `hyperbaton.cache`."""

from __future__ import annotations

import sys
import warnings
from collections.abc import Iterator
from contextlib import contextmanager

from hyperbaton.cache import CacheNotice

__all__ = ["CacheNotice", "printed_notices"]


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
