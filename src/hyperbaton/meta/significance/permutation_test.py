"""Whether one metric agrees better with people than another: PERM-BOTH (Deutsch et al. 2021).

If two metrics were equally good, exchanging their standardised scores of single outputs at random
would change nothing. The p-value is the share of exchanges whose difference in agreement is at
least the one seen.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from itertools import combinations

import numpy as np

from hyperbaton.limits import check_cells, check_draws
from hyperbaton.meta.agreement.pair_counts import Counts
from hyperbaton.meta.data.judgements import Preferences
from hyperbaton.meta.significance.pair_exchange import PairExchange
from hyperbaton.metrics.base import Scores, divide
from hyperbaton.scoring.resampling import CELLS_AT_ONCE, usually_defined

SLACK = 1e-10  # of rounding, below which two differences are the same
ROUNDING = 1e-14  # of scores up to 1, below which they do not vary


def compare_by_pairs(
    preferences: Preferences,
    metrics: Sequence[Scores],
    value: Callable[[Counts], Scores],
    samples: int,
    seed: int,
) -> Scores:
    """p-values that metric i (row) agrees better than metric j (column), from counts of pairs.

    Args:
        preferences: what people said.
        metrics: for each metric one row per system, one column per segment.
        value: turns counts into the statistic.
        samples: how many exchanges.
        seed: where random numbers start.
    """
    exchange = PairExchange(preferences, [standardized(scores) for scores in metrics])
    results = np.full((len(metrics), len(metrics)), np.nan)
    blocks = exchange.permuted(samples, seed)
    permuted = np.concatenate([value(one) - value(other) for one, other in blocks])
    for k, (i, j) in enumerate(exchange.pairs):
        observed = float(value(exchange.observed(i)) - value(exchange.observed(j)))
        results[i, j] = _p_value(permuted[:, k], observed)
        results[j, i] = _p_value(-permuted[:, k], -observed)
    return results


def compare_by_systems(
    human: Scores,
    metrics: Sequence[Scores],
    correlation: Callable[[Scores, Scores], Scores],
    samples: int,
    seed: int,
) -> Scores:
    """p-values that metric i (row) correlates better than metric j (column) over systems.

    A system scores the mean of its standardised segments here, also for metrics that score test
    sets in another way; scores of two such metrics could not be mixed.

    Args:
        human: people's scores of systems.
        metrics: for each metric one row per system, one column per segment.
        correlation: of two lists of scores of systems.
        samples: how many exchanges.
        seed: where random numbers start.
    """
    prepared = [standardized(scores) for scores in metrics]
    pairs = list(combinations(range(len(metrics)), 2))
    results = np.full((len(metrics), len(metrics)), np.nan)
    middles, moves = _system_means(prepared, pairs, samples, seed)
    for k, (i, j) in enumerate(pairs):
        agreement = [correlation(human, _means(prepared[m])) for m in (i, j)]
        observed = float(agreement[0] - agreement[1])
        one, other = middles[:, k] + moves[:, :, k], middles[:, k] - moves[:, :, k]
        permuted = correlation(human, one) - correlation(human, other)
        results[i, j] = _p_value(permuted, observed)
        results[j, i] = _p_value(-permuted, -observed)
    return results


def compare_by_outputs(human: Scores, metrics: Sequence[Scores], samples: int, seed: int) -> Scores:
    """p-values that metric i (row) has a higher Pearson's r over outputs than metric j (column).

    Args:
        human: people's scores, one row per system and one column per segment; NaN where none.
        metrics: for each metric its scores in the same shape.
        samples: how many exchanges.
        seed: where random numbers start.
    """
    scored = ~np.isnan(human)
    people = standardized(human[scored])
    prepared = [standardized(scores[scored]) for scores in metrics]
    results = np.full((len(metrics), len(metrics)), np.nan)
    pairs = list(combinations(range(len(metrics)), 2))
    if not pairs:
        return results
    middles = np.array([(prepared[i] + prepared[j]) / 2 for i, j in pairs])
    halves = np.array([(prepared[i] - prepared[j]) / 2 for i, j in pairs])
    # Sums of x, x² and xz for x = middle ± half, of which the second part changes with the signs.
    fixed = np.stack([middles, middles**2 + halves**2, middles * people], axis=1).mean(axis=-1)
    moving = np.stack([halves, 2 * middles * halves, halves * people], axis=1) / len(people)
    flat = moving.reshape(-1, len(people)).T
    random = np.random.default_rng(seed)
    block = max(1, CELLS_AT_ONCE // len(people))
    sizes = [min(block, samples - begin) for begin in range(0, samples, block)]
    moved = np.concatenate(
        [(2.0 * random.integers(0, 2, (size, len(people))) - 1.0) @ flat for size in sizes]
    ).reshape(samples, len(pairs), 3)
    permuted = _correlation_of_means(fixed + moved) - _correlation_of_means(fixed - moved)
    for k, (i, j) in enumerate(pairs):
        observed = math.nan
        if people.any() and prepared[i].any() and prepared[j].any():
            observed = float((prepared[i] * people).mean() - (prepared[j] * people).mean())
        results[i, j] = _p_value(permuted[:, k], observed)
        results[j, i] = _p_value(-permuted[:, k], -observed)
    return results


def _correlation_of_means(means: Scores) -> Scores:
    """Pearson's r with standardised scores, from the means of x, x² and xz.

    NaN where the variance of x is one of rounding.
    """
    variance = means[..., 1] - means[..., 0] ** 2
    varies = variance > SLACK * means[..., 1]
    return divide(means[..., 2], np.sqrt(np.where(varies, variance, 0.0)))


def standardized(scores: Scores) -> Scores:
    """Scores at mean 0 and variance 1 over all outputs; zeros where they do not vary."""
    known = scores[~np.isnan(scores)]
    if len(known) == 0:
        return scores
    largest = np.abs(known).max()  # by which squares neither vanish nor overflow
    scaled = scores / (largest if largest > 0 else 1.0)
    centred = scaled - np.nanmean(scaled)
    deviation = np.nanstd(scaled)
    constant = deviation <= ROUNDING
    return np.asarray(np.where(np.isnan(scores), np.nan, 0.0) if constant else centred / deviation)


def _means(scores: Scores) -> Scores:
    """The mean of each system's scores; NaN for one without any."""
    known = ~np.isnan(scores)
    return divide(np.where(known, scores, 0.0).sum(axis=1), known.sum(axis=1).astype(np.float64))


