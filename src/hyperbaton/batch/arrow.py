"""PyArrow, which is imported when it is first needed."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from hyperbaton.checks import shown
from hyperbaton.errors import ArgumentTypeError, MissingDependencyError
from hyperbaton.text.tables import INSTALL_PYARROW


def load_pyarrow(module: str = "pyarrow") -> Any:
    """PyArrow, or a module of it.

    Raises:
        MissingDependencyError: it is not installed.
    """
    try:
        return import_module(module)
    except ImportError:
        raise MissingDependencyError("scoring record batches", INSTALL_PYARROW) from None


def check_kind(value: object, name: str, *kinds: str) -> None:
    """Refuses what is not of one of several kinds of Arrow's, such as `Schema`.

    Raises:
        ArgumentTypeError: it is something else.
    """
    pyarrow = load_pyarrow()
    if not isinstance(value, tuple(getattr(pyarrow, kind) for kind in kinds)):
        accepted = " or ".join(f"a pyarrow.{kind}" for kind in kinds)
        raise ArgumentTypeError(name, accepted, shown(value))
