"""Statistics of segments on disk, so that nothing is computed twice.

An entry holds the statistics of one system by one metric. Its key is a digest of all that
determines them: the metric with all parameters, how text became evidence with the contents of all
files, the texts themselves, and the code that scores them, so that work on a metric never meets its
old figures. See `hyperbaton.cache` for what happens to a cache that cannot be used.
"""

from __future__ import annotations

import io
from functools import cache
from hashlib import blake2b
from pathlib import Path

import numpy as np

from hyperbaton import _core
from hyperbaton.cache import Store, cache_folder
from hyperbaton.metrics.base import Statistics

AFTER_SCORING = ("meta", "cli", "tables")


class StatisticsCache:
    """A folder of statistics."""

    def __init__(self, folder: Path | None = None) -> None:
        self.folder = folder or cache_folder()
        self._store = Store(self.folder)

    def find(self, key: str, shape: tuple[int, int] | None = None) -> Statistics | None:
        """The statistics stored under a key, which must have that shape; None where there are none.

        Args:
            key: the digest that they were stored under.
            shape: how many segments and statistics there must be; any number if left out.
        """
        with self._store as store:
            contents = store.find(key.encode())
            if contents is None:
                return None
            found = _decoded(contents)
            if found is None or shape not in (None, found.shape):
                store.distrust()
                return None
        return found

    def store(self, key: str, statistics: Statistics) -> None:
        """Stores statistics under a key."""
        contents = io.BytesIO()
        np.save(contents, statistics, allow_pickle=False)
        with self._store as store:
            store.add([(key.encode(), contents.getvalue())])


def _decoded(contents: bytes) -> Statistics | None:
    try:
        found = np.load(io.BytesIO(contents), allow_pickle=False)
    except (ValueError, EOFError, OSError):
        return None
    is_table = isinstance(found, np.ndarray) and found.dtype == np.float64 and found.ndim == 2
    return found if is_table else None


@cache
def code_digest() -> str:
    """A digest of the package's code, less the part that comes after scoring."""
    root = Path(__file__).parents[1]
    files = sorted(root.rglob("*.py"))
    scoring = [p for p in files if p.relative_to(root).parts[0] not in AFTER_SCORING]
    digest = blake2b(digest_size=32)
    for path in [*scoring, Path(_core.__file__)]:
        digest.update(path.read_bytes())
    return digest.hexdigest()
