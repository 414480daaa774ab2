"""On how many language pairs one metric beats another, as table 3 of Stanojević & Sima'an 2016."""

from __future__ import annotations

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
        different = paired_t_test(first, second) < SIGNIFICANT
        signs.append(float(np.mean(first - second)) if different else 0.0)
    return sign_record(signs)


def sign_record(differences: Sequence[float]) -> Record:
    """N/B/D by the signs of differences."""
    wins = sum(difference > 0 for difference in differences)
    losses = sum(difference < 0 for difference in differences)
    return Record(wins, losses, len(differences) - wins - losses)
