"""DTED: the edit distance between dependency trees."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from hyperbaton.evidence import Evidence, Need
from hyperbaton.evidence.evidence import ComparedTrees, Links
from hyperbaton.metrics import citations as papers
from hyperbaton.metrics.base import Metric, Scores, Statistics, best_rows, divide
from hyperbaton.trees.batch import TreeBatch
from hyperbaton.trees.edit_distance import OrderedTrees, gains_of_one_move, largest_mappings
from hyperbaton.values import parameter


@dataclass(frozen=True)
class Dted(Metric):
    """Edit distance between dependency trees, to the best reference; see `formula`.

    A match costs 1 as well as a deletion, so that with m matches dist = h + r - m and identical
    trees score 0.5; `scale=unit` scores 2 m / (h + r) instead. Two empty trees score NaN.

    With `movement`, one whole subtree may move to where the other tree has one of the same shape,
    for `movement` × (1 + d) if it moves d places to the left or right in post-order. Its nodes then
    match, and the rest is compared without it. The best such move counts, if it saves anything.

    Several sentences or roots of a segment are put under one artificial root on both sides, which
    is not counted. Labels do not count, as in the paper.
    """

    name = "dted"
    summary = "edit distance between dependency trees"
    formula = (
        "1 - dist / (h + r), where dist is the least number of matches and deletions that turn the "
        "ordered tree of the hypothesis, of h nodes, into that of the reference, of r; the mean of "
        "segments, weighted on request by the share of words of both sides that are aligned"
    )
    citations = (papers.MCCAFFERY_NEDERHOF_2016,)
    columns = 4  # weighted score, weight, score, segments

    head: str = parameter(
        "drop", "whether a head is also a leaf among its dependents", choices=("drop", "inline")
    )
    flat: bool = parameter(False, "make each word the only child of its predecessor")
    scale: str = parameter(
        "paper", "identical trees score 0.5 (paper) or 1 (unit)", choices=("paper", "unit")
    )
    weighted: bool = parameter(False, "weight segments by their share of aligned words")
    movement: float | None = parameter(
        None, "let one subtree move, at this price per place", low=0.0, high=1000.0
    )

    @property
    def needs(self) -> frozenset[Need]:
        return frozenset({Need.TREES, Need.TREE_ALIGNMENT} if self.weighted else {Need.TREES})

    @property
    def range(self) -> tuple[float, float]:
        return (0.0, 1.0) if self.scale == "unit" else (0.0, 0.5)

    def segment_scores(self, statistics: Statistics) -> Scores:
        return divide(statistics[:, 2], statistics[:, 3])

    def segment_weights(self, statistics: Statistics) -> Scores | None:
        return statistics[:, 1] if self.weighted else None

    def _statistics(self, evidence: Evidence) -> Statistics:
        trees = evidence.trees
        scores = self.tree_scores(trees, threads=evidence.threads)
        weights = np.ones_like(scores)
        if self.weighted:
            weights = aligned_shares(trees, evidence.tree_links)
        rows = statistics_of(scores, weights)
        return rows[best_rows(self.segment_scores(rows), evidence.groups, rows)]

    def tree_scores(self, trees: ComparedTrees, *, threads: int | None = None) -> Scores:
        """The scores of trees against trees; NaN for two empty ones."""
        hypotheses, references = map(self._ordered, trees)
        nodes = (hypotheses.nodes + references.nodes).astype(np.float64)
        matches = largest_mappings(hypotheses, references, threads=threads)
        distances = nodes - matches
        if self.movement is not None:
            distances -= gains_of_one_move(hypotheses, references, matches, self.movement)
        scores = 1.0 - divide(distances, nodes)  # equation 1 of the paper
        return 2.0 * scores if self.scale == "unit" else scores

    def _ordered(self, trees: TreeBatch) -> OrderedTrees:
        return OrderedTrees(trees.flattened() if self.flat else trees, head=self.head)


def aligned_shares(trees: ComparedTrees, links: Sequence[Links]) -> Scores:
    """Equation 3 of the paper: the share of the words of both sides that are aligned, or 0."""
    aligned = [len({h for h, _ in pairs}) + len({r for _, r in pairs}) for pairs in links]
    words = trees.hypotheses.words.lengths + trees.references.words.lengths
    return np.nan_to_num(divide(np.array(aligned, np.float64), words))


def statistics_of(scores: Scores, weights: Scores) -> Statistics:
    """Rows that add up over segments; zeros where the score is not defined."""
    defined = ~np.isnan(scores)
    known, used = np.where(defined, [scores, weights], 0.0)
    return np.column_stack([known * used, used, known, defined])
