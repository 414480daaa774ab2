"""Folders of this user, as the operating system has them."""

from __future__ import annotations

import os
import sys
from pathlib import Path

APPLICATION = "hyperbaton"
NO_HOME = Path(os.devnull, APPLICATION)  # where nothing can be kept


def cache_folder() -> Path:
    """The folder for what can be computed again; `NO_HOME` for a user who has none."""
    variable = {"win32": "LOCALAPPDATA", "darwin": None}.get(sys.platform, "XDG_CACHE_HOME")
    chosen = Path(os.environ.get(variable, "") if variable else "")
    if chosen.is_absolute():  # a relative one is to be ignored, as the XDG convention has it
        return chosen / APPLICATION
    try:
        home = Path.home()
    except RuntimeError:
        return NO_HOME
    inside = {"win32": "AppData/Local", "darwin": "Library/Caches"}.get(sys.platform, ".cache")
    return home / inside / APPLICATION if home.is_absolute() else NO_HOME
