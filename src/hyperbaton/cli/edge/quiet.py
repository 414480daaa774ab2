"""Keeps to itself what libraries and the interpreter would print about their own affairs."""

from __future__ import annotations

import os
import sys
import threading
import warnings
from typing import Any

from hyperbaton.cli.edge.endings import TRACEBACK


def quieten_libraries() -> None:
    """Drops warnings, unless Python was asked for them, and errors that nobody can catch."""
    if not sys.warnoptions:
        warnings.simplefilter("ignore")
    if os.environ.get(TRACEBACK, "0") in ("", "0"):
        sys.unraisablehook = _dropped
        threading.excepthook = _dropped


def _dropped(_: Any) -> None:
    """Says nothing."""
