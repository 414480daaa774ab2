"""Segments from files: the references, the outputs of systems and the source of a test set.

A file is named by a string: a path, `-` for standard input, or `PATH:COLUMN` where the format has
columns or several sets of translations. The extension decides the format (see docs/inputs.md).
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

from hyperbaton.errors import InputError
from hyperbaton.files import STANDARD_INPUT, display_name, read_text, text_lines
from hyperbaton.tables.layout import printable
from hyperbaton.text.tables import FORMATS, format_of, read_column, texts_of

SGML_ENDINGS = (".sgm", ".sgml", ".xml")


def read_segments(spec: str) -> list[str]:
    """Returns one text per segment.

    Raises:
        InputError: the file cannot be read, or a segment in it; names file and line or row.
        MissingDependencyError: a Parquet or Arrow file, without pyarrow.
    """
    return [text for (text,) in _read(spec, several=False)]


def read_references(spec: str) -> list[list[str]]:
    """Returns the references of every segment, at least one each.

    Several come from a JSONL, Parquet or Arrow column of lists and from an SGML or XML file with
    several sets of references; every other source has one per segment.

    Raises:
        InputError: the file cannot be read, or a segment in it; names file and line or row.
        MissingDependencyError: a Parquet or Arrow file, without pyarrow.
    """
    return _read(spec, several=True)


def _read(spec: str, *, several: bool) -> list[list[str]]:
    path, selector = _path_and_selector(spec)
    name = display_name(path)
    if path != STANDARD_INPUT and format_of(path):
        return [
            texts_of(value, f"{place}: column {selector!r}", several)
            for place, value in read_column(path, selector)
        ]
    if _is_sgml(path):
        from hyperbaton.text import sgml

        return sgml.translations(read_text(path), name, selector, several=several)
    if selector is not None:
        endings = ", ".join((*FORMATS, *SGML_ENDINGS))
        raise InputError(
            f"{name}: plain text has no columns; leave out {':' + selector!r}, or give the file "
            f"an extension that says its format ({endings})"
        )
    return [[line] for line in text_lines(path)]


def _path_and_selector(spec: str) -> tuple[str, str | None]:
    """Splits PATH:COLUMN where PATH exists; the longest path wins, the whole spec first."""
    if spec == STANDARD_INPUT or _exists(spec):
        return spec, None
    splits = [(spec[:at], spec[at + 1 :]) for at in reversed(_separators(spec))]
    for path, selector in splits:
        if path == STANDARD_INPUT or (_exists(path) and not Path(path).is_dir()):
            return path, selector
    # Nothing exists: an extension still shows which part was meant as the path, for the error.
    meant = [split for split in splits if format_of(split[0]) or _is_sgml(split[0])]
    return meant[0] if meant else (spec, None)


def _separators(spec: str) -> list[int]:
    """Positions of the colons, less that of a Windows drive (`C:/`)."""
    colons = [at for at, character in enumerate(spec) if character == ":"]
    has_drive = spec[:1].isalpha() and spec[1:3] in (":/", ":\\")
    return colons[1:] if has_drive else colons


def _exists(path: str) -> bool:
    try:
        return Path(path).exists()
    except OSError:  # a name too long, or a folder that may not be entered
        return False


def _is_sgml(path: str) -> bool:
    return path.lower().removesuffix(".gz").endswith(SGML_ENDINGS)


def read_reference_streams(specs: Sequence[str]) -> list[list[str | None]]:
    """Returns streams of references, one text per segment each; None where a segment has none.

    A file may hold several streams. A blank text in the second or a later file means that the
    segment has no such reference.

    Raises:
        InputError: a file cannot be read, or has another number of segments than the first.
    """
    streams: list[list[str | None]] = []
    for number, spec in enumerate(specs):
        groups = read_references(spec)
        if streams:
            check_same_length(spec, len(groups), specs[0], len(streams[0]))
        widest = max(map(len, groups), default=1)
        padded = [[*group, *[None] * (widest - len(group))] for group in groups]
        columns = [[group[k] for group in padded] for k in range(widest)]
        streams += [[_unless_blank(t) for t in c] for c in columns] if number else columns
    return streams


def _unless_blank(text: str | None) -> str | None:
    return text if text is not None and text.strip() else None


def read_systems(specs: Sequence[str], segments: int, reference: str) -> dict[str, list[str]]:
    """Returns the outputs of systems by name; the name is that of the file without its extension.

    Raises:
        InputError: a file has another number of segments than the references.
    """
    systems: dict[str, list[str]] = {}
    for spec, name in zip(specs, _names(specs), strict=True):
        texts = read_segments(spec)
        check_same_length(spec, len(texts), reference, segments)
        systems[name] = texts
    return systems


def check_same_length(spec: str, count: int, other: str, expected: int) -> None:
    """Refuses a file that has more or fewer segments than another.

    Raises:
        InputError: names both files and both numbers.
    """
    if count != expected:
        segments = "segment" if count == 1 else "segments"
        raise InputError(
            f"{spec} has {count} {segments} but {other} has {expected}; "
            "each line of one must belong to the same line of the other"
        )


def _names(specs: Sequence[str]) -> list[str]:
    """The shortest names that tell the files apart: their stems, or the whole specifications.

    They go to tables and pages, so what cannot be printed in a line is written as an escape.
    """
    stems = [Path(spec).name.removesuffix(".gz").rsplit(".", 1)[0] or spec for spec in specs]
    places = [spec if "\0" in spec else os.path.realpath(spec) for spec in specs]
    for spec, place in zip(specs, places, strict=True):
        if places.count(place) > 1:
            raise InputError(f"{printable(spec)} is given twice; name each system once")
    for names in (stems, specs):
        shown = list(map(printable, names))
        if len(set(shown)) == len(specs):
            return shown
    repeated = next(name for name in shown if shown.count(name) > 1)
    raise InputError(f"two files would both be named {repeated}; rename one of them")
