"""Direct assessment: one judge's rating of one output per row, as CSV or tab-separated.

Columns, in any order and among others: `system`, `segment` (counted from 1), `score`, and where
known `judge` and `lp`. Names that WMT's files use for them are accepted too. A rating may have
several scores, such as adequacy and fluency; then their columns are to be named.
"""

from __future__ import annotations

from collections.abc import Sequence

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


def read_assessments(
    table: HeadedTable,
    outputs: OutputFinder,
    columns: Sequence[str] = (),
    *,
    repeats: bool = False,
) -> Ratings:
    """The ratings in a table; rows of other language pairs are passed over.

    Args:
        table: the table.
        outputs: the outputs that it rates.
        columns: the names of its columns of scores; `score` or the like by default.
        repeats: whether a judge may give an output the same scores again.

    Raises:
        InputError: a column is missing, a field cannot be read, a judge gives an output the same
            scores in two rows, or an output is not part of the test set.
    """
    builder = RatingsBuilder()
    seen: set[tuple[int, int, str, tuple[float, ...]]] = set()
    system, segment = table.index(*SYSTEM), table.index(*SEGMENT)
    scores = {name: table.index(name) for name in columns} or {"the score": table.index(*SCORE)}
    judge, pair = (table.index(*n) if set(n) & set(table.header) else None for n in (JUDGE, PAIR))
    for line, fields in table.rows():
        if pair is not None and fields[pair] != outputs.data.pair:
            continue
        place = f"{table.path}:{line}"
        rater = ONLY_JUDGE if judge is None else fields[judge]
        values = tuple(number(fields[k], place, name) for name, k in scores.items())
        found = outputs.system(fields[system], place)
        position = outputs.segment(whole_number(fields[segment], place, "the segment"), place)
        if found is None or position is None or not outputs.is_available(found, position, place):
            continue
        key = found, position, rater, values
        if judge is not None and key in seen and not repeats:
            raise InputError(
                f"{place}: judge {rater} gives segment {position + 1} of {fields[system]} the same "
                "score twice; if the judge was asked again, count both with "
                "DataOptions(repeats=True), or --repeated-ratings"
            )
        seen.add(key)
        builder.add(found, position, rater, *values)
    return builder.ratings(table.path, outputs.data.systems, len(outputs.data))
