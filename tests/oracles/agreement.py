"""Agreement with people, pair by pair and value by value."""

from itertools import pairwise, product

import numpy as np


def counts(preferences, scores):
    """Concordant, discordant, ties of the metric, of people, of both."""
    totals = [0, 0, 0, 0, 0]
    for segment, first, second, human in zip(
        preferences.segment, preferences.first, preferences.second, preferences.sign, strict=True
    ):
        metric = np.sign(scores[first, segment] - scores[second, segment])
        if metric and human:
            totals[0 if metric == human else 1] += 1
        elif human:
            totals[2] += 1
        elif metric:
            totals[3] += 1
        else:
            totals[4] += 1
    return totals


def accuracy_at(preferences, scores, epsilon):
    """The mean over segments of the share of pairs that are right when close scores tie."""
    right = {}
    for segment, first, second, human in zip(
        preferences.segment, preferences.first, preferences.second, preferences.sign, strict=True
    ):
        difference = scores[first, segment] - scores[second, segment]
        metric = 0 if abs(difference) <= epsilon else np.sign(difference)
        right.setdefault(segment, []).append(metric == human)
    return float(np.mean([np.mean(values) for values in right.values()]))


def calibrated_accuracy(preferences, scores):
    differences = np.abs(
        scores[preferences.first, preferences.segment]
        - scores[preferences.second, preferences.segment]
    )
    return max(accuracy_at(preferences, scores, epsilon) for epsilon in [0.0, *differences])


def exchanges(one, other):
    """All ways to exchange the scores of two metrics, output by output."""
    for mask in product([False, True], repeat=one.size):
        swap = np.array(mask).reshape(one.shape)
        yield np.where(swap, other, one), np.where(swap, one, other)


def mixture_optimum(preferences, one, other, value):
    """The best value over a fine set of mixtures: between all points where a pair changes sides."""
    a = one[preferences.first, preferences.segment] - one[preferences.second, preferences.segment]
    b = (
        other[preferences.first, preferences.segment]
        - other[preferences.second, preferences.segment]
    )
    places = {0.0, 1.0}
    for x, y in zip(a, b, strict=True):
        if x * y < 0:
            places.add(float(y / (y - x)))
    ordered = sorted(places)
    middles = [(low + high) / 2 for low, high in pairwise(ordered)]
    candidates = [0.0, *middles, 1.0]
    found = [
        value(np.array(counts(preferences, alpha * one + (1 - alpha) * other), float))
        for alpha in candidates
    ]
    return max((v for v in found if not np.isnan(v)), default=np.nan)


def cluster_ranks(values, better):
    """Ranks from the best downwards, a new one for a metric worse than any in the current one."""
    ranks, current, rank = {}, [], 1
    for metric in sorted(range(len(values)), key=lambda k: -values[k]):
        if any(better[k][metric] for k in current):
            rank, current = rank + 1, []
        current.append(metric)
        ranks[metric] = rank
    return [ranks[k] for k in range(len(values))]


def sign_test(wins, losses):
    """P(at least so many wins) over all outcomes of as many fair coins."""
    number = wins + losses
    outcomes = [sum(toss) for toss in product([0, 1], repeat=number)]
    return sum(heads >= wins for heads in outcomes) / len(outcomes)
