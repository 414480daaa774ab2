"""Timing: the best of several runs, because other work on the machine only ever adds time."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any


def best_seconds(work: Callable[[], Any], runs: int) -> float:
    taken = []
    for _ in range(runs):
        begin = time.perf_counter()
        work()
        taken.append(time.perf_counter() - begin)
    return min(taken)
