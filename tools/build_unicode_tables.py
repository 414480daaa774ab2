r"""Writes what the native text path knows about characters, as a C++ source file.

    python tools/build_unicode_tables.py cpp/src/text/unicode_tables.cpp

Everything comes from the `regex` package, so that all of it is of one version of Unicode. Python
gives lower case for the capitals it knows, `regex` for those that are newer: the one small letter
that matches it whatever the case. White space is that of `str.split`, which no version changes.

With `--check` nothing is written, and the exit code says whether the file would stay as it is.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Sequence
from importlib.metadata import metadata
from pathlib import Path

import regex

CODE_POINTS = range(0x110000)
BLOCK = 128

# Scripts written without spaces, and the long vowel that two of them share.
UNSPACED = r"\p{Han}\p{Hiragana}\p{Katakana}ー\p{Thai}\p{Lao}\p{Khmer}\p{Myanmar}\p{Bopomofo}"

# The bits of a class, in the order of cpp/include/hyperbaton/text/unicode.hpp.
CLASSES = {
    "letter": r"\p{L}",
    "mark": r"\p{M}",
    "number": r"\p{N}",
    "unspaced": f"[{UNSPACED}]",
    "separator": r"[\s\p{Cc}]",
    "space": r"[\s\x1C-\x1F]",
    "cased": r"[\p{Cased}--\p{Case_Ignorable}]",
    "ignorable": r"\p{Case_Ignorable}",
}

# The only character whose lower case is two, i and a dot above; the C++ code knows it.
DOTTED_CAPITAL_I = 0x130

HEADER = """\
// Written by tools/build_unicode_tables.py: Unicode {version}. Do not edit.
// clang-format off
#include "hyperbaton/text/unicode.hpp"

namespace hyperbaton {{

const char* const unicode_version = "{version}";

"""


def unicode_version() -> str:
    """The version of Unicode that `regex` was made for."""
    about = metadata("regex")
    text = str(about.get_payload()) + str(about.get("Description", ""))  # type: ignore[attr-defined]
    found = re.search(r"Unicode (\d+\.\d+)", text)
    if found is None:
        raise SystemExit("the description of the package regex does not name a version of Unicode")
    return found[1]


def members(pattern: str) -> list[bool]:
    """Which code points a set matches."""
    matches = regex.compile(pattern, regex.V1).match
    return [matches(chr(point)) is not None for point in CODE_POINTS]


def classes() -> list[int]:
    """The class of every code point, one bit for each of CLASSES."""
    sets = [members(pattern) for pattern in CLASSES.values()]
    rows = zip(*sets, strict=True)
    return [sum(held << bit for bit, held in enumerate(row)) for row in rows]


def lower_case() -> list[int]:
    """The lower case of every code point."""
    lower = [ord(low) if len(low := chr(point).lower()) == 1 else point for point in CODE_POINTS]
    small = "".join(regex.findall(r"\p{Ll}", "".join(map(chr, CODE_POINTS))))
    for point, capital in enumerate(members(r"\p{Lu}")):
        if capital and lower[point] == point and point != DOTTED_CAPITAL_I:
            partners = regex.findall(re.escape(chr(point)), small, regex.IGNORECASE)
            lower[point] = ord(partners[0]) if len(partners) == 1 else point
    return lower


def two_stages(values: Sequence[int]) -> tuple[list[int], list[int]]:
    """The number of each block of values, and the values of each block that differs from others."""
    numbers: dict[tuple[int, ...], int] = {}
    blocks = [tuple(values[at : at + BLOCK]) for at in range(0, len(values), BLOCK)]
    stage = [numbers.setdefault(block, len(numbers)) for block in blocks]
    return stage, [value for block in numbers for value in block]


def array(kind: str, name: str, values: Sequence[int]) -> str:
    """The definition of an array, in lines of at most 100 characters."""
    lines = [""]
    for value in values:
        if len(lines[-1]) + len(str(value)) > 97:
            lines.append("")
        lines[-1] += f"{value},"
    body = "\n".join(f"  {line}" for line in lines)
    return f"const {kind} {name}[{len(values)}] = {{\n{body}\n}};\n\n"


def source() -> str:
    """The C++ source file."""
    class_stage, class_blocks = two_stages(classes())
    lower = lower_case()
    steps = sorted(
        {low - point for point, low in enumerate(lower)}, key=lambda step: (step != 0, step)
    )
    number = {step: k for k, step in enumerate(steps)}
    step_stage, step_blocks = two_stages([number[low - point] for point, low in enumerate(lower)])
    return "".join(
        [
            HEADER.format(version=unicode_version()),
            array("std::uint16_t", "class_stage", class_stage),
            array("std::uint8_t", "class_blocks", class_blocks),
            array("std::uint8_t", "lower_stage", step_stage),
            array("std::uint8_t", "lower_blocks", step_blocks),
            array("std::int32_t", "lower_steps", steps),
            "}  // namespace hyperbaton\n",
        ]
    )


def main() -> int:
    """Writes the file, or compares it."""
    arguments = [argument for argument in sys.argv[1:] if argument != "--check"]
    target = Path(arguments[0])
    if "--check" in sys.argv:
        return int(target.read_text("utf-8") != source())
    target.write_text(source(), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
