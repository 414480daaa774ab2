"""What one request may ask for, and how many may be answered at once."""

from __future__ import annotations

from dataclasses import dataclass

from hyperbaton.checks import check_fields
from hyperbaton.limits import (
    SERVED_CHARACTERS,
    SERVED_REQUESTS,
    SERVED_SECONDS,
    SERVED_WORDS,
)

MOST_REFERENCES = 8
MOST_METRICS = 12


@dataclass(frozen=True)
class Limits:
    """Bounds on requests.

    Attributes:
        words: of the output and of each reference.
        characters: of a whole request.
        seconds: until an answer is given up.
        requests: that are answered at the same time; more are turned away.
    """

    words: int = 200
    characters: int = 64_000
    seconds: float = 20.0
    requests: int = 4

    def __post_init__(self) -> None:
        check_fields(
            self,
            words=SERVED_WORDS,
            characters=SERVED_CHARACTERS,
            seconds=SERVED_SECONDS,
            requests=SERVED_REQUESTS,
        )
