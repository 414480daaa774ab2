"""Which of our modules a command goes through, in the order in which it enters them.

    .venv/bin/python tools/trace_journey.py score demo/en/reference.txt -i demo/en/loom.txt -m pef

Prints how many modules of hyperbaton are imported, how many are entered by a call once the command
runs, how often a call goes from one module to another (a jump), and the modules entered.
"""

from __future__ import annotations

import contextlib
import io
import sys
from collections.abc import Sequence
from types import FrameType
from typing import Any, NamedTuple

PACKAGE = "hyperbaton"


class Journey(NamedTuple):
    """What a command goes through."""

    imported: list[str]
    entered: list[str]
    jumps: int


def journey(arguments: Sequence[str]) -> Journey:
    """Runs a command and follows the calls between modules; importing is not counted as a call."""
    entered: dict[str, None] = {}
    jumps = 0

    def module_of(frame: FrameType | None) -> str:
        name = "" if frame is None else str(frame.f_globals.get("__name__", ""))
        return name if name == PACKAGE or name.startswith(f"{PACKAGE}.") else ""

    def watch(frame: FrameType, event: str, _: Any) -> None:
        nonlocal jumps
        if event != "call" or frame.f_code.co_name.startswith("<"):
            return
        module = module_of(frame)
        if not module or is_imported(frame):
            return
        entered.setdefault(module)
        jumps += module_of(frame.f_back) not in ("", module)

    from hyperbaton.cli import main

    with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
        sys.setprofile(watch)
        try:
            main(list(arguments))
        finally:
            sys.setprofile(None)
    imported = sorted(name for name in sys.modules if name.split(".")[0] == PACKAGE)
    return Journey(imported, list(entered), jumps)


def is_imported(frame: FrameType | None) -> bool:
    """Whether a call happens while a module is imported, such as to define its classes."""
    while frame is not None:
        if frame.f_code.co_name == "<module>" and frame.f_globals.get("__name__") != "__main__":
            return True
        frame = frame.f_back
    return False


if __name__ == "__main__":
    found = journey(sys.argv[1:])
    print(
        f"{len(found.imported)} modules imported, {len(found.entered)} entered, {found.jumps} jumps"
    )
    print("\n".join(found.entered))
