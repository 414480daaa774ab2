"""Candidate lists from JSON Lines, from N lines per segment, or from a file per candidate."""

from __future__ import annotations

from collections.abc import Sequence

from hyperbaton.errors import InputError
from hyperbaton.files import display_name, text_lines
from hyperbaton.pairing.choosing import CandidateList
from hyperbaton.text.reading import check_same_length, json_records, read_segments, texts_of

JSONL_ENDINGS = (".jsonl", ".ndjson", ".jsonl.gz", ".ndjson.gz")


def read_json_lists(path: str) -> list[CandidateList]:
    """Lists from JSON Lines: `{"candidates": […]}`, perhaps with `references` and `weights`.

    Raises:
        InputError: a line cannot be read, or a weight is out of range; names file and line.
    """
    found = []
    for line, record in json_records(path):
        place = f"{display_name(path)}:{line}"
        if "candidates" not in record:
            raise InputError(
                f"{place}: no key 'candidates'; expected an object like "
                '{"candidates": ["…", "…"]}, with "references" and "weights" if you like'
            )
        candidates, references = (
            texts_of(record[key], f"{place}: column {key!r}", several=True)
            if key in record
            else None
            for key in ("candidates", "references")
        )
        found.append(CandidateList.of(candidates, references, record.get("weights"), f"{place}: "))
    return found


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
        CandidateList.of(lines[begin : begin + per_segment])
        for begin in range(0, len(lines), per_segment)
    ]


def read_parallel_lists(specs: Sequence[str]) -> list[CandidateList]:
    """Lists from several files with one segment per line: a candidate from each.

    Raises:
        InputError: a file cannot be read, or has another number of segments than the first.
    """
    columns = [read_segments(spec) for spec in specs]
    for spec, column in zip(specs, columns, strict=True):
        check_same_length(spec, len(column), specs[0], len(columns[0]))
    return [CandidateList.of(texts) for texts in zip(*columns, strict=True)]
