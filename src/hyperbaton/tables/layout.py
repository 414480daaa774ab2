r"""Tables of text: aligned columns, Markdown, LaTeX, HTML and tab-separated values.

Names and values take one line each and leave the terminal alone:

>>> print(printable("a\tb"), printable("tab\\le"), printable("caf\udcc3\udca9 \udcff"))
a\tb tab\le café \xff
"""

from __future__ import annotations

import math
import re
import shutil
import sys
import textwrap
import unicodedata
from collections.abc import Sequence
from html import escape

Rows = Sequence[Sequence[str]]  # the first is the header

UNDEFINED = "n/a"  # in place of a number that is not defined
HTML_STYLE = "font-variant-numeric:tabular-nums;border-collapse:collapse"
# Control characters, ends of lines, changes of direction, and halves of characters.
_UNPRINTABLE = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ud800-\udfff]")
_BYTES = re.compile("[\udc80-\udcff]+")  # as Python keeps those that are no characters
_SHORT = {"\t": r"\t", "\n": r"\n", "\r": r"\r"}
DOTS = "…"
GAP = "  "


def decimal(number: float, places: int) -> str:
    """A number with some places after the point, or the words for one that is not defined."""
    return f"{number:.{places}f}" if math.isfinite(number) else UNDEFINED


def aligned(rows: Rows, width: int | None = None, together: Sequence[int] = ()) -> str:
    """Rows as lines, the first column to the left and the others to the right.

    Args:
        rows: the cells, the header first.
        width: columns of the terminal. A wider table continues below, with its first column again.
        together: how many columns after the first must not be torn apart, one number for each
            group; every column may by default.
    """
    rows = _printable(rows)
    widths = [max(map(display_width, column)) for column in zip(*rows, strict=True)]
    tables: list[list[int]] = [[0]]
    end = 1
    for count in together or [1] * (len(widths) - 1):
        group = list(range(end, end + count))
        needed = sum(widths[k] + len(GAP) for k in [*tables[-1], *group]) - len(GAP)
        if width is not None and needed > width and len(tables[-1]) > 1:
            tables.append([0])
        tables[-1] += group
        end += count
    return "\n\n".join(
        "\n".join(
            GAP.join(_padded(row[k], widths[k], left=k == 0) for k in columns).rstrip()
            for row in rows
        )
        for columns in tables
    )


def folded(line: str, width: int) -> str:
    """A line folded at spaces and the bars of signatures, continued with an indent."""
    indent = line[: len(line) - len(line.lstrip())]
    return textwrap.fill(
        line.replace("|", "| "),
        width,
        subsequent_indent=f"{indent}  ",
        break_long_words=False,
        break_on_hyphens=False,
    ).replace("| ", "|")


def terminal_width() -> int | None:
    """The columns of the terminal; None where output goes elsewhere."""
    return shutil.get_terminal_size().columns if sys.stdout.isatty() else None


def _printable(rows: Rows) -> list[list[str]]:
    """Cells that stay in their row and column, whatever names are in them."""
    return [list(map(printable, row)) for row in rows]


def display_width(text: str) -> int:
    """How many columns of a terminal a text takes."""
    wide = sum(unicodedata.east_asian_width(c) in "WF" for c in text)
    return len(text) + wide - sum(unicodedata.combining(c) > 0 for c in text)


def _padded(cell: str, width: int, *, left: bool) -> str:
    blank = " " * (width - display_width(cell))
    return cell + blank if left else blank + cell


def tab_separated(rows: Rows) -> str:
    """Rows as lines of fields between tabs."""
    return "\n".join("\t".join(row) for row in _printable(rows))


def markdown(rows: Rows) -> str:
    """Rows as a Markdown table."""
    cells = [[cell.replace("|", r"\|") for cell in row] for row in _printable(rows)]
    lines = [f"| {' | '.join(row)} |" for row in cells]
    return "\n".join([lines[0], f"|{' --- |' * len(rows[0])}", *lines[1:]])


def latex(rows: Rows) -> str:
    """Rows as a booktabs table; cells are LaTeX already."""
    header, *body = [" & ".join(row) + r" \\" for row in rows]
    return "\n".join(
        [
            rf"\begin{{tabular}}{{l{'r' * (len(rows[0]) - 1)}}}",
            r"\toprule",
            header,
            r"\midrule",
            *body,
            r"\bottomrule",
            r"\end{tabular}",
        ]
    )


def latex_escaped(text: str) -> str:
    """Text for LaTeX."""
    special = {"\\": r"\textbackslash{}", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}"}
    return "".join(special.get(c, f"\\{c}" if c in "&%$#_{}" else c) for c in printable(text))


def html(rows: Rows, caption: str = "") -> str:
    """Rows as an HTML table, for notebooks."""
    header, *body = _printable(rows)
    head = "".join(f'<th style="text-align:left">{escape(cell)}</th>' for cell in header[:1])
    head += "".join(f'<th style="text-align:right">{escape(cell)}</th>' for cell in header[1:])
    lines = [
        "<tr>"
        + f'<th style="text-align:left">{escape(row[0])}</th>'
        + "".join(f'<td style="text-align:right">{escape(cell)}</td>' for cell in row[1:])
        + "</tr>"
        for row in body
    ]
    title = f"<caption>{escape(caption)}</caption>" if caption else ""
    return (
        f'<table style="{HTML_STYLE}">{title}<thead><tr>{head}</tr></thead>'
        f"<tbody>{''.join(lines)}</tbody></table>"
    )


def printable(text: str) -> str:
    r"""A text with an escape such as \t for every character that cannot be printed in a line."""
    if text.isascii() and text.isprintable():
        return text
    return _UNPRINTABLE.sub(_escaped, _BYTES.sub(_decoded, text))


def shortened(text: str, most: int) -> str:
    """A text of at most so many characters; of a longer one the beginning and the end."""
    if len(text) <= most:
        return text
    end = most // 3
    return f"{text[: most - end - len(DOTS)]}{DOTS}{text[-end:]}"


def _decoded(found: re.Match[str]) -> str:
    r"""Bytes of an argument or a file name: UTF-8 if they can be, whatever the locale; or \xff."""
    return found.group().encode("utf-8", "surrogateescape").decode("utf-8", "backslashreplace")


def _escaped(found: re.Match[str]) -> str:
    character = found.group()
    code = ord(character)
    return _SHORT.get(character) or (f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}")
