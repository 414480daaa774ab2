"""Rows of comma-separated values, quoted as in RFC 4180, with fields of any length."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from hyperbaton.errors import InputError

Row = tuple[int, list[str]]  # the line it begins on, and its fields

COMMA, QUOTE = ",", '"'


def csv_rows(lines: Sequence[str], name: str) -> Iterator[Row]:
    """The rows of lines; a blank line is one empty field.

    A quote is special only where it begins a field.

    Raises:
        InputError: a quote is not closed, or text follows a closed one; names file and line.
    """
    number = 0
    while number < len(lines):
        start = number
        fields: list[str] = []
        position: int | None = 0
        while position is not None:
            line = lines[number]
            if line.startswith(QUOTE, position):
                field, number, position = _quoted(lines, number, position, f"{name}:{start + 1}")
            else:
                end = line.find(COMMA, position)
                field = line[position : None if end < 0 else end]
                if "\r" in field:
                    raise _wrong(f"{name}:{start + 1}", "a carriage return outside quotes")
                position = None if end < 0 else end + 1
            fields.append(field)
        yield start + 1, fields
        number += 1


def _quoted(
    lines: Sequence[str], number: int, position: int, place: str
) -> tuple[str, int, int | None]:
    """A field that begins with a quote, and the line and position after it; None for the end."""
    parts: list[str] = []
    line, begin = lines[number], position + 1
    while True:
        end = line.find(QUOTE, begin)
        if end < 0:
            parts += [line[begin:], "\n"]
            number, begin = number + 1, 0
            if number == len(lines):
                raise _wrong(place, "a quote is not closed")
            line = lines[number]
        elif line.startswith(QUOTE, end + 1):
            parts.append(line[begin : end + 1])
            begin = end + 2
        else:
            parts.append(line[begin:end])
            if end + 1 == len(line):
                return "".join(parts), number, None
            if line[end + 1] != COMMA:
                raise _wrong(place, "text follows a closed quote")
            return "".join(parts), number, end + 2


def _wrong(place: str, reason: str) -> InputError:
    return InputError(
        f"{place}: the row beginning here is not CSV ({reason}); a field with commas, quotes or "
        "line breaks must be quoted, and quotes inside it doubled"
    )
