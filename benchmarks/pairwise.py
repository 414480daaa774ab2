"""All pairs of candidates and references, and minimum Bayes risk, against a loop over pairs.

`python benchmarks/pairwise.py --segments 10 --candidates 40` runs it by itself, in another size.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from text import load_pairs
from timing import best_seconds

import hyperbaton
from hyperbaton.metrics import as_metric
from hyperbaton.resources import resolve_threads

SEGMENTS = 100
CANDIDATES = 100
METRICS = ("chrf", "pef", "invwer")
LONGEST = 40  # words of a sentence that candidates are made of
LOOP_PAIRS = 150  # of which a loop over sentence_score sees a sample
EXACT = 60  # pairs whose scores are compared


def edited(words: list[str], others: list[str], rng: random.Random) -> list[str]:
    """A sentence as another sample of a system might have it: blocks moved, words exchanged."""
    made = list(words)
    for _ in range(rng.randint(0, 2)):
        a, b, c = sorted(rng.randrange(len(made) + 1) for _ in range(3))
        made[a:c] = made[b:c] + made[a:b]
    for _ in range(rng.randint(0, max(1, len(made) // 5))):
        place = rng.randrange(len(made))
        made[place : place + 1] = rng.choices(others, k=rng.choice((0, 1, 1, 2)))
        if not made:
            return list(words)
    return made


def make_lists(data: Path | None, segments: int, candidates: int) -> list[list[str]]:
    """Candidates of segments, made of real outputs."""
    rng = random.Random(1)
    outputs = [hypothesis.split() for hypothesis, _ in load_pairs(data)]
    outputs = [words for words in outputs if 5 <= len(words) <= LONGEST]
    others = sorted({word for words in outputs for word in words})
    return [
        [" ".join(edited(words, others, rng)) for _ in range(candidates)]
        for words in rng.choices(outputs, k=segments)
    ]


def loop_seconds(lists: Sequence[Sequence[str]], name: str) -> float:
    """What a pair takes in a loop over `sentence_score`."""
    rng = random.Random(2)
    metric = as_metric(name)
    chosen = [
        (texts, rng.choice(texts), rng.choice(texts)) for texts in rng.choices(lists, k=LOOP_PAIRS)
    ]
    seconds = best_seconds(lambda: [metric.sentence_score(h, [r]) for _, h, r in chosen], 3)
    return seconds / len(chosen)


def check_scores(lists: Sequence[Sequence[str]], name: str) -> None:
    """The scores are those of the loop, bit for bit."""
    metric = as_metric(name)
    texts = lists[0][: max(2, EXACT // 8)]
    matrix = hyperbaton.pairwise(texts, texts[:8], metric)
    for i, hypothesis in enumerate(texts):
        for j, reference in enumerate(texts[:8]):
            if matrix[i, j] != metric.sentence_score(hypothesis, [reference]).score:
                raise AssertionError(f"{name}: pair ({i}, {j}) differs")


def run_metric(lists: Sequence[Sequence[str]], name: str) -> dict[str, Any]:
    """The choice on all cores."""
    check_scores(lists, name)
    cores = resolve_threads(None)
    pairs = sum(len(texts) ** 2 for texts in lists)
    size = f"{len(lists[0])} candidates x {len(lists[0])} x {len(lists)} segments"
    each = loop_seconds(lists, name)
    seconds = best_seconds(lambda: hyperbaton.mbr(lists, name), 1)
    return {
        "what": f"mbr, {name}, {size}, {cores} cores",
        "against": "a loop over sentence_score, from a sample",
        "ratio": each * pairs / seconds,
        "per_second": pairs / seconds,
        "seconds": seconds,
        "scored": sum(choice.pairs for choice in hyperbaton.mbr(lists, name)) / pairs,
    }


def run(
    data: Path | None,
    segments: int = SEGMENTS,
    candidates: int = CANDIDATES,
    metrics: Sequence[str] = METRICS,
) -> list[dict[str, Any]]:
    lists = make_lists(data, segments, candidates)
    return [run_metric(lists, name) for name in metrics]


def main() -> None:
    """Runs this benchmark alone."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, help="a folder in the layout of WMT's metrics task")
    parser.add_argument("--segments", type=int, default=SEGMENTS)
    parser.add_argument("--candidates", type=int, default=CANDIDATES)
    parser.add_argument("--metrics", nargs="+", default=METRICS)
    given = parser.parse_args()
    for result in run(given.data, given.segments, given.candidates, given.metrics):
        more = "".join(
            f", {key} {result[key]:.3g}"
            for key in ("seconds", "per_second", "scored")
            if key in result
        )
        print(f"{result['ratio']:10.2f}x  {result['what']}, against {result['against']}{more}")


if __name__ == "__main__":
    main()
