"""The sentence that a report begins with."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from hyperbaton.report.comparison import Comparison
from hyperbaton.scoring.results import SIGNIFICANT

# Shares of a whole in words; the nearest is taken.
SHARES = {
    0.0: "hardly any",
    0.1: "a tenth",
    0.25: "a quarter",
    1 / 3: "a third",
    0.5: "half",
    2 / 3: "two thirds",
    0.75: "three quarters",
    0.9: "nearly all",
    1.0: "all",
}


def opening(
    totals: Mapping[str, float], segments: int, moved: int, comparisons: Sequence[Comparison]
) -> str:
    """What the report shows, in a sentence.

    Args:
        totals: the score of every system by `hyperbaton`.
        segments: how many there are.
        moved: in how many of them the first system has something to move.
        comparisons: of all pairs of systems.
    """
    if segments == 0:
        return "There are no segments."
    undefined = [name for name, score in totals.items() if math.isnan(score)]
    if undefined:
        return f"hyperbaton is undefined for {' and '.join(undefined)}: no segment has a score."
    if len(totals) == 1:
        [(name, score)] = totals.items()
        number = f"{moved} of {segments} segments" if segments > 1 else _one_segment(moved)
        return f"{name} scores {score:.3f} by hyperbaton; words stand in another order in {number}."
    ranked = sorted(totals, key=lambda name: -totals[name])
    by_pair = {
        **{(each.second, each.first): _Loss.of_first(each) for each in comparisons},
        **{(each.first, each.second): _Loss.of_second(each) for each in comparisons},
    }
    best, second, last = ranked[0], ranked[1], ranked[-1]
    if len(ranked) == 2:
        return f"{best} leads; {second} loses {by_pair[best, second].words()}."
    behind = f"{second} follows, {by_pair[best, second].words('behind')}"
    end = f"{last} comes last, {by_pair[best, last].words('behind')}"
    return f"{best} leads; {behind}; {end}."


def _one_segment(moved: int) -> str:
    return "its one segment" if moved else "none of its segments"


class _Loss:
    """By how much one system is behind another."""

    def __init__(self, total: float, order: float, p_value: float) -> None:
        self.total, self.order, self.p_value = total, order, p_value

    @classmethod
    def of_second(cls, found: Comparison) -> _Loss:
        return cls(found.total.difference, found.order.difference, found.total.p_value)

    @classmethod
    def of_first(cls, found: Comparison) -> _Loss:
        return cls(-found.total.difference, -found.order.difference, found.total.p_value)

    def words(self, side: str = "") -> str:
        """Such as `0.19 to it, three quarters of that by word order`."""
        if round(self.total, 3) == 0:
            return "nothing to it" if not side else "with the same score"
        number = f"{self.total:.2f}" if self.total >= 0.1 else f"{self.total:.3f}"
        chance = "" if self.p_value < SIGNIFICANT else ", which may be chance"
        return f"{number} {side or 'to it'}{chance}, {self._share()}"

    def _share(self) -> str:
        share = self.order / self.total
        if share < -0.05:
            return "by word choice alone, for its word order is better"
        if share > 1.05:
            return "by word order alone, for its word choice is better"
        nearest = min(SHARES, key=lambda each: abs(each - share))
        return f"{SHARES[nearest]} of that by word order"
