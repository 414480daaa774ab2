"""The files of a test set: references and the outputs of systems, as many lines each."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

from hyperbaton.errors import InputError
from hyperbaton.tables.printable import printable
from hyperbaton.text.reading import read_references, read_segments


def read_reference_streams(specs: Sequence[str]) -> list[list[str | None]]:
    """Streams of references, one text per segment each; None where a segment has none.

    A file may hold several streams. A blank text in the second or a later file means that the
    segment has no such reference.

    Raises:
        InputError: a file cannot be read, or has another number of segments than the first.
    """
    streams: list[list[str | None]] = []
    for number, spec in enumerate(specs):
        groups = read_references(spec)
        if streams:
            _check_count(spec, len(groups), specs[0], len(streams[0]))
        widest = max(map(len, groups), default=1)
        padded = [[*group, *[None] * (widest - len(group))] for group in groups]
        columns = [[group[k] for group in padded] for k in range(widest)]
        streams += [[_unless_blank(t) for t in c] for c in columns] if number else columns
    return streams


def _unless_blank(text: str | None) -> str | None:
    return text if text is not None and text.strip() else None


def read_systems(specs: Sequence[str], segments: int, reference: str) -> dict[str, list[str]]:
    """The outputs of systems by name; the name is that of the file without its ending.

    Raises:
        InputError: a file has another number of segments than the references.
    """
    systems: dict[str, list[str]] = {}
    for spec, name in zip(specs, _names(specs), strict=True):
        texts = read_segments(spec)
        _check_count(spec, len(texts), reference, segments)
        systems[name] = texts
    return systems


def _check_count(spec: str, count: int, reference: str, expected: int) -> None:
    if count != expected:
        segments = "segment" if count == 1 else "segments"
        raise InputError(
            f"{spec} has {count} {segments} but {reference} has {expected}; "
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
            raise InputError(f"{printable(spec)} is given twice; each system is accepted once")
    for names in (stems, specs):
        shown = list(map(printable, names))
        if len(set(shown)) == len(specs):
            return shown
    repeated = next(name for name in shown if shown.count(name) > 1)
    raise InputError(f"{repeated} is how two files would be called; rename one of them")
