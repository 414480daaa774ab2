"""Multidimensional quality metrics: one error per row, weighted and summed for each output.

Columns, among others: `system`, `seg_id` (counted from 1), `rater`, `category`, `severity`. The
weights are those of Freitag et al. 2021: 5 for a major error and 1 for a minor one, 0.1 for minor
punctuation, 25 for an output that is no translation. The score of an output is minus the sum of its
weights, averaged over raters.
"""

from __future__ import annotations

from hyperbaton.errors import InputError
from hyperbaton.meta.data.headed_tables import HeadedTable, whole_number
from hyperbaton.meta.data.preference_builder import OutputFinder
from hyperbaton.meta.data.ratings import Ratings, RatingsBuilder

SEGMENT = ("seg_id", "segment", "globalSegId")
SEVERITIES = {"major": 5.0, "critical": 5.0, "minor": 1.0, "neutral": 0.0, "no-error": 0.0}
NON_TRANSLATION = 25.0
MINOR_PUNCTUATION = 0.1


def error_weight(severity: str, category: str) -> float | None:
    """The weight of an error; None for a severity that is not known."""
    level, kind = severity.lower(), category.lower()
    if level == "major" and kind.startswith("non-translation"):
        return NON_TRANSLATION
    if level == "minor" and kind.startswith("fluency/punctuation"):
        return MINOR_PUNCTUATION
    return SEVERITIES.get(level)


def read_errors(table: HeadedTable, outputs: OutputFinder) -> Ratings:
    """Ratings from a table of errors.

    Raises:
        InputError: a field cannot be read, or an output is not part of the test set.
    """
    names = (("system",), SEGMENT, ("rater",), ("category",), ("severity",))
    positions = [table.index(*name) for name in names]
    totals: dict[tuple[int, int, str], float] = {}
    for line, fields in table.rows():
        place = f"{table.path}:{line}"
        system, segment, rater, category, severity = (fields[k] for k in positions)
        weight = error_weight(severity, category)
        if weight is None:
            accepted = ", ".join(SEVERITIES)
            raise InputError(f"{place}: severity is {severity!r}; accepted are {accepted}")
        found = outputs.system(system, place)
        position = outputs.segment(whole_number(segment, place, "the segment"), place)
        if found is None or position is None or not outputs.is_available(found, position, place):
            continue
        key = found, position, rater
        totals[key] = totals.get(key, 0.0) - weight
    builder = RatingsBuilder()
    for (found, position, rater), total in totals.items():
        builder.add(found, position, rater, total)
    return builder.ratings(table.path, outputs.data.systems, len(outputs.data))
