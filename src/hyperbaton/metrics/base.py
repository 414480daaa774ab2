"""What a metric is: a frozen value whose fields are its parameters.

A metric declares its name, what it needs, its range, direction and symmetry; the contract tests
hold every registered metric to these declarations. `str(metric)` is its canonical form, which
parses back to an equal metric; `metric.signature` names every parameter and the version.
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import MISSING, Field, dataclass, field, fields
from enum import Enum
from typing import Any, ClassVar, TypeAlias

import numpy as np
from numpy.typing import NDArray

from hyperbaton import __version__
from hyperbaton.errors import ParameterError

Scores: TypeAlias = NDArray[np.float64]
Statistics: TypeAlias = NDArray[np.float64]  # one row per segment, see Metric.statistic_names


class Need(Enum):
    """What a metric is computed from."""

    TEXT = "the text as it is"
    TOKENS = "words"
    ALIGNMENT = "an alignment of words"
    PERMUTATION = "a permutation, or an alignment of words"
    TREES = "dependency trees"


def parameter(
    default: Any,
    description: str,
    *,
    low: float | None = None,
    high: float | None = None,
    choices: tuple[str, ...] | None = None,
    common: bool = False,
) -> Any:
    """A metric's field: its default, one line of help and what is accepted.

    One that is common to many metrics is written after a metric's own.
    """
    metadata = {"description": description, "low": low, "high": high, "choices": choices}
    return field(default=default, metadata=metadata, kw_only=common)


def parameters(metric: Metric | type[Metric]) -> list[Field[Any]]:
    """The parameters of a metric, in the order in which they are written."""
    return sorted(fields(metric), key=lambda spec: spec.kw_only is True)


def accepted_values(spec: Field[Any]) -> str:
    """What a parameter accepts, in words."""
    if spec.metadata["choices"]:
        return "one of " + ", ".join(spec.metadata["choices"])
    if isinstance(spec.default, Metric):
        return "a metric"
    if isinstance(spec.default, bool):
        return "true or false"
    kind = "a whole number" if isinstance(spec.default, int) else "a number"
    low, high = spec.metadata["low"], spec.metadata["high"]
    if low is None and high is None:
        return kind
    if high is None:
        return f"{kind} from {low:g}"
    return f"{kind} from {low:g} to {high:g}"


@dataclass(frozen=True)
class Metric(ABC):
    """Base of all metrics; see the module's text.

    Class attributes:
        name: the name in metric strings.
        summary: one line that says what it measures.
        formula: the definition, in plain text.
        citations: the publications that define it.
        needs: what it is computed from.
        decimals: how many places are worth showing in a table.
    """

    name: ClassVar[str]
    summary: ClassVar[str]
    formula: ClassVar[str]
    citations: ClassVar[tuple[str, ...]]
    needs: ClassVar[frozenset[Need]]
    decimals: ClassVar[int] = 4

    def __post_init__(self) -> None:
        for spec in fields(self):
            object.__setattr__(self, spec.name, self._checked(spec, getattr(self, spec.name)))

    def _checked(self, spec: Field[Any], value: Any) -> Any:
        """The value in the type of the parameter's default, or an error that names it."""
        wanted = Metric if isinstance(spec.default, Metric) else type(spec.default)
        if wanted is float and isinstance(value, int) and not isinstance(value, bool):
            value = float(value)
        low, high = spec.metadata["low"], spec.metadata["high"]
        if (
            not isinstance(value, wanted)
            or (wanted is not bool and isinstance(value, bool))
            or (isinstance(value, float) and not math.isfinite(value))
            or (spec.metadata["choices"] and value not in spec.metadata["choices"])
            or (low is not None and value < low)
            or (high is not None and value > high)
        ):
            raise ParameterError(
                f"{self.name}: {spec.name} is {accepted_values(spec)}, got {format_value(value)}"
            )
        return value

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

    @abstractmethod
    def scores(self, statistics: Statistics) -> Scores:
        """The scores of rows of statistics, each of one segment or summed over many.

        A row of zeros, the sum over no segment, scores NaN.
        """

    def segment_scores(self, statistics: Statistics) -> Scores:
        """The scores of single segments, for metrics that smooth them in a way of their own."""
        return self.scores(statistics)

    @property
    def signature(self) -> str:
        """Everything that determines a score: all parameters and the version."""
        return f"{_call(self.name, self._arguments(explicit=True))}|hyperbaton:{__version__}"

    def __str__(self) -> str:
        return _call(self.name, self._arguments(explicit=False))

    def _arguments(self, *, explicit: bool) -> Iterator[tuple[str, str]]:
        for spec in parameters(self):
            value = getattr(self, spec.name)
            if explicit or spec.default is MISSING or value != spec.default:
                yield spec.name, format_value(value)


def divide(part: Scores, whole: Scores) -> Scores:
    """Quotients; NaN where the divisor is zero."""
    return np.divide(part, whole, out=np.full_like(part, np.nan), where=whole != 0)


def format_value(value: Any) -> str:
    """A parameter's value as it is written in a metric string."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float):
        return repr(value).removesuffix(".0")
    return str(value)


def _call(name: str, arguments: Iterator[tuple[str, str]]) -> str:
    inside = ",".join(f"{key}={value}" for key, value in arguments)
    return f"{name}({inside})" if inside else name
