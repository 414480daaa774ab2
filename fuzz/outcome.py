"""What a run of a target gave, read off what libFuzzer prints."""

from __future__ import annotations

import re
from dataclasses import asdict, dataclass
from typing import Any

_PROGRESS = re.compile(r"^#\d+\s.*?(?:cov: (\d+) )?(?:ft: (\d+) )?corp: (\d+)/", re.MULTILINE)
_EXECUTIONS = re.compile(r"^(?:stat::number_of_executed_units: |#)(\d+)", re.MULTILINE)
_WRITTEN = re.compile(r"Test unit written to (\S+)")
_REASONS = (
    re.compile(r"^\S+:\d+: (CHECK\(.*) failed$", re.MULTILINE),
    re.compile(r"(runtime error: .*)"),
    re.compile(r"^(\w+(?:\.\w+)*(?:Error|Exception|Warning)\b.*)$", re.MULTILINE),
    re.compile(r"^SUMMARY: (.*)$", re.MULTILINE),
)
LONGEST_REASON = 200


@dataclass(frozen=True)
class Outcome:
    """One target, fuzzed for some time.

    Attributes:
        target: its name.
        seconds: how long it ran.
        executions: how many inputs it was given.
        coverage: how many branches were taken by any of them.
        features: the same, with how often they were taken.
        inputs: how many inputs took a way that none before had taken.
        finding: the file with the input that broke a promise; empty without one.
        reason: what went wrong.
    """

    target: str
    seconds: float
    executions: int
    coverage: int
    features: int
    inputs: int
    finding: str = ""
    reason: str = ""

    @property
    def per_second(self) -> float:
        """Executions per second."""
        return self.executions / self.seconds if self.seconds else 0.0

    def to_dict(self) -> dict[str, Any]:
        """All of it, for JSON."""
        return {**asdict(self), "per_second": round(self.per_second, 1)}


def outcome_of(target: str, seconds: float, ended_well: bool, log: str) -> Outcome:
    """Reads what a target printed."""
    latest = (_PROGRESS.findall(log) or [("0", "0", "0")])[-1]
    coverage, features, inputs = (int(text or 0) for text in latest)
    executions = max((int(text) for text in _EXECUTIONS.findall(log)), default=0)
    figures = (target, round(seconds, 2), executions, coverage, features, inputs)
    if ended_well:
        return Outcome(*figures)
    written = _WRITTEN.findall(log)
    return Outcome(*figures, written[-1] if written else "no input was written", _reason(log))


def _reason(log: str) -> str:
    for pattern in _REASONS:
        found = pattern.findall(log)
        if found:
            return str(found[-1])[:LONGEST_REASON]
    return "it ended without a word"
