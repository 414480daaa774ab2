"""Direct assessment: one judge's score of one output per row, as CSV or tab-separated.

Columns, in any order and among others: `system`, `segment` (counted from 1), `score`, and where
known `judge` and `lp`. Names that WMT's files use for them are accepted too.
"""

from __future__ import annotations

import math

from hyperbaton.errors import InputError
from hyperbaton.meta.data.headed_tables import HeadedTable, number, whole_number
from hyperbaton.meta.data.preference_builder import OutputFinder
from hyperbaton.meta.data.ratings import Ratings, RatingsBuilder

SYSTEM = ("system", "systemId", "system_id", "SYS")
SEGMENT = ("segment", "segmentId", "segment_id", "seg_id", "sid", "SID")
SCORE = ("score", "raw", "raw_score", "RAW.SCR")
JUDGE = ("judge", "judgeId", "annotator", "rater", "worker", "WorkerId")
PAIR = ("lp", "LP", "language_pair")
ONLY_JUDGE = ""


def read_assessments(table: HeadedTable, outputs: OutputFinder) -> Ratings:
    """The ratings in a table; rows of other language pairs are passed over.

    Raises:
        InputError: a field cannot be read, a judge rates an output twice with the same score in
            two rows, or an output is not part of the test set.
    """
    builder = RatingsBuilder()
    seen: set[tuple[int, int, str, float]] = set()
    system, segment, score = (table.index(*names) for names in (SYSTEM, SEGMENT, SCORE))
    judge, pair = (table.index(*n) if set(n) & set(table.header) else None for n in (JUDGE, PAIR))
    for line, fields in table.rows():
        if pair is not None and fields[pair] != outputs.data.pair:
            continue
        place = f"{table.path}:{line}"
        rater = ONLY_JUDGE if judge is None else fields[judge]
        value = number(fields[score], place, "the score")
        if not math.isfinite(value):
            raise InputError(f"{place}: the score is {fields[score]!r}; a finite number is needed")
        found = outputs.system(fields[system], place)
        position = outputs.segment(whole_number(fields[segment], place, "the segment"), place)
        if found is None or position is None or not outputs.is_available(found, position, place):
            continue
        key = found, position, rater, value
        if judge is not None and key in seen:
            raise InputError(
                f"{place}: judge {rater} gives segment {position + 1} of {fields[system]} the same "
                "score twice; a rating is accepted once"
            )
        seen.add(key)
        builder.add(found, position, rater, value)
    return builder.ratings(table.path, outputs.data.systems, len(outputs.data))
