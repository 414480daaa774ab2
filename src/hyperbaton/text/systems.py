"""The files of a test set: references and the outputs of systems, as many lines each."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from hyperbaton.errors import InputError
from hyperbaton.text.reading import read_references, read_segments
from hyperbaton.text.segments import Preprocessing, References


def read_test_set(specs: Sequence[str], preprocessing: Preprocessing) -> References:
    """The references of all files together, segment by segment.

    A blank text in the second or a later file means that the segment has no such reference.
    """
    groups = read_references(specs[0])
    for spec in specs[1:]:
        more = read_references(spec)
        _check_count(spec, len(more), specs[0], len(groups))
        groups = [
            [*group, *(text for text in further if text.strip())]
            for group, further in zip(groups, more, strict=True)
        ]
    return References(groups, preprocessing)


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
    """The shortest names that tell the files apart: their stems, or the whole specifications."""
    stems = [Path(spec).name.removesuffix(".gz").rsplit(".", 1)[0] or spec for spec in specs]
    if len(set(stems)) == len(specs):
        return stems
    if len(set(specs)) < len(specs):
        repeated = next(spec for spec in specs if list(specs).count(spec) > 1)
        raise InputError(f"{repeated} is given twice; each system is accepted once")
    return list(specs)
