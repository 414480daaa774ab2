"""WMT's rankings, several outputs per row, as CSV.

`srclang,trglang,srcIndex,…,system1Id,…,system1rank,…`: any number of systems, rank 1 is best, equal
ranks are ties and a negative rank means that the output was not ranked.
"""

from __future__ import annotations

import re

from hyperbaton.errors import InputError
from hyperbaton.limits import RANK, RANKING
from hyperbaton.meta.data.headed_tables import HeadedTable, whole_number
from hyperbaton.meta.data.judgements import Judgements
from hyperbaton.meta.data.languages import CODES
from hyperbaton.meta.data.preference_builder import PreferenceBuilder

SYSTEM_COLUMN = re.compile(r"system([0-9]+)Id")


def read_rankings(table: HeadedTable, builder: PreferenceBuilder) -> Judgements:
    """The preferences in a table of rankings; rows of other language pairs are passed over.

    Raises:
        InputError: a field cannot be read, a system is ranked twice in one row, or an output is not
            part of the test set.
    """
    numbers = [match[1] for name in table.header if (match := SYSTEM_COLUMN.fullmatch(name))]
    systems = [
        (table.index(f"system{number}Id"), table.index(f"system{number}rank")) for number in numbers
    ]
    source, target = table.index("srclang"), table.index("trglang")
    segment = table.index("srcIndex")
    # Files with two systems per row name the ranking; otherwise a row is a ranking.
    group = table.index("rankingID") if table.has("rankingID") else None
    for line, fields in table.rows():
        if f"{_code(fields[source])}-{_code(fields[target])}" != builder.outputs.data.pair:
            continue
        place = f"{table.path}:{line}"
        ranking = (
            line if group is None else whole_number(fields[group], place, "rankingID", RANKING)
        )
        ranks: dict[str, int] = {}
        for name, rank in ((fields[a], fields[b]) for a, b in systems):
            position = whole_number(rank, place, f"the rank of {name}", RANK)
            if position < 1:
                continue
            if name in ranks:
                raise InputError(f"{place}: ranks {name} twice; a row ranks a system once")
            ranks[name] = position
        builder.add(place, whole_number(fields[segment], place, "srcIndex"), ranks, ranking)
    return builder.judgements(table.path)


def _code(language: str) -> str:
    return CODES.get(language.lower(), language)
