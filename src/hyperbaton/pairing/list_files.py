"""Candidate lists from files, in four arrangements.

JSON Lines with an object per segment, plain text with as many lines for each segment, n-best lists
as Moses writes them, and several files with one candidate each per line.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Any

from hyperbaton.checks import IN_A_FILE, shown
from hyperbaton.errors import InputError
from hyperbaton.files import display_name, text_lines
from hyperbaton.pairing.choosing import CandidateList
from hyperbaton.text.reading import check_same_length, json_records, read_segments, texts_of

JSONL_ENDINGS = (".jsonl", ".ndjson", ".jsonl.gz", ".ndjson.gz")
CANDIDATES, REFERENCES, WEIGHTS = "candidates", "references", "weights"
SEPARATOR = "|||"


def read_json_lists(path: str) -> list[CandidateList]:
    """Lists from JSON Lines: `{"candidates": […]}`, perhaps with `references` and `weights`.

    Raises:
        InputError: the file cannot be read, or a line of it; names file and line.
        OptionError: a weight is out of range; names file and line.
    """
    return [
        _of_record(record, f"{display_name(path)}:{line}") for line, record in json_records(path)
    ]


def _of_record(record: dict[str, Any], place: str) -> CandidateList:
    if CANDIDATES not in record:
        raise InputError(
            f'{place}: no key {CANDIDATES!r}; expected an object like {{"candidates": ["…", '
            '"…"]}, with "references" and "weights" if you like'
        )
    texts = {
        key: texts_of(record[key], f"{place}: column {key!r}", several=True)
        for key in (CANDIDATES, REFERENCES)
        if key in record
    }
    return CandidateList.of(
        texts[CANDIDATES], texts.get(REFERENCES), record.get(WEIGHTS), f"{place}: "
    )


def read_line_lists(path: str, per_segment: int) -> list[CandidateList]:
    """Lists from plain text, in which every segment has that many lines.

    Raises:
        InputError: the file cannot be read, or a segment lacks lines; names the file.
    """
    name, lines = display_name(path), list(text_lines(path))
    if len(lines) % per_segment:
        raise InputError(
            f"{name}: has {len(lines)} lines, which is not a multiple of {per_segment}; every "
            f"segment needs {per_segment} lines, even if candidates are empty"
        )
    return [
        CandidateList.of(lines[begin : begin + per_segment], place=f"{name}:{begin + 1}: ")
        for begin in range(0, len(lines), per_segment)
    ]


def read_nbest_lists(path: str) -> list[CandidateList]:
    """Lists as Moses writes them: `0 ||| text ||| …`, segments counted from 0 and in order.

    What follows the text is not read.

    Raises:
        InputError: the file cannot be read, a line is of another form, or segments are not in
            order; names file and line.
    """
    found: list[CandidateList] = []
    for segment, group in groupby(_entries(path), key=lambda entry: entry[1]):
        entries = list(group)
        place = f"{display_name(path)}:{entries[0][0]}"
        if segment != len(found):
            raise InputError(
                f"{place}: segment {segment} follows segment {len(found) - 1}; expected segments "
                "counted from 0, in order and each with a candidate (sort -s -n)"
                if found
                else f"{place}: begins with segment {segment}; expected segments counted from 0"
            )
        found.append(CandidateList.of([text for _, _, text in entries], place=f"{place}: "))
    return found


def _entries(path: str) -> Iterator[tuple[int, int, str]]:
    """The lines of an n-best list: their number, the segment and the text."""
    for number, line in enumerate(text_lines(path), start=1):
        fields = line.split(SEPARATOR, 2)
        segment = IN_A_FILE.read(fields[0].strip()) if len(fields) > 1 else None
        if segment is None:
            raise InputError(
                f"{display_name(path)}:{number}: expected a line of an n-best list like "
                f"'0 ||| text ||| …', got {shown(line)}"
            )
        yield number, segment, fields[1].strip()


def read_parallel_lists(specs: Sequence[str]) -> list[CandidateList]:
    """Lists from several files with one segment per line: a candidate from each.

    Raises:
        InputError: a file cannot be read, or has another number of segments than the first.
    """
    columns = [read_segments(spec) for spec in specs]
    for spec, column in zip(specs, columns, strict=True):
        check_same_length(spec, len(column), specs[0], len(columns[0]))
    return [
        CandidateList.of(texts, place=f"segment {number}: ")
        for number, texts in enumerate(zip(*columns, strict=True), start=1)
    ]
