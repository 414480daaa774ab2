"""Agreement of two lists of scores; every function works on whole batches of lists.

Arguments have one list along the last axis; all other axes are a batch. A correlation with a list
that does not vary, or with one that holds a NaN, is not defined and NaN. Values that only rounding
keeps apart are equal: the mean of many equal scores depends on how many they are.
"""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from hyperbaton.meta.judgements import Judgements, Preferences, table_sums
from hyperbaton.metrics.base import Scores, divide
from hyperbaton.scoring.resampling import CELLS_AT_ONCE

ROUNDING = 1e-12  # relative to the largest value, or to a sum


def pearson(human: Scores, metric: Scores) -> Scores:
    """Pearson's r: the covariance over the product of the standard deviations."""
    x = human - human.mean(axis=-1, keepdims=True)
    y = metric - metric.mean(axis=-1, keepdims=True)
    # Scaled first, so that tiny or huge scores neither vanish nor overflow when squared.
    x, y = _scaled(x, human), _scaled(y, metric)
    spread = np.sqrt((x * x).sum(axis=-1) * (y * y).sum(axis=-1))
    return np.clip(divide((x * y).sum(axis=-1), spread), -1.0, 1.0)


def spearman(human: Scores, metric: Scores) -> Scores:
    """Spearman's ρ: Pearson's r of the ranks, ties sharing their mean rank."""
    return pearson(average_ranks(human), average_ranks(metric))


def kendall(human: Scores, metric: Scores) -> Scores:
    """Kendall's τ-b over all pairs of systems."""
    x, y = _pair_signs(human), _pair_signs(metric)
    product = np.count_nonzero(x, axis=-1) * np.count_nonzero(y, axis=-1)
    return divide((x * y).sum(axis=-1), np.sqrt(product.astype(np.float64)))


def pairwise_accuracy(human: Scores, metric: Scores) -> Scores:
    """Share of pairs of systems that both order alike (Kocmi et al. 2021); human ties dropped."""
    x, y = _pair_signs(human), _pair_signs(metric)
    alike, strict = (x * y > 0).sum(-1, dtype=np.float64), (x != 0).sum(-1, dtype=np.float64)
    return np.where(np.isnan(x + y).any(axis=-1), np.nan, divide(alike, strict))


def ordered_pairs(scores: Scores) -> int:
    """The number of pairs of systems that scores do not tie."""
    return int(np.count_nonzero(_pair_signs(scores)))


def tied_accuracy(human: Scores, metric: Scores) -> Scores:
    """Share of pairs of systems that both order, or tie, alike, as mt-metrics-eval counts them."""
    x, y = _pair_signs(human), _pair_signs(metric)
    alike = np.where(np.isnan(x + y).any(axis=-1), np.nan, (x == y).sum(-1, dtype=np.float64))
    return np.asarray(alike / x.shape[-1])


def average_ranks(values: Scores) -> Scores:
    """Ranks from 1, the smallest first; equal values share the mean of their ranks.

    NaN has none, and counts in no other value's.
    """
    differences = values[..., np.newaxis, :] - values[..., np.newaxis]
    noise = _noise(values)[..., np.newaxis]
    below = (differences < -noise).sum(axis=-1, dtype=np.float64)
    equal = (np.abs(differences) <= noise).sum(axis=-1, dtype=np.float64)
    return np.where(np.isnan(values), np.nan, below + (equal + 1.0) / 2.0)


def moment_rows(human: Scores, metric: Scores) -> Scores:
    """The number of scored outputs of every segment and the sums of x, z, x², z² and xz.

    Sums of such rows give Pearson's r over outputs, see `pearson_of_moments`.
    """
    both = ~np.isnan(human + metric)
    x, z = (_centred(values, both) for values in (metric, human))
    return np.asarray(np.stack([both, x, z, x * x, z * z, x * z], axis=-1).sum(axis=0))


def pearson_of_moments(sums: Scores) -> Scores:
    """Pearson's r, from sums of the rows of `moment_rows` along the last axis."""
    number, x, z, xx, zz, xz = np.moveaxis(sums, -1, 0)
    variances = [number * squares - total * total for squares, total in ((xx, x), (zz, z))]
    spreads = [
        np.where(variance > ROUNDING * number * squares, variance, 0.0)
        for variance, squares in zip(variances, (xx, zz), strict=True)
    ]
    return divide(number * xz - x * z, np.sqrt(spreads[0] * spreads[1]))


CORRELATIONS: dict[str, Callable[[Scores, Scores], Scores]] = {
    "pearson": pearson,
    "spearman": spearman,
    "kendall": kendall,
    "accuracy": pairwise_accuracy,
    "accuracy-ties": tied_accuracy,
}


