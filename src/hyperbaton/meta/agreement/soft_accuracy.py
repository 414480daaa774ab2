"""Soft pairwise accuracy (Thompson et al. 2024).

Two systems may be clearly apart or hardly so, for people and for the metric. For each pair of
systems p is the probability, under random exchange of outputs, of a difference as large as the one
seen; the accuracy is 1 - mean |p_human - p_metric|.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from hyperbaton.meta.data.judgements import Judgements, Preferences, table_sums
from hyperbaton.metrics.base import Scores
from hyperbaton.scoring.resampling import CELLS_AT_ONCE

SLACK = 1e-12  # relative; sums of the same numbers in another order differ by less


def soft_accuracy(human: Scores, metric: Scores) -> float:
    """1 - mean |p_human - p_metric| over pairs of systems; NaN without any.

    Args:
        human: p-values of all pairs of systems, from `human_p_values`.
        metric: those of the metric, from `exchange_p_values`.
    """
    both = ~(np.isnan(human) | np.isnan(metric))
    return float(1.0 - np.abs(human - metric)[both].mean()) if both.any() else math.nan


def human_p_values(judgements: Judgements, samples: int, seed: int) -> Scores:
    """p-values that the first of two systems is better, for all pairs of systems in order.

    From scores by exchanging outputs; from preferences exactly, by the sign test.
    """
    if judgements.scores is not None:
        return exchange_p_values(judgements.scores, samples, seed)
    return sign_test_p_values(judgements.preferences)


def exchange_p_values(scores: Scores, samples: int, seed: int) -> Scores:
    """p-values by exchanging the outputs of two systems at random, the same way for all pairs.

    Segments that lack a score of either system are left out; NaN where none is left.

    Args:
        scores: one row per system, one column per segment.
        samples: how many exchanges.
        seed: where random numbers start.
    """
    first, second = np.triu_indices(len(scores), 1)
    differences = scores[first] - scores[second]
    shared = ~np.isnan(differences)
    differences = np.where(shared, differences, 0.0)
    segments = scores.shape[1]
    observed = differences.sum(axis=1)
    slack = SLACK * np.abs(differences).sum(axis=1)
    random = np.random.default_rng(seed)
    block = max(1, CELLS_AT_ONCE // max(segments, len(first), 1))
    reached = np.zeros(len(first))
    for begin in range(0, samples, block):
        signs = _signs(random, (min(block, samples - begin), segments))
        reached += (signs @ differences.T >= observed - slack).sum(axis=0)
    return np.where(shared.any(axis=1), reached / samples, np.nan)


def sign_test_p_values(preferences: Preferences) -> Scores:
    """Exact p-values of preferences: P(wins ≥ seen) if each were the toss of a coin; ties dropped.

    It is what exchanging outputs of preferences amounts to, with infinitely many samples.
    """
    systems = len(preferences.systems)
    strict = preferences.chosen(preferences.sign != 0)
    wins = table_sums((systems, systems), strict.winners_and_losers())
    pairs = zip(*np.triu_indices(systems, 1), strict=True)
    return np.array([_tail(int(wins[a, b]), int(wins[a, b] + wins[b, a])) for a, b in pairs])


def _tail(wins: int, number: int) -> float:
    """P(X ≥ wins) for X binomial with probability one half; NaN without any toss."""
    if number == 0:
        return math.nan
    log_half = number * math.log(0.5)
    terms = (
        math.exp(
            math.lgamma(number + 1) - math.lgamma(k + 1) - math.lgamma(number - k + 1) + log_half
        )
        for k in range(wins, number + 1)
    )
    return min(1.0, math.fsum(terms))


def _signs(random: np.random.Generator, shape: tuple[int, int]) -> NDArray[np.float64]:
    return np.asarray(2.0 * random.integers(0, 2, shape) - 1.0, np.float64)
