"""Accuracy with tie calibration, acc*eq (Deutsch, Foster & Freitag 2023).

A metric is credited for ties that people see too. Metrics that never tie get them by a threshold:
outputs whose scores differ by at most ε count as tied, with the ε that makes accuracy largest. All
ε that matter are differences of judged pairs, so one sort and one cumulative sum find the best.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from hyperbaton.meta.agreement.group_sums import group_sums
from hyperbaton.meta.agreement.pair_counts import metric_differences
from hyperbaton.meta.data.judgements import Preferences
from hyperbaton.metrics.base import Scores


@dataclass(frozen=True)
class Calibration:
    """The best threshold.

    Attributes:
        epsilon: differences up to it count as ties; the smallest one that is best.
        accuracy: the mean over segments of the share of pairs that are then right.
    """

    epsilon: float
    accuracy: float


def calibrate(preferences: Preferences, scores: Scores) -> Calibration:
    """The threshold with the highest accuracy, averaged over judged segments."""
    if len(preferences) == 0:
        return Calibration(np.nan, np.nan)
    differences = metric_differences(preferences, scores)
    weights = _weights(preferences)
    magnitudes = np.abs(differences)
    right = np.sign(differences) == preferences.sign
    right_if_tied = preferences.sign == 0
    order = np.argsort(magnitudes, kind="stable")
    gains = weights[order] * (right_if_tied[order].astype(np.float64) - right[order])
    # From no threshold at all to one that ties everything; pairs equally far apart tie together.
    thresholds = np.concatenate([[0.0], magnitudes[order]])
    values = (weights * right).sum() + np.concatenate([[0.0], np.cumsum(gains)])
    last = np.append(thresholds[1:] != thresholds[:-1], True)
    best = int(np.argmax(values[last]))
    epsilon = float(thresholds[last][best])
    total, segments = calibrated_rows(preferences, scores, epsilon).sum(axis=0)
    return Calibration(epsilon, float(total / segments))


def calibrated_rows(preferences: Preferences, scores: Scores, epsilon: float) -> Scores:
    """For every segment its accuracy at a threshold, and 1; two zeros for one without pairs."""
    differences = metric_differences(preferences, scores)
    signs = np.where(np.abs(differences) <= epsilon, 0.0, np.sign(differences))
    right = (signs == preferences.sign).astype(np.float64)
    pairs = group_sums(preferences.segment, preferences.segments)
    hits = group_sums(preferences.segment, preferences.segments, right)
    return np.column_stack([hits / np.maximum(pairs, 1), pairs > 0])


def _weights(preferences: Preferences) -> Scores:
    """What one pair adds to the mean over segments."""
    pairs = group_sums(preferences.segment, preferences.segments)
    return 1.0 / (pairs[preferences.segment] * np.count_nonzero(pairs))
