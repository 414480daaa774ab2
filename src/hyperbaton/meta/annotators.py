"""How far people agree with each other, and the ceiling that this puts on any metric.

Two judgements of the same two outputs agree if both prefer the same one, or both tie. As in WMT's
findings (Callison-Burch et al. 2007), κ = (A - E) / (1 - E) for the share A of agreeing judgements,
with E the share expected by chance: t² + (1 - t)² / 2 for a share t of ties.

The ceiling is a tau: if people err independently of each other, a metric that always knows what
they mean agrees with each of them as often as the truth does, and the tau between two people is the
square of that one. Outputs that are the same text are left out: some campaigns tie them unseen.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from hyperbaton.errors import InputError
from hyperbaton.meta.judged_sets import JudgedSet
from hyperbaton.tables.json_form import to_json
from hyperbaton.tables.layout import Rows, decimal
from hyperbaton.tables.tabular import Record, Tabular

HEADER = ("", "judgements", "judged twice", "κ", "tau", "ceiling", "by the same", "κ within")


@dataclass(frozen=True, repr=False)
class AnnotatorReport(Tabular):
    """Agreement of people on several language pairs, each a record.

    `judgements` are comparisons of two outputs; `twice` pairs of them are of the same outputs, by
    different people, with their `kappa`, `tau` (ties dropped) and `ceiling`; `again` pairs are by
    the same person, with `kappa_within`.
    """

    pairs: tuple[Record, ...]

    def records(self) -> list[Record]:
        """One record per language pair."""
        return list(self.pairs)

    def to_dict(self) -> Record:
        """A JSON-ready dict; what is not defined is None."""
        return {"pairs": to_json(self.pairs)}

    def table(self) -> Rows:
        """A row per language pair."""
        rows = [list(HEADER)]
        for found in self.records():
            rows.append([decimal(v, 4) if isinstance(v, float) else str(v) for v in found.values()])
        return rows


def annotator_agreement(sets: Sequence[JudgedSet]) -> AnnotatorReport:
    """Measures how far people agree with each other on every language pair.

    Raises:
        InputError: judgements are not by single people.
    """
    return AnnotatorReport(tuple(_measured(judged) for judged in sets))


def _measured(judged: JudgedSet) -> Record:
    people = judged.judgements
    single = people.preferences if people.scores is None else people.individual
    if single is None:
        raise InputError(
            f"{people.name}: has one score per output; agreement of people needs rankings, "
            "or ratings by several judges"
        )
    texts = list(judged.data.outputs.values())
    columns = (single.first.tolist(), single.second.tolist(), single.segment.tolist())
    differ = [texts[a][k] != texts[b][k] for a, b, k in zip(*columns, strict=True)]
    single = single.chosen(np.array(differ, np.bool_))
    systems = len(single.systems)
    low, high = np.minimum(single.first, single.second), np.maximum(single.first, single.second)
    compared = (single.segment * systems + low) * systems + high
    sign = np.where(single.first == low, single.sign, -single.sign)
    _, outputs = np.unique(compared, return_inverse=True)
    everything = _same_and_other(outputs, sign)
    within = np.zeros(4)
    if single.judge is not None:
        _, own = np.unique(np.stack([outputs, single.judge]), axis=1, return_inverse=True)
        within = _same_and_other(own.ravel(), sign)
    between = everything - within
    ties = float(np.mean(sign == 0)) if len(sign) else math.nan
    chance = ties**2 + (1 - ties) ** 2 / 2
    tau = _share(between[2] - between[3], between[2] + between[3])
    return {
        "lp": judged.pair,
        "judgements": len(single),
        "twice": int(between[1]),
        "kappa": _kappa(between, chance),
        "tau": tau,
        "ceiling": math.nan if math.isnan(tau) else math.sqrt(max(tau, 0.0)),
        "again": int(within[1]),
        "kappa_within": _kappa(within, chance),
    }


def _same_and_other(groups: NDArray[np.int64], sign: NDArray[np.int64]) -> NDArray[np.float64]:
    """Pairs of judgements in one group: that agree, all, and of strict ones alike and opposed."""
    number = int(groups.max(initial=-1)) + 1
    worse, tied, better = (np.bincount(groups[sign == s], minlength=number) for s in (-1, 0, 1))
    agree = [(n * (n - 1) // 2).sum() for n in (worse, tied, better)]
    total = worse + tied + better
    all_pairs = (total * (total - 1) // 2).sum()
    return np.array([sum(agree), all_pairs, agree[0] + agree[2], (worse * better).sum()], float)


def _kappa(pairs: NDArray[np.float64], chance: float) -> float:
    return (_share(pairs[0], pairs[1]) - chance) / (1 - chance)


def _share(part: float, whole: float) -> float:
    return float(part / whole) if whole else math.nan