def _scaled(centred: Scores, values: Scores) -> Scores:
    """Divided by the largest; zeros where only rounding keeps the values from being equal."""
    largest = np.abs(centred).max(axis=-1, keepdims=True, initial=0.0)
    constant = largest <= _noise(values)
    return np.where(constant, 0.0, centred / np.where(constant, 1.0, largest))


def _pair_signs(values: Scores) -> Scores:
    first, second = np.triu_indices(values.shape[-1], 1)
    differences = values[..., first] - values[..., second]
    return np.where(np.abs(differences) <= _noise(values), 0.0, np.sign(differences))


def _noise(values: Scores) -> Scores:
    """Below which differences are those of rounding; NaN counts as nothing."""
    known = np.where(np.isnan(values), 0.0, np.abs(values))
    return np.asarray(ROUNDING * known.max(axis=-1, keepdims=True, initial=0.0))


def _centred(values: Scores, known: NDArray[np.bool_]) -> Scores:
    """Values less their mean, which changes no correlation; zeros where only rounding moves them.

    They are scaled by a power of two, which is exact, so that their squares are of a size.
    """
    if not known.any():
        return np.zeros_like(values)
    centred = np.where(known, values - values[known].mean(), 0.0)
    largest = np.abs(centred).max()
    if largest <= ROUNDING * np.abs(values[known]).max():
        return np.zeros_like(values)
    return np.asarray(np.ldexp(centred, -int(np.frexp(largest)[1])))


def soft_accuracy(human: Scores, metric: Scores) -> Scores:
    """1 - mean |p_human - p_metric| over pairs of systems; NaN without any (Thompson et al. 2024).

    Two systems may be clearly apart or hardly so, for people and for the metric: p is the
    probability, under random exchange of outputs, of a difference as large as the one seen.
    """
    apart = np.abs(human - metric)
    known = ~np.isnan(apart)
    return 1.0 - divide(np.where(known, apart, 0.0).sum(-1), known.sum(-1).astype(np.float64))


def human_p_values(judgements: Judgements, weights: Scores, samples: int, seed: int) -> Scores:
    """p-values that the first of two systems is better, for all pairs of systems in order.

    From scores by exchanging outputs; from preferences exactly, by the sign test.

    `weights` says how often each resample (row) has each segment; `samples` is how many exchanges.
    """
    if judgements.scores is not None:
        return exchange_p_values(judgements.scores, weights, samples, seed)
    return sign_test_p_values(judgements.preferences, weights)


def exchange_p_values(scores: Scores, weights: Scores, samples: int, seed: int) -> Scores:
    """p-values by exchanging the outputs of two systems at random, the same way for all pairs.

    Segments that lack a score of either system are left out; NaN where none is left. Arguments are
    those of `human_p_values`.
    """
    first, second = np.triu_indices(len(scores), 1)
    differences = scores[first] - scores[second]
    shared = ~np.isnan(differences)
    differences = np.where(shared, differences, 0.0)
    segments = scores.shape[1]
    random = np.random.default_rng(seed)
    block = max(1, CELLS_AT_ONCE // max(segments, len(first), 1))
    reached = np.zeros((len(weights), len(first)))
    for begin in range(0, samples, block):
        signs = 2.0 * random.integers(0, 2, (min(block, samples - begin), segments)) - 1.0
        for row, weight in zip(reached, weights, strict=True):
            weighed = differences * weight
            least = weighed.sum(axis=1) - ROUNDING * np.abs(weighed).sum(axis=1)
            row += (signs @ weighed.T >= least).sum(axis=0)
    return np.where(weights @ shared.T > 0, reached / samples, np.nan)


def sign_test_p_values(preferences: Preferences, weights: Scores) -> Scores:
    """Exact p-values of preferences: P(wins ≥ seen) if each were the toss of a coin; ties dropped.

    It is what exchanging outputs of preferences amounts to, with infinitely many samples.
    """
    systems = len(preferences.systems)
    shape = preferences.segments, systems, systems
    wins = table_sums(shape, preferences.wins())
    drawn = (weights @ wins.reshape(len(wins), -1)).reshape(-1, systems, systems)
    pairs = list(zip(*np.triu_indices(systems, 1), strict=True))
    return np.array(
        [[_tail(int(w[a, b]), int(w[a, b] + w[b, a])) for a, b in pairs] for w in drawn]
    )


def _tail(wins: int, number: int) -> float:
    """P(X ≥ wins) for X binomial with probability one half; NaN without any toss."""
    if number == 0:
        return math.nan
    lgamma, all_equal = math.lgamma, number * math.log(0.5)
    terms = (
        math.exp(lgamma(number + 1) - lgamma(k + 1) - lgamma(number - k + 1) + all_equal)
        for k in range(wins, number + 1)
    )
    return min(1.0, math.fsum(terms))
