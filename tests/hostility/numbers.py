"""Numbers that nobody means, as text and as values of Python, and where numbers are chosen."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Iterator
from typing import Any

import numpy as np
from hypothesis import strategies as st

from hostility.command_lines import COMMAND_LINES, CommandLine
from hyperbaton.cli.options.numbers import Ranged

TEXTS = (
    *("", " ", "-", "+", ".", "e", "x", "one", "None", "true", "0x10", "0b1", "1/2", "1,000"),
    *("nan", "NaN", "-nan", "inf", "-inf", "Infinity", "1e999", "-1e999", "1e-999", "5e-324"),
    *("-0", "-0.0", "+5", " 5", "5 ", "\t5", "5\n", "1_000", "1__0", "1e3", "1.5", "5.", ".5"),
    *("٣", "३", "５", "²", "½", "Ⅷ", "1٣", "−1", "\u200b5", "5\u00a0", "\ufeff5", "5\x00"),
    *("-1", "0", "1", "2", "39", "40", "1024", "1025", "65535", "65536", "100000", "100001"),
    *(str(2**31 - 1), str(2**31), str(-(2**31) - 1), str(2**32), str(2**63), str(2**64), "9" * 30),
    *(
        "1" * 5000,
        "-" + "9" * 5000,
        "0" * 5000,
        "1" * 100_000,
        "1." + "0" * 5000,
        "1e" + "9" * 5000,
    ),
    *("1" + "٣" * 500, "( " * 1000),
)
texts = st.one_of(
    st.sampled_from(TEXTS),
    st.integers().map(str),
    st.floats().map(repr),
    st.text(st.characters(categories=["Nd", "No", "Nl"]), min_size=1, max_size=6),
    st.text("0123456789+-._eE ٣x", min_size=1, max_size=12),
)

VALUES: tuple[Any, ...] = (
    *(math.nan, math.inf, -math.inf, 1e308, -1e308, 5e-324, -0.0, 1.5, 10**400, -(10**400)),
    *(2**31, 2**32, 2**63, 2**64, -1, True, False, "3", b"3", "", [], [3], (1,), {}, object()),
    *(np.float64("nan"), np.float32("inf"), np.int64(-1), np.uint64(2**64 - 1), np.bool_(True)),
    *(np.array(3), np.array([3]), np.array("3"), np.datetime64("2020-01-01"), complex(1, 2)),
)


def numeric_options() -> Iterator[tuple[CommandLine, str, Ranged, int]]:
    """Every option of every command that is a number: its name, its type, how many it takes."""
    for line in COMMAND_LINES:
        for option in line.options:
            if isinstance(option.type, Ranged):
                count = option.nargs if isinstance(option.nargs, int) else 1
                yield line, option.option_strings[-1], option.type, count


def numeric_fields(kind: type) -> list[str]:
    """The fields of a dataclass that are numbers, by their annotation."""
    return [
        spec.name
        for spec in dataclasses.fields(kind)
        if any(str(spec.type).split(" | ")[0] == name for name in ("int", "float"))
    ]
