"""Pairwise preferences from a table: `segment system1 rank1 system2 rank2 ranking`.

Segments count from 1; rank 1 is best and equal ranks are ties; rows with the same `ranking` come
from one person's ranking of several outputs. Where `ranking` is blank or left out, equal rows are
judgements of several people.
"""

from __future__ import annotations

from hyperbaton import limits
from hyperbaton.errors import InputError
from hyperbaton.meta.data.headed_tables import HeadedTable, whole_number
from hyperbaton.meta.data.judgements import UNKNOWN_RANKING, Judgements
from hyperbaton.meta.data.preference_builder import PreferenceBuilder

COLUMNS = ("segment", "system1", "rank1", "system2", "rank2")
RANKING = "ranking"


def read_pairs(table: HeadedTable, builder: PreferenceBuilder) -> Judgements:
    """The preferences in a table.

    Raises:
        InputError: a field cannot be read, a comparison occurs twice within one ranking, or an
            output is not part of the test set.
    """
    positions = [table.index(name) for name in COLUMNS]
    group_position = table.index(RANKING) if table.has(RANKING) else None
    for line, fields in table.rows():
        place = f"{table.path}:{line}"
        segment, system1, rank1, system2, rank2 = (fields[k] for k in positions)
        ranks = {}
        for name, rank, column in ((system1, rank1, "rank1"), (system2, rank2, "rank2")):
            if name in ranks:
                raise InputError(f"{place}: compares {name} with itself; two systems are needed")
            ranks[name] = whole_number(rank, place, column, limits.RANK)
        written = "" if group_position is None else fields[group_position]
        group = (
            whole_number(written, place, RANKING, limits.RANKING) if written else UNKNOWN_RANKING
        )
        builder.add(place, whole_number(segment, place, "segment"), ranks, group)
    return builder.judgements(table.path)
