"""Measures of permutation trees: how words move in blocks, and blocks within blocks."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from hyperbaton.errors import NotationError
from hyperbaton.metrics import citations as papers
from hyperbaton.metrics.permutation_metric import PermutationMetric
from hyperbaton.values import parameter

OPERATOR_METRICS = ("kendall", "spearman", "footrule", "hamming", "ulam", "fuzzy")


@dataclass(frozen=True)
class Pef(PermutationMetric):
    """PEFscore, the recursive score of the whole permutation forest; see `formula`."""

    name = "pef"
    summary = "order of blocks within blocks, averaged over all permutation trees, times coverage"
    formula = (
        "as pet, but every block averages over all its split points with equal weight. Released "
        "variant: as pet's, averaged with equal weight over all permutation trees"
    )
    citations = (papers.STANOJEVIC_SIMAAN_2014,)

    beta: float = parameter(
        0.6, "weight of a node's own operator against its children", low=0.0, high=1.0
    )
    gamma: float = parameter(0.0, "score of an inverted operator ⟨2,1⟩", low=0.0, high=1.0)
    variant: str = parameter(
        "paper", "as published, or as released in software", choices=("paper", "released")
    )
    op: str | None = parameter(
        None,
        "metric that scores operators, in place of 1 if monotone, γ if inverted, 0 otherwise",
        choices=OPERATOR_METRICS,
        text="a metric",
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.variant == "released" and (self.beta == 0.0 or self.gamma == 1.0):
            raise NotationError(
                f"{self.name}: the released variant needs beta above 0 and gamma below 1, "
                "otherwise the inverted permutation scores like the identity; "
                f"got beta={self.beta:g}, gamma={self.gamma:g}"
            )
        if self.op is not None and (self.gamma != 0.0 or self.variant == "released"):
            raise NotationError(
                f"{self.name}: op={self.op} scores every operator, as published; "
                f"leave out gamma and variant=released; got {self}"
            )

    @property
    def range(self) -> tuple[float, float]:
        if self.variant == "paper":
            return 0.0, 1.0
        # Rescaling can take the released variant below zero for small beta.
        weight_of_inversion = self.beta * (1.0 - self.gamma)
        return -(1.0 - weight_of_inversion) / weight_of_inversion, 1.0

    @property
    def _scored_by(self) -> tuple[Any, ...]:
        if self.op is not None:
            return f"measured_{self.name}", self.beta, self.op
        variant = "released_" if self.variant == "released" else ""
        return f"{variant}{self.name}", self.beta, self.gamma


@dataclass(frozen=True)
class Pet(Pef):
    """PETscore, the same of the canonical permutation tree alone; see `formula`."""

    name = "pet"
    summary = "order of blocks within blocks, in the canonical permutation tree, times coverage"
    formula = (
        "score of the root of the canonical tree, whose chains branch to the left; a node scores "
        "op if its children are all single words, else β op + (1 - β) (mean score of its other "
        "children), with op = 1 if monotone, γ if inverted, 0 otherwise, or the score of the "
        "operator by another metric. Released variant: "
        "β op + (1 - β) Σ score × share of the span over all children, single words scoring 1, "
        "rescaled so that the inverted permutation scores 0"
    )


# Sizes of trees. Where the denominator vanishes (n = 2, or no prime operator possible) the
# permutation is fully factorised and scores 1.


@dataclass(frozen=True)
class PetSize(PermutationMetric):
    """|PET|: the number of nodes of a permutation tree."""

    name = "pet-size"
    summary = "how far the permutation factorises, by the nodes of its trees, times coverage"
    formula = "(nodes of a PET - 1) / (n - 2)"
    citations = (papers.STANOJEVIC_SIMAAN_2016,)


@dataclass(frozen=True)
class PetCount(PermutationMetric):
    """#PETs: the number of permutation trees."""

    name = "pet-count"
    summary = "how freely it can be bracketed, by the number of its trees, times coverage"
    formula = "(number of PETs - 1) / (number of PETs of the identity - 1)"
    citations = (papers.STANOJEVIC_SIMAAN_2016,)


@dataclass(frozen=True)
class MaxOp(PermutationMetric):
    """MAX|Op|: the longest operator of a permutation tree."""

    name = "max-op"
    summary = "longest stretch that does not factorise, times coverage"
    formula = "1 - (longest operator of a PET - 2) / (n - 2)"
    citations = (papers.STANOJEVIC_SIMAAN_2016,)


@dataclass(frozen=True)
class AvgOp(PermutationMetric):
    """The average operator length of a permutation tree."""

    name = "avg-op"
    summary = "average length of stretches that do not factorise, times coverage"
    formula = "1 - (mean operator length of a PET - 2) / (n - 2)"
    citations = (papers.STANOJEVIC_SIMAAN_2016,)


@dataclass(frozen=True)
class NonBinary(PermutationMetric):
    """The number of non-binary nodes of a permutation tree."""

    name = "non-binary"
    summary = "how few blocks neither keep nor invert the order, times coverage"
    formula = "1 - (PET nodes with more than two children) / ⌊(n - 1) / 3⌋"
    citations = (papers.STANOJEVIC_SIMAAN_2016,)
