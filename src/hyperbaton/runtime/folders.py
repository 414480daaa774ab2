"""Folders of this user, as the operating system has them."""

from __future__ import annotations

import os
import sys
from pathlib import Path

APPLICATION = "hyperbaton"


def cache_folder() -> Path:
    """The folder for what can be computed again."""
    home = Path.home()
    if sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA") or home / "AppData" / "Local")
    elif sys.platform == "darwin":
        base = home / "Library" / "Caches"
    else:
        base = Path(os.environ.get("XDG_CACHE_HOME") or home / ".cache")
    return base / APPLICATION
