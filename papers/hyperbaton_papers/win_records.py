"""On how many language pairs one metric beats another, as table 3 of Stanojević & Sima'an 2016."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from hyperbaton.meta import AgreementTable, Record
from hyperbaton.meta.significance.bootstrap import paired_t_test
from hyperbaton.meta.significance.comparison import SIGNIFICANT


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
