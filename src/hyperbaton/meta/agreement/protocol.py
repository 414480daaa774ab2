"""How agreement with people is measured, and what comes out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from hyperbaton.checks import as_index, check_fields, check_same_number
from hyperbaton.errors import OptionError
from hyperbaton.limits import RESAMPLES_OR_NONE, SEED
from hyperbaton.meta.significance.comparison import clusters
from hyperbaton.meta.statistic_names import LEVELS, STATISTICS
from hyperbaton.metrics.base import ScoreList, Scores, ScoreTable
from hyperbaton.scoring.resampling import Interval

TESTS = ("permutation", "bootstrap", "none")


@dataclass(frozen=True)
class Protocol:
    """How agreement is measured.

    Attributes:
        level: "segment" or "system".
        statistic: its name, see `hyperbaton.meta.statistic_names`.
        human: people's scores of systems, and of outputs for Pearson's r of segments, see
            `SYSTEM_RANKINGS`; by default their scores, or the ratio of wins where there are none.
        judged_only: whether metrics score systems on judged outputs alone.
        test: "permutation" (PERM-BOTH), "bootstrap" or "none".
        unit: what the bootstrap of systems draws, a "segment" or a "judgement".
        samples: how many resamples and exchanges; 0 for neither intervals nor tests.
        seed: where random numbers start.
    """

    level: str = "segment"
    statistic: str = "tau"
    human: str | None = None
    judged_only: bool = False
    test: str = "permutation"
    unit: str = "segment"
    samples: int = 1000
    seed: int = 12345

    def __post_init__(self) -> None:
        _check("level", self.level, LEVELS)
        _check(f"statistic of {self.level}s", self.statistic, STATISTICS[self.level])
        _check("test", self.test, TESTS)
        check_fields(self, samples=RESAMPLES_OR_NONE, seed=SEED)


@dataclass(frozen=True, eq=False)
class Agreement:
    """How well metrics agree with people on one language pair.

    Attributes:
        pair: the language pair.
        protocol: how it was measured.
        metrics: the names of the metrics.
        values: the statistic of each; NaN where it is not defined.
        reasons: why it is not, for such metrics.
        systems: how many systems took part.
        pairs: how many judged pairs, of outputs or of systems.
        intervals: 95 % bootstrap intervals, where asked for.
        samples: the statistic on every resample, one row per metric, where asked for.
        p_values: that metric i (row) agrees better than metric j (column), where asked for.
    """

    pair: str
    protocol: Protocol
    metrics: tuple[str, ...]
    values: ScoreList
    reasons: tuple[str | None, ...]
    systems: int
    pairs: int
    intervals: tuple[Interval, ...] | None = None
    samples: Scores | None = None
    p_values: ScoreTable | None = None

    def __post_init__(self) -> None:
        check_same_number(metrics=self.metrics, values=self.values, reasons=self.reasons)
        for name in ("intervals", "samples", "p_values"):
            if getattr(self, name) is not None:
                check_same_number(metrics=self.metrics, **{name: getattr(self, name)})

    @property
    def clusters(self) -> list[int | None]:
        """Ranks of metrics, those that do not differ sharing one; None where not tested."""
        if self.p_values is None:
            return [None] * len(self.metrics)
        return clusters(self.values, self.p_values)

    def why(self, k: int) -> str | None:
        """Why the value of a metric, its interval or all its tests are undefined, if they are."""
        k = as_index(k, len(self.metrics), "k")
        if self.reasons[k]:
            return self.reasons[k]
        found = [] if self.intervals is None else [self.intervals[k].note]
        if self.p_values is not None and self.clusters[k] is None and len(self.metrics) > 1:
            found.append("no test against another metric is defined")
        return "; ".join(reason for reason in found if reason) or None


def _check(what: str, value: str, accepted: Sequence[str]) -> None:
    if value not in accepted:
        raise OptionError(f"{what}: {', '.join(accepted)} are accepted, got {value!r}")
