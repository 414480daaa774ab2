"""From raw text to scores of word order, on one core, and how long the command takes to start."""

from __future__ import annotations

import resource
import subprocess
import sys
from pathlib import Path
from typing import Any

import sacrebleu
from text import DEMO, evidence_of, load_pairs, repeated
from timing import best_seconds

from hyperbaton import Aligner, MeteorAligner, Preparation
from hyperbaton.metrics import as_metric

SEGMENTS = 20_000
PEER_SEGMENTS = 1000
METRICS = ("kendall", "pef", "pet-size")
PER_SECOND_FLOOR = 20_000
SECONDS_TO_START = 0.5


def score(pairs: list[tuple[str, str]], aligner: Aligner) -> None:
    """Everything there is to do: words, alignments, permutations, scores."""
    evidence = evidence_of(pairs, Preparation(aligner=aligner))
    for name in METRICS:
        as_metric(name).statistics(evidence)


def run_text_to_scores(pairs: list[tuple[str, str]]) -> list[dict[str, Any]]:
    some = repeated(pairs, SEGMENTS)
    words = sum(len(reference.split()) for _, reference in some) / len(some)
    seconds = {
        aligner.name: best_seconds(lambda aligner=aligner: score(some, aligner), 3)
        for aligner in (Aligner(), MeteorAligner())
    }
    what = f"text of {words:.1f} words to {', '.join(METRICS)}, exact+stem+synonym, one core"
    few = some[:PEER_SEGMENTS]
    peer = best_seconds(lambda: [sacrebleu.sentence_bleu(h, [r]) for h, r in few], 1)
    return [
        {
            "what": what,
            "per_second": len(some) / seconds["best"],
            "at_least_per_second": PER_SECOND_FLOOR,
        },
        {"what": f"{what}, aligner meteor", "per_second": len(some) / seconds["meteor"]},
        {
            "what": what,
            "against": "sacreBLEU's sentence BLEU",
            "ratio": peer / len(few) / (seconds["best"] / len(some)),
        },
    ]


def run_start() -> dict[str, Any]:
    """Processor time of a whole run over the bundled corpus."""
    files = [str(DEMO / "reference.txt"), "-i", str(DEMO / "loom.txt")]
    command = [sys.executable, "-m", "hyperbaton", "score", *files, "-q", "-m", *METRICS]
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    used = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return {
        "what": f"start to end of 'hyperbaton score -m {' '.join(METRICS)}' on the bundled corpus",
        "against": f"{SECONDS_TO_START} s of processor time",
        "ratio": used / SECONDS_TO_START,
        "at_most": 1.0,
    }


def run(data: Path | None) -> list[dict[str, Any]]:
    return [*run_text_to_scores(load_pairs(data)), run_start()]
