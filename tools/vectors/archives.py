"""Writes word vectors in the package's own format, which `hyperbaton.vectors.tables` describes."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray


def write_archive(
    path: str | Path,
    words: Sequence[str],
    vectors: NDArray[np.int8],
    information: NDArray[np.floating[Any]],
    description: Mapping[str, Any],
) -> None:
    """Writes vectors to a file; the same vectors always make the same bytes."""
    about = json.dumps(description, ensure_ascii=False, sort_keys=True)
    np.savez_compressed(
        path,
        words=np.frombuffer("\n".join(words).encode(), np.uint8),
        vectors=vectors,
        information=information.astype(np.float16),
        description=np.frombuffer(about.encode(), np.uint8),
    )
