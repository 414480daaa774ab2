"""Every metric by itself, from text to statistics, on one core."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any

from text import evidence_of, load_pairs, repeated
from timing import best_seconds

from hyperbaton import Preparation
from hyperbaton.metrics import METRICS, as_metric

SEGMENTS = 2000
# The parser takes the time, see parsing.py; so do links with the source, see bitext.py.
LEFT_OUT = ("dted", "literalness", "gratuitousness")
SLOW = {"invwer": "invwer(max_words=60)"}
# The same words for all, so that figures can be compared between metrics.
CONTEXT = Preparation.of(tokenize="unicode", lowercase=False)


def score(pairs: list[tuple[str, str]], metric: str) -> None:
    as_metric(metric).statistics(evidence_of(pairs, CONTEXT))


def run(data: Path | None) -> list[dict[str, Any]]:
    some = repeated(load_pairs(data), SEGMENTS)
    results = []
    for name in METRICS:
        if name not in LEFT_OUT:
            seconds = best_seconds(partial(score, some, SLOW.get(name, name)), 3)
            what = f"text to {SLOW.get(name, name)}, one core"
            results.append({"what": what, "per_second": len(some) / seconds})
    return results
