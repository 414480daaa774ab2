"""Statistics of segments on disk, so that nothing is computed twice.

A file holds the statistics of one system by one metric. Its name is a digest of all that determines
them: the metric with all parameters, how text became evidence with the contents of all files, the
texts themselves, and the code that scores them, so that work on a metric never meets its old
figures. Files appear only when they are complete, so that an interrupted run can be continued.
"""

from __future__ import annotations

import os
import tempfile
from functools import cache
from hashlib import blake2b
from pathlib import Path

import numpy as np

from hyperbaton import _core
from hyperbaton.errors import InputError, OptionError
from hyperbaton.metrics.base import Statistics
from hyperbaton.runtime.arguments.checked import checked
from hyperbaton.runtime.arguments.shown import shown
from hyperbaton.runtime.folders import cache_folder

AFTER_SCORING = ("meta", "reproduction", "cli", "tables")


@checked
class StatisticsCache:
    """A folder of statistics."""

    def __init__(self, folder: Path | None = None) -> None:
        self.folder = folder or cache_folder()

    def find(self, key: str) -> Statistics | None:
        """The statistics stored under a key; None where there are none, or the file is broken."""
        try:
            return np.asarray(np.load(self._path(key), allow_pickle=False), np.float64)
        except (OSError, ValueError, EOFError):
            return None

    def store(self, key: str, statistics: Statistics) -> None:
        """Stores statistics under a key.

        Raises:
            InputError: the folder cannot be written to.
        """
        path = self._path(key)
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            handle, name = tempfile.mkstemp(dir=path.parent, suffix=".part")
            try:
                with os.fdopen(handle, "wb") as file:
                    np.save(file, statistics)
                Path(name).replace(path)
            except BaseException:
                Path(name).unlink(missing_ok=True)
                raise
        except OSError as error:
            raise InputError(
                f"{self.folder}: cannot be written ({error.strerror}); choose another folder for "
                "the cache, or none"
            ) from None

    def _path(self, key: str) -> Path:
        if not key.isalnum() or not key.isascii():
            raise OptionError(f"key: expected letters and digits, got {shown(key)}")
        return self.folder / key[:2] / f"{key}.npy"


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
