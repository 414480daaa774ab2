"""What a metric is: a frozen value whose fields are its parameters.

A metric declares its name, what it needs, its range, direction and symmetry; the contract tests
hold every registered metric to these declarations. `str(metric)` is its canonical form, which
parses back to an equal metric; `metric.signature` names every parameter and the version.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import wraps
from typing import Any, ClassVar, TypeAlias

import numpy as np
from numpy.typing import NDArray

from hyperbaton import __version__
from hyperbaton.errors import InputError
from hyperbaton.evidence import Need
from hyperbaton.values import Parametric

Scores: TypeAlias = NDArray[np.float64]
ScoreList: TypeAlias = NDArray[np.float64]
ScoreTable: TypeAlias = NDArray[np.float64]
Statistics: TypeAlias = NDArray[np.float64]  # see Metric.statistic_names

SCORING_METHODS = ("scores", "segment_scores", "segment_weights")
PREPARATION_IS_OF_A_RUN = (
    "text is prepared for a whole run: pass {0}=… to score, corpus_score or sentence_score, "
    "or --{0} on the command line"
)


@dataclass(frozen=True)
class Metric(Parametric):
    """Base of all metrics; see the module's text.

    Class attributes:
        name: the name in metric strings.
        summary: one line that says what it measures.
        formula: the definition, in plain text.
        citations: the publications that define it.
        decimals: how many places are worth showing in a table.
    """

    kind: ClassVar[str] = "metric"
    known_elsewhere_as: ClassVar[Mapping[str, str]] = {
        "tokenize": PREPARATION_IS_OF_A_RUN.format("tokenize"),
        "lowercase": PREPARATION_IS_OF_A_RUN.format("lowercase"),
    }

    formula: ClassVar[str]
    citations: ClassVar[tuple[str, ...]]
    decimals: ClassVar[int] = 4

    def __init_subclass__(cls, **keywords: Any) -> None:
        """Methods that score rows of statistics refuse rows of other columns."""
        for name in SCORING_METHODS:
            if name in vars(cls):
                setattr(cls, name, _of_columns(vars(cls)[name]))
        super().__init_subclass__(**keywords)

    @property
    @abstractmethod
    def needs(self) -> frozenset[Need]:
        """What it is computed from; it can read nothing else."""

    @property
    @abstractmethod
    def statistic_names(self) -> tuple[str, ...]:
        """The columns of a segment's statistics; they add up over segments."""

    @property
    def range(self) -> tuple[float, float]:
        """The lowest and the highest score there can be."""
        return 0.0, 1.0

    @property
    def higher_is_better(self) -> bool:
        """The direction of the score."""
        return True

    @property
    def symmetric(self) -> bool:
        """Whether exchanging hypothesis and reference never changes the score."""
        return True

    @property
    def heading(self) -> str:
        """What a column of its scores is headed."""
        return str(self)

    @abstractmethod
    def scores(self, statistics: Statistics) -> Scores:
        """The scores of rows of statistics, each of one segment or summed over many.

        A row of zeros, the sum over no segment, scores NaN.
        """

    def segment_scores(self, statistics: Statistics) -> Scores:
        """The scores of single segments, for metrics that smooth them in a way of their own."""
        return self.scores(statistics)

    def segment_weights(self, statistics: Statistics) -> Scores | None:
        """How much each segment counts in a mean of scores; None where all count alike."""
        return None

    @property
    def signature(self) -> str:
        """Everything about the metric that determines a score: all parameters and the version."""
        return f"{self.written(explicit=True)}|hyperbaton:{__version__}"


def _of_columns(method: Callable[..., Any]) -> Callable[..., Any]:
    @wraps(method)
    def score(self: Metric, statistics: Statistics) -> Any:
        names = self.statistic_names
        if statistics.shape[1] != len(names):
            raise InputError(
                f"statistics: expected {len(names)} columns, as {self.name} has them "
                f"({', '.join(names)}), got {statistics.shape[1]}"
            )
        return method(self, statistics)

    return score


def divide(part: Scores, whole: Scores) -> Scores:
    """Quotients; NaN where the divisor is zero."""
    return np.divide(part, whole, out=np.full_like(part, np.nan), where=whole != 0)
