"""What one request may ask for, and how many may be answered at once."""

from __future__ import annotations

from dataclasses import asdict, dataclass

from hyperbaton.errors import OptionError

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
        for name, value in asdict(self).items():
            if not 0 < value < 1_000_000_000:
                raise OptionError(f"{name}: a number above 0 is accepted, got {value!r}")
