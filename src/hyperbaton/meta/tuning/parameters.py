"""Parameters of metrics that can be tuned: numbers between bounds, also those of nested metrics."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from typing import Any, TypeVar

from hyperbaton.checks import BOUND
from hyperbaton.errors import OptionError
from hyperbaton.metrics import Metric

GRID = 100  # steps between the bounds
WIDEST = 100  # of a range in which a hundred steps find anything
Kind = TypeVar("Kind", bound=Metric)


@dataclass(frozen=True)
class Tunable:
    """A parameter of a metric and between which values it is tuned.

    Attributes:
        path: its name, after those of the metrics it is nested in: `order.beta`.
        low: the smallest value.
        high: the largest value.
        whole: whether it is an int.
    """

    path: str
    low: float
    high: float
    whole: bool

    @property
    def size(self) -> int:
        """How many values are tried."""
        return int(self.high - self.low) + 1 if self.whole else GRID + 1

    def value(self, step: int) -> float:
        """Returns the value at a step of the grid."""
        if self.whole:
            return int(self.low) + step
        return round(self.low + (self.high - self.low) * step / GRID, 12)

    def share(self, value: float) -> float:
        """Returns how far a value lies between the lowest, 0, and the highest, 1."""
        return (value - self.low) / (self.high - self.low)

    def applied(self, metric: Kind, value: float) -> Kind:
        """Returns the metric with the parameter at a value."""
        return _replaced(metric, self.path.split("."), int(value) if self.whole else value)


def tunable(
    metric: Metric, path: str, low: float | None = None, high: float | None = None
) -> Tunable:
    """Returns a parameter of a metric, between its own bounds or narrower ones.

    Raises:
        OptionError: the metric has no such parameter, it is not a number, or a bound is missing.
        NotationError: the metric does not accept a bound.
    """
    *outer, name = path.split(".")
    owner = metric
    for step in outer:
        inner = getattr(owner, step, None)
        if not isinstance(inner, Metric):
            raise OptionError(f"{owner.name} has no nested metric {step!r}")
        owner = inner
    specs = {spec.name: spec for spec in fields(owner)}
    if name not in specs:
        known = ", ".join(specs) or "none"
        raise OptionError(f"{owner.name} has no parameter {name!r}; it has {known}")
    spec = specs[name]
    if isinstance(spec.default, bool) or not isinstance(spec.default, int | float):
        raise OptionError(f"{owner.name}: {name} is not numeric and cannot be tuned")
    bounds = [
        spec.metadata[side] if given is None else BOUND.check(given, f"range of {name}")
        for side, given in (("low", low), ("high", high))
    ]
    whole, chosen = isinstance(spec.default, int), None not in (low, high)
    if None in bounds or not (whole or chosen or bounds[1] - bounds[0] <= WIDEST):
        raise OptionError(
            f"{owner.name}: {name} has no bounds of its own; give a low and a high one"
        )
    if not bounds[0] < bounds[1]:
        raise OptionError(f"range of {name}: {bounds[0]:g} is not below {bounds[1]:g}")
    found = Tunable(path, bounds[0], bounds[1], whole)
    for bound in (found.low, found.high):
        found.applied(metric, bound)
    return found


def _replaced(metric: Kind, path: list[str], value: Any) -> Kind:
    name, *inner = path
    changed = _replaced(getattr(metric, name), inner, value) if inner else value
    return replace(metric, **{name: changed})
