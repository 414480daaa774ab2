"""Compares the figures of two versions of a page, or of two JSON documents, number by number.

    python tools/compare_figures.py OLD NEW [--tolerance 1e-9]

Lines are paired by their text without numbers; every figure that differs by more than the tolerance
is printed with its line, and so is every line that only one side has. Exits with 1 if there is any.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Iterator
from difflib import SequenceMatcher
from pathlib import Path

NUMBER = re.compile(r"(?<![\w.])[-+±]?\d*\.?\d+(?:e[-+]?\d+)?(?![\w])")
# Names of the papers that the commands had before, so that old pages can be compared.
RENAMED = {
    "paper-000": "stanojevic-simaan-2014",
    "paper-001": "mccaffery-nederhof-2016",
    "paper-002": "leusch-et-al-2003",
    "paper-003": "stanojevic-simaan-2016",
    "paper-004": "birch-osborne-2010",
}


def lines_of(path: Path) -> list[str]:
    """The lines of a file, with today's names."""
    text = path.read_text(encoding="utf-8")
    for old, new in RENAMED.items():
        text = text.replace(old, new)
    return text.splitlines()


def differences(old: list[str], new: list[str], tolerance: float) -> Iterator[str]:
    """What differs, line by line."""
    shapes = [[NUMBER.sub("#", line) for line in side] for side in (old, new)]
    for tag, a, b, c, d in SequenceMatcher(None, *shapes, autojunk=False).get_opcodes():
        if tag == "equal":
            for before, after in zip(old[a:b], new[c:d], strict=True):
                found = list(differing(before, after, tolerance))
                if found:
                    yield f"~ {after.strip()}\n    {'; '.join(found)}"
        else:
            yield from (f"- {line}" for line in old[a:b] if line.strip())
            yield from (f"+ {line}" for line in new[c:d] if line.strip())


def differing(before: str, after: str, tolerance: float) -> Iterator[str]:
    """The figures of two lines of the same shape that differ."""
    for x, y in zip(NUMBER.findall(before), NUMBER.findall(after), strict=True):
        if abs(float(x.strip("±")) - float(y.strip("±"))) > tolerance:
            yield f"{x} -> {y}"


def main() -> None:
    """Prints all differences."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("old", type=Path)
    parser.add_argument("new", type=Path)
    parser.add_argument("--tolerance", type=float, default=1e-9)
    arguments = parser.parse_args()
    found = list(differences(lines_of(arguments.old), lines_of(arguments.new), arguments.tolerance))
    print(*found, sep="\n")
    sys.exit(bool(found))


if __name__ == "__main__":
    main()