def _system_means(
    metrics: Sequence[Scores], pairs: Sequence[tuple[int, int]], samples: int, seed: int
) -> tuple[Scores, Scores]:
    """Means of systems halfway between two metrics, and how far exchanges move them.

    The first is of shape (systems, pairs), the second (samples, systems, pairs).
    """
    systems, segments = metrics[0].shape
    check_cells(samples, systems * len(pairs))
    check_draws(samples, systems * segments)
    block = max(1, CELLS_AT_ONCE // max(segments, 1))
    middles = np.empty((systems, len(pairs)))
    moves = np.empty((samples, systems, len(pairs)))
    random = np.random.default_rng(seed)
    for system in range(systems):
        ones = np.array([metrics[i][system] for i, _ in pairs]).reshape(-1, segments)
        others = np.array([metrics[j][system] for _, j in pairs]).reshape(-1, segments)
        numbers = np.maximum((~np.isnan(ones + others)).sum(axis=1), 1)
        middles[system] = np.nan_to_num((ones + others) / 2).sum(axis=1) / numbers
        halves = np.nan_to_num((ones - others) / 2).T / numbers
        for begin in range(0, samples, block):
            end = min(begin + block, samples)
            signs = 2.0 * random.integers(0, 2, (end - begin, segments)) - 1.0
            moves[begin:end, system] = signs @ halves
    return middles, moves


def _p_value(permuted: Scores, observed: float) -> float:
    """The share of differences at least as large, the observed one included.

    NaN where the observed one is undefined, or more than a few of the others.
    """
    defined = usually_defined(permuted)
    if defined is None or math.isnan(observed):
        return math.nan
    reached = int((defined >= observed - SLACK).sum())
    return (reached + 1) / (len(defined) + 1)
