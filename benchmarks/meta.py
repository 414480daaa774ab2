"""Meta-evaluation: resampling and tests against plain loops, reading and scoring of a test set.

Judgements come from a folder in the layout of WMT's metrics task where one is given; otherwise they
are drawn at random, as many as German–English had in 2013.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
from timing import best_seconds

from hyperbaton.meta import Preferences, SystemScorer, read_judged_sets
from hyperbaton.meta.measures import calibrate, count_rows, tau
from hyperbaton.meta.significance import compare_by_pairs, segment_bootstrap
from hyperbaton.meta.tuning import mixture_counts
from hyperbaton.metrics import as_metric

SYSTEMS, SEGMENTS, PAIRS = 17, 3000, 128_668
SAMPLES = 1000
LOOP_SAMPLES = 2  # of the plain loops, which take seconds each
PAIR = "de-en"


def random_judgements() -> tuple[Preferences, list[np.ndarray]]:
    random = np.random.default_rng(1)
    first = random.integers(0, SYSTEMS, PAIRS)
    second = (first + random.integers(1, SYSTEMS, PAIRS)) % SYSTEMS
    preferences = Preferences(
        tuple(f"s{k}" for k in range(SYSTEMS)),
        SEGMENTS,
        random.integers(0, SEGMENTS, PAIRS),
        first,
        second,
        random.choice([-1, 1], PAIRS),
    )
    return preferences, [random.normal(size=(SYSTEMS, SEGMENTS)) for _ in range(2)]


def real_judgements(data: Path) -> tuple[Preferences, list[np.ndarray], list[dict[str, Any]]]:
    (judged,) = read_judged_sets(str(data), [PAIR])
    metrics = [as_metric(name) for name in ("bleu", "chrf")]
    scores = SystemScorer(judged.data).score(metrics)
    outputs = len(judged.data.systems) * len(judged.data)
    reading = best_seconds(lambda: read_judged_sets(str(data), [PAIR]), 1)
    scoring = best_seconds(lambda: SystemScorer(judged.data).score(metrics), 1)
    rates = [
        {
            "what": f"judged pairs of {PAIR} read, with outputs",
            "per_second": len(judged.judgements.preferences) / reading,
        },
        {"what": "segments scored with bleu and chrf, from text", "per_second": outputs / scoring},
    ]
    segments = [found for metric in scores if (found := metric.segments) is not None]
    return judged.judgements.preferences, segments, rates


def bootstrap_ratio(preferences: Preferences, scores: np.ndarray) -> dict[str, Any]:
    rows = count_rows(preferences, scores)
    fast = best_seconds(lambda: segment_bootstrap([rows], tau, SAMPLES, 1), 3)
    listed = rows.tolist()
    drawn = np.random.default_rng(1).integers(0, len(rows), (LOOP_SAMPLES, len(rows))).tolist()

    def loop() -> None:
        for indices in drawn:
            totals = [sum(listed[k][column] for k in indices) for column in range(5)]
            tau(np.array(totals))

    return {
        "what": f"{SAMPLES} bootstrap resamples of tau over {len(rows)} segments",
        "against": "a plain Python loop over cached counts",
        "ratio": best_seconds(loop, 3) * SAMPLES / LOOP_SAMPLES / fast,
    }


def permutation_ratio(preferences: Preferences, scores: list[np.ndarray]) -> dict[str, Any]:
    fast = best_seconds(lambda: compare_by_pairs(preferences, scores, tau, SAMPLES, 1), 2)
    columns = (preferences.segment, preferences.first, preferences.second, preferences.sign)
    judged = list(zip(*(column.tolist() for column in columns), strict=True))
    one, other = (each.tolist() for each in scores)
    random = np.random.default_rng(1)

    def loop() -> None:
        swap = random.integers(0, 2, scores[0].shape).tolist()
        totals = [0, 0]
        for segment, first, second, human in judged:
            a = (other if swap[first][segment] else one)[first][segment]
            b = (other if swap[second][segment] else one)[second][segment]
            totals[0] += ((a > b) - (a < b)) * human
            c = (one if swap[first][segment] else other)[first][segment]
            d = (one if swap[second][segment] else other)[second][segment]
            totals[1] += ((c > d) - (c < d)) * human

    return {
        "what": f"{SAMPLES} exchanges of PERM-BOTH over {len(preferences)} judged pairs",
        "against": "a plain Python loop over judged pairs",
        "ratio": best_seconds(loop, 1) * SAMPLES / fast,
    }


def run(data: Path | None) -> list[dict[str, Any]]:
    results: list[dict[str, Any]] = []
    if data is None:
        preferences, scores = random_judgements()
    else:
        preferences, scores, results = real_judgements(data)
    results.append(bootstrap_ratio(preferences, scores[0]))
    results.append(permutation_ratio(preferences, scores))
    one, other = scores
    line_search = best_seconds(lambda: mixture_counts(preferences, one, other).value(tau).best(), 3)
    calibration = best_seconds(lambda: calibrate(preferences, scores[0]), 3)
    return [
        *results,
        {
            "what": "judged pairs through an exact line search",
            "per_second": len(preferences) / line_search,
        },
        {
            "what": "judged pairs through tie calibration",
            "per_second": len(preferences) / calibration,
        },
    ]
