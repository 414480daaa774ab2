"""Lists in which every entry is to be named once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Sequence
from typing import Any, TypeVar

from hyperbaton.checks import shown
from hyperbaton.errors import OptionError

LONGEST = 200  # characters of an entry in a message
Entry = TypeVar("Entry", bound=Hashable)


def each_once(entries: Sequence[Entry], name: str) -> Sequence[Entry]:
    """The entries, if all differ: counted twice, one would weigh twice.

    Args:
        entries: what was named.
        name: of the option or argument.

    Raises:
        OptionError: one is named twice.
    """
    seen: set[Entry] = set()
    for entry in entries:
        if entry in seen:
            written = str(entry)
            told = written if len(written) <= LONGEST else shown(written)
            raise OptionError(f"{name}: {told} is named twice; name it once")
        seen.add(entry)
    return entries


def object_of(pairs: Sequence[tuple[str, Any]]) -> dict[str, Any]:
    """What `json.loads` is to make an object into: of two equal keys none may win.

    Raises:
        ValueError: a key is there twice.
    """
    found = dict(pairs)
    if len(found) < len(pairs):
        times = Counter(key for key, _ in pairs)
        repeated = next(key for key, _ in pairs if times[key] > 1)
        raise ValueError(f"the key {shown(repeated)} is there twice")
    return found
