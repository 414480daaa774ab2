"""How many hostile inputs were tried, by class, and what each gave."""

from __future__ import annotations

from collections import Counter, defaultdict

OUTCOMES = {0: "succeeded", 2: "refused", 130: "interrupted", 143: "terminated", 129: "hung up"}
TALLY: dict[str, Counter[str]] = defaultdict(Counter)


def count(kind: str, outcome: int | str) -> None:
    """Counts one input of a class; an outcome is an exit code, or words."""
    TALLY[kind][OUTCOMES.get(outcome, str(outcome)) if isinstance(outcome, int) else outcome] += 1


def lines() -> list[str]:
    """One line for each class."""
    return [
        f"{kind:<16} {sum(outcomes.values()):>7,}  "
        + ", ".join(f"{number:,} {outcome}" for outcome, number in outcomes.most_common())
        for kind, outcomes in sorted(TALLY.items())
    ]
