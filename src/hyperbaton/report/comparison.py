"""Two systems: how much of their difference is word choice and how much word order.

The metric `hyperbaton` is a weighted mean of a lexical and an order part, so a difference of totals
is the sum of what each part contributes. Each contribution has its own paired test. A report begins
with the comparisons in a sentence.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import ClassVar

import numpy as np

from hyperbaton.explanation.ranking import OrderScores
from hyperbaton.metrics.base import Statistics
from hyperbaton.metrics.hyperbaton import Hyperbaton
from hyperbaton.scoring.resampling import bootstrap, interval, paired_bootstrap
from hyperbaton.scoring.results import SIGNIFICANT
from hyperbaton.tables.json_form import Undefinable

NOISE = 1e-9
TOTAL = Hyperbaton()
WEIGHTS = {"total": 1.0, "lexical": 1.0 - TOTAL.order_weight, "order": TOTAL.order_weight}


@dataclass(frozen=True)
class Contribution:
    """What one part contributes to the difference of two systems.

    Attributes:
        difference: the first system's part less the second's, times the weight of the part.
        low: where its 95 % confidence interval begins.
        high: where it ends.
        p_value: how likely such a difference is to arise by chance.
    """

    difference: Undefinable
    low: Undefinable
    high: Undefinable
    p_value: Undefinable


@dataclass(frozen=True)
class Comparison:
    """Two systems compared by the metric `hyperbaton`, the better one first.

    Attributes:
        first: the name of one.
        second: the name of the other.
        total: the difference of their scores.
        lexical: how much of it is word choice.
        order: how much of it is word order.
        fixes: the segments in which the second loses to the first by its moves, those where it
            loses most first.
        breaks: those in which it is the other way round.
    """

    metric: ClassVar[str] = str(TOTAL)
    JSON: ClassVar = "first second metric total lexical order fixes breaks"

    first: str
    second: str
    total: Contribution
    lexical: Contribution
    order: Contribution
    fixes: tuple[int, ...]
    breaks: tuple[int, ...]


def compared(
    statistics: Mapping[str, Statistics],
    orders: Mapping[str, OrderScores],
    samples: int,
    seed: int,
) -> list[Comparison]:
    """All pairs of systems, the earlier first, given statistics of the metric `hyperbaton`."""
    names = list(statistics)
    if not all(len(rows) for rows in statistics.values()):
        return []
    metrics = [Hyperbaton(part) for part in WEIGHTS]
    columns = [(metric, rows) for metric in metrics for rows in statistics.values()]
    drawn = bootstrap(columns, samples, seed)
    scores = [metric.scores(rows.sum(axis=0, keepdims=True))[0] for metric, rows in columns]

    def contribution(part: str, first: int, second: int) -> Contribution:
        weight, begin = WEIGHTS[part], list(WEIGHTS).index(part) * len(names)
        ours, theirs = (weight * drawn[begin + k] for k in (first, second))
        score, other = (weight * float(scores[begin + k]) for k in (first, second))
        bounds = interval(ours - theirs)
        p_value = paired_bootstrap(theirs, ours, score - other)
        return Contribution(score - other, bounds.low, bounds.high, p_value)

    found = []
    for first, second in combinations(range(len(names)), 2):
        ours, theirs = orders[names[first]], orders[names[second]]
        parts = {part: contribution(part, first, second) for part in WEIGHTS}
        fixes, breaks = _losing(theirs, ours), _losing(ours, theirs)
        found.append(Comparison(names[first], names[second], **parts, fixes=fixes, breaks=breaks))
    return found


def _losing(system: OrderScores, other: OrderScores) -> tuple[int, ...]:
    """The segments in which a system loses to another by its moves, the most costly first."""
    losses = system.losses_to(other)
    return tuple(int(k) + 1 for k in np.argsort(-losses, kind="stable") if losses[k] > NOISE)


def opening(
    totals: Mapping[str, float], segments: int, moved: int, comparisons: Sequence[Comparison]
) -> str:
    """What the report shows, in a sentence whose numbers add up as they are written.

    Args:
        totals: the score of every system by `hyperbaton`, the best first.
        segments: how many there are.
        moved: in how many of them the first system has something to move.
        comparisons: of all pairs of systems.
    """
    if segments == 0:
        return "There are no segments."
    undefined = [name for name, score in totals.items() if math.isnan(score)]
    if undefined:
        return f"{TOTAL} is undefined for {' and '.join(undefined)}: no segment has a score."
    (best, score), *others = totals.items()
    if not others:
        one = "its one segment" if moved else "none of its segments"
        number = f"{moved:,} of {segments:,} segments" if segments > 1 else one
        return f"{best} scores {score:.3f} by {TOTAL}; words stand in another order in {number}."
    behind = {each.second: _behind(each, totals) for each in comparisons if each.first == best}
    second, last = others[0][0], others[-1][0]
    leader = f"By {TOTAL}, {best} leads with {score:.3f}; {second} follows with {behind[second]}"
    return f"{leader}; {last} comes last with {behind[last]}." if others[1:] else f"{leader}."


def _behind(found: Comparison, totals: Mapping[str, float]) -> str:
    """Such as `0.690, 0.193 behind, 74% of that by word order`."""
    best, score = round(totals[found.first], 3), round(totals[found.second], 3)
    if best == score:
        return f"{score:.3f}, the same score"
    chance = "" if found.total.p_value < SIGNIFICANT else ", which may be chance"
    share = found.order.difference / found.total.difference
    if share < -0.05:
        why = "by word choice alone, for its word order is better"
    elif share > 1.05:
        why = "by word order alone, for its word choice is better"
    else:
        why = f"{max(0.0, min(share, 1.0)):.0%} of that by word order"
    return f"{score:.3f}, {best - score:.3f} behind{chance}, {why}"
