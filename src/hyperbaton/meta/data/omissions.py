"""What to do with judgements and outputs that cannot be used: stop, or leave out and count."""

from __future__ import annotations

from collections import Counter

from hyperbaton.errors import InputError

HINT = "leave such entries out with Omissions(skip=True), or --skip-missing"


class Omissions:
    """Refuses unusable entries, or counts those that are left out.

    Attributes:
        skip: whether entries may be left out.
        counts: how many were, by reason.
    """

    def __init__(self, *, skip: bool = False) -> None:
        self.skip = skip
        self.counts: Counter[str] = Counter()

    def add(self, reason: str, detail: str, number: int = 1) -> None:
        """Leaves out entries, or stops.

        Args:
            reason: the kind of problem, under which entries are counted.
            detail: the place and what is wrong there, for the error.
            number: how many entries are concerned.

        Raises:
            InputError: entries may not be left out.
        """
        if not self.skip:
            raise InputError(f"{detail}; {HINT}")
        self.counts[reason] += number

    def __str__(self) -> str:
        return ", ".join(f"{number} × {reason}" for reason, number in sorted(self.counts.items()))
