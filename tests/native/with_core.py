"""Runs a module as `python -m` does, on a native core from another folder.

    python tests/native/with_core.py FOLDER pytest tests/native

`make test-native` tests the core that is compiled with sanitizers like this.
"""

from __future__ import annotations

import importlib.util
import runpy
import sys
from pathlib import Path


def use_core(folder: Path) -> None:
    """Takes the core in a folder for that of the package."""
    [path] = folder.glob("_core.*")
    spec = importlib.util.spec_from_file_location("hyperbaton._core", path)
    assert spec is not None and spec.loader is not None
    core = importlib.util.module_from_spec(spec)
    sys.modules["hyperbaton._core"] = core
    spec.loader.exec_module(core)
    import hyperbaton

    hyperbaton._core = core


if __name__ == "__main__":
    use_core(Path(sys.argv[1]))
    sys.argv = sys.argv[2:]
    runpy.run_module(sys.argv[0], run_name="__main__", alter_sys=True)
