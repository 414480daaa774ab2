"""Collects rankings of outputs into preferences, and refuses what is not in the test set."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations

import numpy as np

from hyperbaton.errors import InputError
from hyperbaton.meta.data.evaluation_set import EvaluationSet
from hyperbaton.meta.data.judgements import UNKNOWN_RANKING, Judgements, Preferences
from hyperbaton.meta.data.omissions import Omissions


class OutputFinder:
    """Finds the output that a judgement speaks of, by system and segment."""

    def __init__(self, data: EvaluationSet, omissions: Omissions) -> None:
        self.data = data
        self.omissions = omissions
        self._numbers = {name: number for number, name in enumerate(data.systems)}
        self._available = data.available.tolist()

    def system(self, name: str, place: str) -> int | None:
        """The number of a system; None for one that is left out.

        WMT's files write `newstest2013.de-en.NAME` for NAME.
        """
        short = name.partition(f".{self.data.pair}.")[2] or name
        found = self._numbers.get(name, self._numbers.get(short))
        if found is None and not {name, short} & self.data.left_out:
            known = ", ".join(self.data.systems)
            self.omissions.add(
                "judgement of an unknown system",
                f"{place}: {self.data.pair} has no system {name}; it has {known}",
            )
        return found

    def segment(self, number: int, place: str) -> int | None:
        """The position of a segment counted from 1; None for one that is left out."""
        if 1 <= number <= len(self.data):
            return number - 1
        self.omissions.add(
            "judgement of a segment out of range",
            f"{place}: segment {number} is out of range; {self.data.pair} has segments 1 to "
            f"{len(self.data)}",
        )
        return None

    def is_available(self, system: int, segment: int, place: str) -> bool:
        """Whether the output is there to be scored."""
        if self._available[system][segment]:
            return True
        self.omissions.add(
            "judgement of a missing output",
            f"{place}: {self.data.systems[system]} has no output for segment {segment + 1}",
        )
        return False


class PreferenceBuilder:
    """Turns rankings, one after the other, into pairwise preferences."""

    def __init__(self, outputs: OutputFinder) -> None:
        self.outputs = outputs
        self._rows: list[tuple[int, int, int, int, int, int]] = []
        self._seen: set[tuple[int, int, int, int]] = set()

    def add(self, place: str, segment: int, ranks: Mapping[str, int], ranking: int) -> None:
        """Adds one ranking of outputs of a segment, counted from 1."""
        position = self.outputs.segment(segment, place)
        if position is None:
            return
        found = {}
        for name, rank in ranks.items():
            system = self.outputs.system(name, place)
            if system is not None and self.outputs.is_available(system, position, place):
                found[system] = rank
        for (first, rank1), (second, rank2) in combinations(found.items(), 2):
            if ranking != UNKNOWN_RANKING:
                self._check_first_time(place, (ranking, position, first, second))
            self._rows.append((position, first, second, rank1, rank2, ranking))

    def judgements(self, name: str) -> Judgements:
        """All that was added."""
        columns = np.array(self._rows, np.int64).reshape(-1, 6).T
        segment, first, second, rank1, rank2, ranking = columns
        data = self.outputs.data
        preferences = Preferences(
            data.systems,
            len(data),
            segment,
            first,
            second,
            np.sign(rank2 - rank1),
            np.column_stack([rank1, rank2]),
            ranking,
        )
        return Judgements(name, preferences)

    def _check_first_time(self, place: str, key: tuple[int, int, int, int]) -> None:
        ranking, position, first, second = key
        ordered = ranking, position, min(first, second), max(first, second)
        if ordered in self._seen:
            one, other = (self.outputs.data.systems[number] for number in (first, second))
            raise InputError(
                f"{place}: ranking {ranking} compares {one} and {other} on segment "
                f"{position + 1} twice; a ranking says it once"
            )
        self._seen.add(ordered)
