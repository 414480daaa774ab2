"""PyArrow, which is imported when it is first needed."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from hyperbaton.errors import MissingDependencyError
from hyperbaton.text.columns import INSTALL_PYARROW


def load_pyarrow(module: str = "pyarrow") -> Any:
    """PyArrow, or a module of it.

    Raises:
        MissingDependencyError: it is not installed.
    """
    try:
        return import_module(module)
    except ImportError:
        raise MissingDependencyError("scoring record batches", INSTALL_PYARROW) from None
