"""Static word vectors for hyperbaton: one file per language in `data`, named after its code."""

from __future__ import annotations

__version__ = "1.0.0"
