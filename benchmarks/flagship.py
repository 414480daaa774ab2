"""The metric hyperbaton from text to score, and the size of the wheel that carries its vectors."""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

import sacrebleu
from text import evidence_of, load_pairs, repeated
from timing import best_seconds

from hyperbaton import Preparation
from hyperbaton.metrics import as_metric

ROOT = Path(__file__).parents[1]
SEGMENTS = 20_000
PEER_SEGMENTS = 2000
PER_SECOND_FLOOR = 10_000
LARGEST_WHEEL = 15.0  # MB


def run_speed(pairs: list[tuple[str, str]]) -> list[dict[str, Any]]:
    """Segments a second on one core, everything from the text on computed anew, and a peer."""
    metric = as_metric("hyperbaton")

    def seconds(some: list[tuple[str, str]]) -> float:
        return best_seconds(lambda: metric.statistics(evidence_of(some, Preparation())), 3)

    many, few = repeated(pairs, SEGMENTS), repeated(pairs, PEER_SEGMENTS)
    hypotheses, references = map(list, zip(*few, strict=True))
    peer = sacrebleu.CHRF()
    theirs = best_seconds(lambda: peer.corpus_score(hypotheses, [references]), 1)
    return [
        {
            "what": f"hyperbaton of {SEGMENTS} segments from text, one core",
            "per_second": SEGMENTS / seconds(many),
            "at_least_per_second": PER_SECOND_FLOOR,
        },
        {
            "what": f"hyperbaton of {PEER_SEGMENTS} segments from text",
            "against": "sacreBLEU's chrF, which is one of its five parts",
            "ratio": theirs / seconds(few),
        },
    ]


def run_size() -> dict[str, Any]:
    """The base wheel, English vectors included, as a share of the largest that is allowed."""
    with tempfile.TemporaryDirectory() as folder:
        options = ["--quiet", "--no-deps", "--no-build-isolation", "--wheel-dir", folder]
        subprocess.run([sys.executable, "-m", "pip", "wheel", *options, str(ROOT)], check=True)
        (wheel,) = Path(folder).glob("*.whl")
        size = wheel.stat().st_size / 1e6
    return {
        "what": f"size of the base wheel, {size:.1f} MB",
        "against": f"{LARGEST_WHEEL:g} MB",
        "ratio": size / LARGEST_WHEEL,
        "at_most": 1.0,
    }


def run(data: Path | None) -> list[dict[str, Any]]:
    return [*run_speed(load_pairs(data)), run_size()]
