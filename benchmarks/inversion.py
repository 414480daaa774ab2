"""The inversion edit distance: against the paper's chart in the same C++, and on all cores."""

from __future__ import annotations

import subprocess
import tempfile
from pathlib import Path
from typing import Any

import text
from timing import best_seconds

from hyperbaton import Preparation
from hyperbaton.metrics import as_metric
from hyperbaton.resources import resolve_threads

# On real outputs; the bundled corpus is scrambled on purpose, which is harder.
CHART_FLOORS = {12: 90.0, 25: 450.0, 35: 700.0, 50: 1100.0, 80: 2400.0}
MEMORY_CEILING = 50_000_000  # bytes at 100 words


def native(
    binary: Path, pairs: list[tuple[str, str]], floors: dict[int, float]
) -> list[dict[str, Any]]:
    with tempfile.TemporaryDirectory() as folder:
        for name, column in (("hypotheses", 0), ("references", 1)):
            lines = (" ".join(Preparation().split(pair[column])) for pair in pairs)
            (Path(folder) / name).write_text("\n".join(lines) + "\n", encoding="utf-8")
        command = [binary, f"{folder}/hypotheses", f"{folder}/references"]
        output = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    return [describe(line.split(), floors) for line in output.splitlines()]


def describe(fields: list[str], floors: dict[int, float]) -> dict[str, Any]:
    words, ours, chart, settled, memory, pairs, different = map(float, fields)
    result = {
        "what": f"inversion distance, {words:.0f} words ({pairs:.0f} pairs)",
        "per_second": ours,
        "settled_without_search": settled,
        "workspace_bytes": memory,
        "different_from_chart": different,
    }
    if chart > 0:
        result |= {
            "against": "the paper's chart in the same C++",
            "ratio": ours / chart,
            "at_least": floors.get(int(words)),
        }
    else:
        result |= {
            "what": f"{result['what']}, workspace in MB",
            "against": "a megabyte",
            "ratio": memory / 1e6,
            "at_most": MEMORY_CEILING / 1e6,
        }
    return result


def corpus(pairs: list[tuple[str, str]]) -> list[dict[str, Any]]:
    """Whole segments of any length through Python, on one core and on all."""
    some = text.repeated(pairs, 3000)
    invwer = as_metric("invwer")
    seconds = {}
    for threads in sorted({1, resolve_threads(None)}):
        evidence = text.words_of(some, Preparation(), threads)
        seconds[threads] = best_seconds(lambda evidence=evidence: invwer.statistics(evidence), 2)
    return [
        {
            "what": f"invwer of {len(some)} segments on {threads} cores",
            "per_second": len(some) / taken,
            "against": "one core",
            "ratio": seconds[1] / taken,
        }
        for threads, taken in seconds.items()
    ]


def run(binary: Path, data: Path | None) -> list[dict[str, Any]]:
    pairs = text.load_pairs(data)
    floors = {} if data is None else CHART_FLOORS
    return [*native(binary, pairs, floors), *corpus(pairs)]
