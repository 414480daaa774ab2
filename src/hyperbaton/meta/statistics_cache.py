"""Statistics of segments on disk, so that nothing is computed twice.

A file holds the statistics of one system by one metric. Its name is a hash of all that determines
them: the metric with all parameters and the version, what was done to the text, the text itself,
and the code that scores it, so that work on a metric never meets its old figures. Files appear
only when they are complete, so that an interrupted run can be continued.
"""

from __future__ import annotations

import hashlib
import os
import sys
import tempfile
from collections.abc import Iterable, Sequence
from functools import cache
from pathlib import Path

import numpy as np

from hyperbaton import _core
from hyperbaton.errors import InputError
from hyperbaton.metrics.base import Statistics

APPLICATION = "hyperbaton"
AFTER_SCORING = ("meta", "reproduction", "cli")


class StatisticsCache:
    """A folder of statistics."""

    def __init__(self, folder: Path | None = None) -> None:
        self.folder = folder or default_folder()

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
                f"{self.folder}: cannot be written ({error.strerror}); choose another folder with "
                "--cache DIR, or none with --no-cache"
            ) from None

    def _path(self, key: str) -> Path:
        return self.folder / key[:2] / f"{key}.npy"


def default_folder() -> Path:
    """The user's folder for caches, as the operating system has it."""
    home = Path.home()
    if sys.platform == "win32":
        root = Path(os.environ.get("LOCALAPPDATA") or home / "AppData" / "Local")
    elif sys.platform == "darwin":
        root = home / "Library" / "Caches"
    else:
        root = Path(os.environ.get("XDG_CACHE_HOME") or home / ".cache")
    return root / APPLICATION


@cache
def code_hash() -> str:
    """A hash of the package's code, less the part that comes after scoring."""
    root = Path(__file__).parents[1]
    files = sorted(root.rglob("*.py"))
    scoring = [p for p in files if p.relative_to(root).parts[0] not in AFTER_SCORING]
    digest = hashlib.sha256()
    for path in [*scoring, Path(_core.__file__)]:
        digest.update(path.read_bytes())
    return digest.hexdigest()


def text_hash(groups: Iterable[Sequence[str]]) -> str:
    """A hash of texts in groups, which differs for every other grouping."""
    digest = hashlib.sha256()
    for group in groups:
        digest.update(b"%d\n" % len(group))
        for text in group:
            encoded = text.encode("utf-8", "surrogatepass")
            digest.update(b"%d\n" % len(encoded))
            digest.update(encoded)
    return digest.hexdigest()


def key_of(*parts: str) -> str:
    """A key from parts that determine the statistics."""
    return text_hash([parts])
