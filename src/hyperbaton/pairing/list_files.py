"""Candidate lists from files, in four arrangements.

JSON Lines with an object per segment, plain text with as many lines for each segment, n-best lists
as Moses writes them, and several files with one candidate each per line.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Any, NamedTuple

from hyperbaton.checks import shown
from hyperbaton.errors import InputError
from hyperbaton.limits import IN_A_FILE
from hyperbaton.pairing.candidate_list import CandidateList
from hyperbaton.text.columns import json_record, texts_of
from hyperbaton.text.opening import display_name, read_text, split_lines
from hyperbaton.text.reading import read_segments

JSONL_ENDINGS = (".jsonl", ".ndjson", ".jsonl.gz", ".ndjson.gz")
KEYS = ("candidates", "references", "weights")
SEPARATOR = "|||"


def read_json_lists(path: str) -> list[CandidateList]:
    """Lists from JSON Lines: `{"candidates": […]}`, perhaps with `references` and `weights`.

    Raises:
        InputError: the file cannot be read, or a line of it; names file and line.
        OptionError: a weight is out of range; names file and line.
    """
    name = display_name(path)
    return [
        _of_record(line, f"{name}:{number}")
        for number, line in enumerate(split_lines(read_text(path)), start=1)
    ]


def _of_record(line: str, place: str) -> CandidateList:
    record = json_record(line, place)
    if "candidates" not in record:
        raise InputError(
            f"{place}: has no key 'candidates'; expected an object such as "
            '{"candidates": ["…", "…"]}, with "references" and "weights" if you like'
        )
    candidates, references = (_texts(record, key, place) for key in KEYS[:2])
    return CandidateList.of(candidates, references, record.get("weights"), f"{place}: ")


def _texts(record: dict[str, Any], key: str, place: str) -> list[str] | None:
    if key not in record:
        return None
    if isinstance(record[key], list) and not record[key]:
        raise InputError(f"{place}: key {key!r}: holds an empty list; at least one text is needed")
    return texts_of(record[key], f"{place}: key {key!r}", several=True)


def read_line_lists(path: str, per_segment: int) -> list[CandidateList]:
    """Lists from plain text, in which every segment has that many lines.

    Raises:
        InputError: the file cannot be read, or a segment lacks lines; names the file.
    """
    name, lines = display_name(path), split_lines(read_text(path))
    if len(lines) % per_segment:
        raise InputError(
            f"{name}: has {len(lines)} lines, which is no multiple of {per_segment}; every segment "
            f"needs {per_segment} lines, also where candidates are empty"
        )
    return [
        CandidateList.of(lines[begin : begin + per_segment], place=f"{name}:{begin + 1}: ")
        for begin in range(0, len(lines), per_segment)
    ]


class _Entry(NamedTuple):
    """A line of an n-best list."""

    number: int
    segment: int
    text: str


def read_nbest_lists(path: str) -> list[CandidateList]:
    """Lists as Moses writes them: `0 ||| text ||| …`, segments counted from 0 and in order.

    What follows the text is not read.

    Raises:
        InputError: the file cannot be read, a line is of another form, or segments are not in
            order; names file and line.
    """
    name, lines = display_name(path), split_lines(read_text(path))
    found: list[CandidateList] = []
    for segment, group in groupby(_entries(lines, name), key=lambda entry: entry.segment):
        entries = list(group)
        place = f"{name}:{entries[0].number}"
        if segment != len(found):
            raise InputError(
                f"{place}: segment {segment} follows segment {len(found) - 1}; expected segments "
                "counted from 0, in order and each with a candidate (sort -s -n)"
                if found
                else f"{place}: begins with segment {segment}; expected segments counted from 0"
            )
        found.append(CandidateList.of([entry.text for entry in entries], place=f"{place}: "))
    return found


def _entries(lines: Sequence[str], name: str) -> Iterator[_Entry]:
    for number, line in enumerate(lines, start=1):
        fields = line.split(SEPARATOR, 2)
        segment = IN_A_FILE.read(fields[0].strip()) if len(fields) > 1 else None
        if segment is None:
            raise InputError(
                f"{name}:{number}: expected a line of an n-best list such as '0 ||| text ||| …', "
                f"got {shown(line)}"
            )
        yield _Entry(number, segment, fields[1].strip())


def read_parallel_lists(specs: Sequence[str]) -> list[CandidateList]:
    """Lists from several files with one segment per line: a candidate from each.

    Raises:
        InputError: a file cannot be read, or has another number of segments than the first.
    """
    columns = [read_segments(spec) for spec in specs]
    for spec, column in zip(specs, columns, strict=True):
        if len(column) != len(columns[0]):
            raise InputError(
                f"{spec} has {len(column)} segments but {specs[0]} has {len(columns[0])}; each "
                "line of one must belong to the same line of the other"
            )
    return [
        CandidateList.of(texts, place=f"segment {number}: ")
        for number, texts in enumerate(zip(*columns, strict=True), start=1)
    ]
