"""The range of every number that a user may choose, in one place.

Ranges leave room for any real use, and keep a slip of the finger from running for days or filling
the memory. docs/reliability.md lists them; parameters of metrics have ranges of their own.
"""

from __future__ import annotations

from hyperbaton.checks import real, whole
from hyperbaton.errors import OptionError

THREADS = whole(1, 1024)
PROCESSES = whole(1, 1024)
SEED = whole(0, 2**32 - 1)
RESAMPLES = whole(40, 100_000)  # fewer do not show the tails of a 95 % interval
RESAMPLES_OR_NONE = whole(40, 100_000, also=0)
FOLDS = whole(2, 1000, also=0)
BOUND = real(-1e12, 1e12)  # of a parameter's range
PENALTY = real(0.0, 1e9)
MAX_WORDS = whole(0, 1_000_000)
SEGMENT = whole(1, 1_000_000_000)
WORST = whole(1, 1_000_000)
BASE = whole(0, 1)
WIDTH = whole(20, 10_000)
BEHIND = whole(1, 1_000_000_000)  # words a translator stays behind the source
PETS = whole(1, 10_000)
PET = whole(0, 10**4000)
SIMILARITY = real(0.0, 1.0)
COST = real(0.0, 1e12)
BATCH_ROWS = whole(1, 1_000_000)
PORT = whole(0, 65_535)
SERVED_WORDS = whole(1, 10_000)
SERVED_CHARACTERS = whole(1, 100_000_000)
SERVED_SECONDS = real(0.001, 86_400.0)
SERVED_REQUESTS = whole(1, 1000)

# In files.
IN_A_FILE = whole(-(10**18), 10**18)
RANK = whole(-1_000_000_000, 1_000_000_000)
RANKING = whole(-1, 10**18)
SCORE = real(-1e100, 1e100)

WEIGHT = real(0.0, 1e12)  # of a pseudo-reference
PER_SEGMENT = whole(1, 1_000_000)  # candidates

MOST_PAIRS = 1 << 27  # of hypotheses and references at once: 1 GB of scores


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
