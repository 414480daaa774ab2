"""Permutation metrics: against the paper's chart, a bare C++ loop, and scipy.

Every ratio is measured in one run on the same permutations; absolute times mean little.
"""

from __future__ import annotations

import subprocess
import tempfile
from pathlib import Path
from typing import Any

import numpy as np
from scipy import stats
from timing import best_seconds

from hyperbaton import PermutationBatch, PermutationTree, metrics

ELEMENTS = 2_000_000
LENGTHS = (10, 25, 50, 100)
CHART_FLOORS = {25: 4.0, 50: 13.0, 100: 46.0}
BATCH_CEILING = 1.3
RUNS = 7
USES_TREES = "hyperbaton.metrics.tree_measures"


def translation_like(n: int, count: int, seed: int) -> PermutationBatch:
    """Identities with one to four blocks moved, which is what alignments of real text look like."""
    random = np.random.default_rng(seed)
    rows = np.tile(np.arange(n), (count, 1))
    for row, moves in zip(rows, random.integers(1, 5, count), strict=True):
        for a, b, c in np.sort(random.integers(0, n + 1, (moves, 3)), axis=1):
            row[a:c] = np.concatenate([row[b:c], row[a:b]])
    return PermutationBatch(rows.ravel(), np.arange(count + 1) * n)


def native_nanoseconds(binary: Path, batch: PermutationBatch) -> dict[str, float]:
    with tempfile.NamedTemporaryFile(suffix=".batch") as file:
        file.write(np.int64(len(batch)).tobytes())
        file.write(batch.offsets.tobytes())
        file.write(batch.values.tobytes())
        file.flush()
        output = subprocess.run([binary, file.name], check=True, capture_output=True, text=True)
    fields = (line.rsplit(" ", 1) for line in output.stdout.splitlines())
    return {name: float(nanoseconds) for name, nanoseconds in fields}


def python_nanoseconds(metric: str, batch: PermutationBatch) -> float:
    """Through the public batch interface, trees built anew each time, on one thread."""
    parsed = metrics.parse(metric)
    assert isinstance(parsed, metrics.PermutationMetric)

    def work() -> None:
        fresh = batch.part(0, len(batch)) if type(parsed).__module__ == USES_TREES else batch
        parsed.permutation_scores(fresh, threads=1)

    return 1e9 * best_seconds(work, RUNS) / len(batch)


def scipy_nanoseconds(batch: PermutationBatch) -> dict[str, float]:
    some = [batch[k] for k in range(min(len(batch), 1000))]
    identity = np.arange(len(some[0]))
    kendall = best_seconds(lambda: [stats.kendalltau(identity, pi) for pi in some], 3)
    spearman = best_seconds(lambda: [stats.spearmanr(identity, pi) for pi in some], 3)
    return {"kendall": 1e9 * kendall / len(some), "spearman": 1e9 * spearman / len(some)}


def million() -> dict[str, Any]:
    random = np.random.default_rng(1).permutation(1_000_000)
    batch = PermutationBatch(random, [0, len(random)])
    tree = metrics.parse("pet-size")
    assert isinstance(tree, metrics.PermutationMetric)
    tree_seconds = best_seconds(lambda: tree.permutation_scores(batch.part(0, 1)), 5)
    sort_seconds = best_seconds(lambda: np.sort(random), 5)
    return {
        "what": "decomposition of a random permutation of 10^6 elements",
        "seconds": tree_seconds,
        "against": "numpy.sort of the same array",
        "ratio": tree_seconds / sort_seconds,
        "object_seconds": best_seconds(lambda: PermutationTree.from_permutation(random), 1),
    }


def run(binary: Path) -> list[dict[str, Any]]:
    results: list[dict[str, Any]] = []
    for n in LENGTHS:
        batch = translation_like(n, ELEMENTS // n, seed=n)
        native = native_nanoseconds(binary, batch)
        chart = native.pop("chart")
        results.append(
            {
                "what": f"build and PEFscore, n = {n}",
                "nanoseconds": native["pef"],
                "against": "the paper's O(n^3) chart in the same C++",
                "ratio": chart / native["pef"],
                "at_least": CHART_FLOORS.get(n),
            }
        )
        for name, nanoseconds in native.items():
            through_python = python_nanoseconds(name, batch)
            results.append(
                {
                    "what": f"{name} through the Python batch interface, n = {n}",
                    "nanoseconds": through_python,
                    "against": "the bare C++ loop",
                    "ratio": through_python / nanoseconds,
                    "at_most": BATCH_CEILING,
                }
            )
        for name, nanoseconds in scipy_nanoseconds(batch).items():
            results.append(
                {
                    "what": f"{name}, n = {n}",
                    "nanoseconds": native[name],
                    "against": "scipy.stats, one call per permutation",
                    "ratio": nanoseconds / native[name],
                }
            )
    results.append(million())
    return results
