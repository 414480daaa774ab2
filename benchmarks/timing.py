"""Timing: the best of several runs, because other work on the machine only ever adds time."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

AT_LEAST_SECONDS = 0.3  # short work is repeated until so much time has gone


def best_seconds(work: Callable[[], Any], runs: int) -> float:
    best, total, done = float("inf"), 0.0, 0
    while done < runs or total < AT_LEAST_SECONDS:
        begin = time.perf_counter()
        work()
        taken = time.perf_counter() - begin
        best = min(best, taken)
        total += taken
        done += 1
    return best
