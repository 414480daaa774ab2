"""Scores that know where they come from."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Self

from hyperbaton.tables.layout import decimal

if TYPE_CHECKING:
    from hyperbaton.metrics.permutation_metric import PermutationMetric


@dataclass(frozen=True)
class TextScore:
    """A score as sacreBLEU's metrics return it; `float(score)` is the number.

    Attributes:
        name: the metric.
        score: the score.
        signature: everything that determines it.
        evidence: what is behind the score of a single segment, where there is more to say.
        decimals: how many places are worth showing.
    """

    name: str
    score: float
    signature: str
    evidence: Mapping[str, Any] = field(default_factory=dict)
    decimals: int = 4

    def __float__(self) -> float:
        return self.score

    def __str__(self) -> str:
        return f"{self.name} = {decimal(self.score, self.decimals)}"

    def __format__(self, spec: str) -> str:
        return format(self.score, spec) if spec else str(self)

    def to_dict(self) -> dict[str, Any]:
        """Everything, JSON-ready; a score that is not defined is None."""
        score = self.score if math.isfinite(self.score) else None
        return {**vars(self), "score": score, "evidence": dict(self.evidence)}

    def to_json(self, *, indent: int | None = None) -> str:
        """The same as a JSON document."""
        return json.dumps(self.to_dict(), ensure_ascii=False, indent=indent, allow_nan=False)

    def to_text(self) -> str:
        """The score and what is behind it, for people to read: a line for each thing.

        Words come with their counterparts and the credit they get for them, the more important
        ones first.
        """
        lines = [str(self)]
        for name, value in self.evidence.items():
            if isinstance(value, list) and all(isinstance(word, Mapping) for word in value):
                by_weight = sorted(value, key=lambda word: -word["weight"])
                lines.append(f"  {name.replace('_', ' ')}: {', '.join(map(_credited, by_weight))}")
            else:
                shown = decimal(value, 4) if isinstance(value, float) else value
                lines.append(f"  {name}: {shown}")
        return "\n".join(lines)


def _credited(word: Mapping[str, Any]) -> str:
    if word["counterpart"] is None:
        return f"{word['word']} (nothing)"
    if word["counterpart"] == word["word"]:
        return f"{word['word']} (same)"
    return f"{word['word']} ({word['counterpart']} {word['credit']:.2f})"


class PermutationScore(float):
    """The score of a permutation; in every other respect a float.

    Attributes:
        metric: the metric that gave it.
        evidence: the counts behind it, by name.
    """

    metric: PermutationMetric
    evidence: Mapping[str, float]

    def __new__(
        cls, score: float, metric: PermutationMetric, evidence: Mapping[str, float]
    ) -> Self:
        """A float with a metric and evidence."""
        made = super().__new__(cls, score)
        made.metric = metric
        made.evidence = evidence
        return made

    def __reduce__(self) -> tuple[type, tuple[float, PermutationMetric, Mapping[str, float]]]:
        return PermutationScore, (float(self), self.metric, self.evidence)
