"""Moved to `hyperbaton.limits`; what is left here goes with its last user."""

from hyperbaton.errors import OptionError
from hyperbaton.limits import *  # noqa: F403

MOST_PAIRS = 1 << 27  # of hypotheses and references at once: 1 GB of scores
MOST_DRAWS = 20_000_000_000  # resamples times segments: some minutes
MOST_CELLS = 1 << 28  # of an array of exchanges: 2 GB


def check_draws(samples: int, segments: int) -> None:
    """Refuses a resampling that would take hours.

    Raises:
        OptionError: there are too many resamples of so many segments.
    """
    if samples * segments > MOST_DRAWS:
        raise OptionError(
            f"samples: {samples} resamples of {segments} segments are too many; at most "
            f"{MOST_DRAWS // segments} are accepted for these"
        )


def check_pair_count(hypotheses: int, references: int, place: str = "") -> None:
    """Refuses pairs whose scores would not fit into memory.

    Raises:
        OptionError: there are too many.
    """
    if hypotheses * references > MOST_PAIRS:
        raise OptionError(
            f"{place}{hypotheses:,} hypotheses against {references:,} references are "
            f"{hypotheses * references:,} pairs; up to {MOST_PAIRS:,} are accepted at once: give "
            "some of the hypotheses at a time"
        )


def check_cells(samples: int, each: int) -> None:
    """Refuses exchanges whose results would not fit into memory.

    Raises:
        OptionError: there are too many of them.
    """
    if samples * each > MOST_CELLS:
        raise OptionError(
            f"samples: {samples} exchanges of so many systems and metrics are too many; at most "
            f"{MOST_CELLS // each} are accepted for these"
        )
