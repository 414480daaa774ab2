"""What a version of the metric hyperbaton is: sub-parts of word choice and of word order, weighed.

The lexical part is a mean of its sub-parts, the order part one of its own, and the total is one of
both. No weight is negative, so a score never falls when a part rises.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar

from hyperbaton.evidence import Context, Evidence, Need
from hyperbaton.metrics.base import Scores


@dataclass(frozen=True)
class Parts:
    """What the score is made of, one entry per reference, each from 0 to 1.

    Attributes:
        lexical_parts: by name, the sub-parts of word choice.
        order_parts: by name, the sub-parts of word order.
        weights: by name, what each sub-part counts in its part; those of a part add up to 1.
        order_weight: what the order part counts in the total.
    """

    lexical_parts: Mapping[str, Scores]
    order_parts: Mapping[str, Scores]
    weights: Mapping[str, float]
    order_weight: float

    @cached_property
    def lexical(self) -> Scores:
        """The words and characters that are shared."""
        return self._mean(self.lexical_parts)

    @cached_property
    def order(self) -> Scores:
        """How far they are in the same order."""
        return self._mean(self.order_parts)

    @property
    def total(self) -> Scores:
        """Both parts together."""
        return (1.0 - self.order_weight) * self.lexical + self.order_weight * self.order

    def _mean(self, parts: Mapping[str, Scores]) -> Scores:
        weighted: Scores = sum(self.weights[name] * part for name, part in parts.items())  # type: ignore[assignment]
        return weighted


class Formula(ABC):
    """A version of the metric.

    Class attributes:
        needs: what it reads.
        lexical_names: the sub-parts of the lexical part.
        order_names: the sub-parts of the order part.
        order_weight: what the order part counts in the total.
        text: the definition, in plain text.
    """

    needs: ClassVar[frozenset[Need]]
    lexical_names: ClassVar[tuple[str, ...]]
    order_names: ClassVar[tuple[str, ...]]
    order_weight: ClassVar[float]
    text: ClassVar[str]

    @property
    def names(self) -> tuple[str, ...]:
        """All sub-parts."""
        return self.lexical_names + self.order_names

    def adapted(self, context: Context) -> Context:
        """The context in which this version scores."""
        return context

    @abstractmethod
    def parts(self, evidence: Evidence) -> Parts:
        """The parts against every reference."""

    def details(self, evidence: Evidence, reference: int) -> Mapping[str, Any]:
        """What else there is to say about the score of one segment against a reference."""
        return {}
