"""Families of vectors that took long to compute, kept in a folder for the next run."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from space import Rows


@dataclass(frozen=True)
class Kept:
    """A folder of arrays, or None to keep nothing."""

    folder: Path | None

    def rows(self, name: str, words: Sequence[str], compute: Callable[[], Rows]) -> Rows:
        """The rows of these words under a name, computed unless they are kept already."""
        if self.folder is None:
            return compute()
        digest = hashlib.sha256("\n".join(words).encode()).hexdigest()[:12]
        file = self.folder / f"{name}-{digest}.npy"
        if not file.exists():
            self.folder.mkdir(parents=True, exist_ok=True)
            np.save(file, compute())
        rows: Rows = np.load(file)
        return rows
