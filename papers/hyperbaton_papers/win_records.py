"""On how many language pairs one metric beats another, as table 3 of Stanojević & Sima'an 2016."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from hyperbaton.meta import AgreementTable, Record
from hyperbaton.meta.significance import SIGNIFICANT
from hyperbaton.metrics.base import Scores
from hyperbaton.scoring.resampling import usually_defined

SAME = 1e-10  # of rounding, below which two correlations are the same


def t_test_record(agreement: AgreementTable, new: str, old: str) -> Record:
    """N/B/D by Student's t-test on bootstrapped correlations, as in the paper."""
    signs = []
    for each in agreement.agreements:
        assert each.samples is not None
        first, second = (each.samples[each.metrics.index(name)] for name in (new, old))
        p_value = paired_t_test(first, second)
        different = p_value < SIGNIFICANT
        mean = math.nan if math.isnan(p_value) else float(np.nanmean(first - second))
        signs.append(mean if different or math.isnan(mean) else 0.0)
    return sign_record(signs)


def sign_record(differences: Sequence[float]) -> Record:
    """N/B/D by the signs of differences; NaN is one that is undefined."""
    wins = sum(difference > 0 for difference in differences)
    losses = sum(difference < 0 for difference in differences)
    undefined = sum(map(math.isnan, differences))
    return Record(wins, losses, len(differences) - wins - losses - undefined, undefined)


def paired_t_test(first: Scores, second: Scores) -> float:
    """The two-sided p-value of Student's t-test on differences of paired values.

    Applied to bootstrapped statistics it says whether their means differ (Stanojević & Sima'an
    2016); with many resamples that holds for nearly all metrics. NaN where more than a few of the
    differences are undefined.
    """
    differences = usually_defined(first - second)
    if differences is None or len(differences) < 2:
        return math.nan
    if np.abs(differences).max() <= SAME:
        return 1.0
    number, spread = len(differences), float(differences.std(ddof=1))
    mean = float(differences.mean())
    if spread == 0.0:
        return 0.0
    return student_tail(abs(mean) * math.sqrt(number) / spread, number - 1)


def student_tail(t: float, freedom: int) -> float:
    """P(|T| > t) of Student's distribution, by its finite series (Abramowitz & Stegun 26.7.3-4)."""
    angle = math.atan(t / math.sqrt(freedom))
    cosine = math.cos(angle)
    odd = freedom % 2
    term = cosine if odd else 1.0
    total = term if freedom > 1 else 0.0
    for k in range(3 if odd else 2, freedom - 1, 2):
        term *= cosine * cosine * (k - 1) / k
        total += term
    inside = math.sin(angle) * total
    if odd:
        inside = 2.0 / math.pi * (angle + inside)
    return max(0.0, 1.0 - inside)
