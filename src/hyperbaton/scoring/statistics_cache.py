"""Statistics of segments on disk, so that nothing is computed twice.

An entry holds the statistics of one system by one metric. Its key is a digest of all that
determines them: the metric with all parameters, how text was prepared with the contents of all
files, the texts themselves, and the code that scores them.
"""

from __future__ import annotations

import io
from functools import cache
from hashlib import blake2b
from pathlib import Path

import numpy as np

from hyperbaton import _core
from hyperbaton.cache import Store
from hyperbaton.evidence import Output, Preparation, TestSet
from hyperbaton.files import cache_folder, digest_of
from hyperbaton.metrics import Metric
from hyperbaton.metrics.base import Statistics

AFTER_SCORING = ("meta", "cli", "tables", "report", "serve")


class StatisticsCache:
    """A folder of statistics; the user's cache folder by default."""

    def __init__(self, folder: Path | None = None) -> None:
        self.folder = folder or cache_folder()
        self._store = Store(self.folder)

    def find(self, key: str) -> Statistics | None:
        """The statistics stored under a key; None where there are none."""
        with self._store as store:
            contents = store.find(key.encode())
        if contents is None:
            return None
        found: Statistics = np.load(io.BytesIO(contents), allow_pickle=False)
        return found

    def store(self, key: str, statistics: Statistics) -> None:
        """Stores statistics under a key."""
        contents = io.BytesIO()
        np.save(contents, statistics, allow_pickle=False)
        with self._store as store:
            store.add([(key.encode(), contents.getvalue())])


def key_of(metric: Metric, preparation: Preparation, test_set: TestSet, output: Output) -> str:
    """A digest of everything that determines the statistics, the code included."""
    return digest_of(
        code_digest(),
        metric.written(explicit=True),
        metric.fingerprint(preparation),
        test_set.digest,
        output.digest,
    )


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
