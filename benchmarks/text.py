"""Metrics of text: error rates and n-grams against their peers, resampling against a loop.

Real pairs come from a folder in the layout of WMT's metrics task where one is given, otherwise from
the bundled corpus.
"""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import rapidfuzz
import sacrebleu
from timing import best_seconds

from hyperbaton import Output, Preparation, TestSet
from hyperbaton.evidence import Evidence
from hyperbaton.metrics import as_metric
from hyperbaton.scoring import resampling

DEMO = Path(__file__).parents[1] / "demo" / "en"
PEER_SEGMENTS = 2000  # of which the slow peers see all, once
SEGMENTS = 60_000
RATES = ("wer", "per", "cder", "ter")
PER_SECOND_FLOOR = {"wer": 100_000, "per": 100_000, "cder": 100_000}
TER_FLOOR = 50.0


def lines(path: Path) -> list[str]:
    return path.read_text(encoding="utf-8").split("\n")[:-1]


def load_pairs(data: Path | None) -> list[tuple[str, str]]:
    """Hypotheses with their references: of all German–English systems of WMT13, or our own."""
    if data is None:
        reference = lines(DEMO / "reference.txt")
        systems = [lines(DEMO / f"{name}.txt") for name in ("loom", "calque", "tangle")]
    else:
        reference = lines(data / "references" / "de-en.refA.txt")
        folder = data / "system-outputs" / "de-en"
        systems = [lines(path) for path in sorted(folder.glob("*.txt"))]
    return [pair for system in systems for pair in zip(system, reference, strict=True) if pair[0]]


def evidence_of(
    pairs: list[tuple[str, str]], preparation: Preparation, threads: int = 1
) -> Evidence:
    """Evidence before anything is computed."""
    hypotheses, references = map(list, zip(*pairs, strict=True))
    return Evidence(TestSet([references]), Output(hypotheses), preparation, threads)


def words_of(pairs: list[tuple[str, str]], preparation: Preparation, threads: int = 1) -> Evidence:
    """The same with words split and numbered, before any clock starts."""
    evidence = evidence_of(pairs, preparation, threads)
    if len(evidence.arrays.groups) != len(pairs) + 1:
        raise AssertionError("every pair has one reference")
    return evidence


def repeated(pairs: list[tuple[str, str]], count: int) -> list[tuple[str, str]]:
    return (pairs * (count // len(pairs) + 1))[:count]


def run_rates(pairs: list[tuple[str, str]]) -> list[dict[str, Any]]:
    """Segments a second on one core, from words to statistics, and ratios to peers."""
    results = []
    evidence = words_of(repeated(pairs, SEGMENTS), Preparation())
    length = float(evidence.mean_lengths.mean())
    for name in RATES:
        seconds = best_seconds(partial(as_metric(name).statistics, evidence), 3)
        results.append(
            {
                "what": f"{name}, segments of {length:.1f} words, one core",
                "per_second": len(evidence) / seconds,
                "at_least_per_second": PER_SECOND_FLOOR.get(name),
            }
        )
    results.append(against_sacrebleu_ter(pairs))
    results.append(against_rapidfuzz(evidence))
    return results


def against_sacrebleu_ter(pairs: list[tuple[str, str]]) -> dict[str, Any]:
    some = repeated(pairs, PEER_SEGMENTS)
    split = Preparation().split
    joined = [tuple(" ".join(split(text)) for text in pair) for pair in some]
    evidence = words_of([(h, r) for h, r in joined], Preparation("none"))
    ter = as_metric("ter")
    ours = best_seconds(lambda: ter.statistics(evidence), 5)
    peer = sacrebleu.TER(case_sensitive=True)
    hypotheses, references = map(list, zip(*joined, strict=True))
    theirs: list[Any] = []
    peer_seconds = best_seconds(
        lambda: theirs.append(peer.corpus_score(hypotheses, [references]).score), 1
    )
    score = ter.scores(ter.statistics(evidence).sum(axis=0, keepdims=True))[0]
    return {
        "what": f"ter of {len(some)} segments",
        "against": "sacreBLEU's TER on the same words",
        "ratio": peer_seconds / ours,
        "at_least": TER_FLOOR,
        "same_score": bool(abs(score - theirs[0]) < 1e-9),
    }


def against_rapidfuzz(evidence: Evidence) -> dict[str, Any]:
    wer = as_metric("wer")
    ours = best_seconds(lambda: wer.statistics(evidence), 3)
    pairs = list(zip(evidence.tokens, evidence.reference_tokens, strict=True))
    distance = rapidfuzz.distance.Levenshtein.distance
    theirs = best_seconds(lambda: [distance(h, r) for h, r in pairs], 3)
    return {
        "what": "wer",
        "against": "RapidFuzz's Levenshtein distance on lists of words",
        "ratio": theirs / ours,
    }


def run_resampling(pairs: list[tuple[str, str]]) -> list[dict[str, Any]]:
    """A thousand resamples by matrix product against a plain loop over segments."""
    metric = as_metric("ter")
    statistics = metric.statistics(words_of(repeated(pairs, 3000), Preparation()))
    fast = best_seconds(lambda: resampling.bootstrap([(metric, statistics)], 1000, 1), 3)
    rows = statistics.tolist()
    drawn = np.random.default_rng(1).integers(0, len(rows), (20, len(rows))).tolist()

    def loop() -> None:
        for indices in drawn:
            totals = [sum(rows[k][column] for k in indices) for column in range(3)]
            metric.scores(np.array([totals]))

    return [
        {
            "what": "1000 bootstrap resamples of 3000 segments",
            "against": "a plain Python loop",
            "ratio": 50 * best_seconds(loop, 3) / fast,
        }
    ]


def run(data: Path | None) -> list[dict[str, Any]]:
    pairs = load_pairs(data)
    return [*run_rates(pairs), *run_resampling(pairs)]
