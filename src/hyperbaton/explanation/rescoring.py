"""Scores of segments whose words stand in another order, many at once.

A changed text is scored like any other, against the same references: aligned and, where a metric
wants trees, parsed again. Links that were given go along with the words that they link.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from hyperbaton.alignment.given import LinkStream
from hyperbaton.alignment.meteor_files import Match
from hyperbaton.errors import OptionError
from hyperbaton.evidence import Context, Evidence, Need, Output, TestSet
from hyperbaton.explanation.rearranging import Piece, rearranged
from hyperbaton.metrics import TextMetric
from hyperbaton.metrics.ngram.nist import Nist
from hyperbaton.parsing import GivenTrees
from hyperbaton.runtime.resources import Resources

Scores = dict[str, float | None]


@dataclass(frozen=True)
class Arrangement:
    """The words of one segment in another order.

    Attributes:
        segment: which segment, from 0.
        pieces: its words as they are written.
        order: their numbers, as they now stand.
    """

    segment: int
    pieces: Sequence[Piece]
    order: Sequence[int]

    @property
    def text(self) -> str:
        """The text."""
        return rearranged(self.pieces, self.order)


class Rescorer:
    """Scores the segments of one system as they are, and in other orders.

    Raises:
        OptionError: a metric weighs words by the whole test set.
    """

    def __init__(
        self,
        output: Output,
        test_set: TestSet,
        metrics: Sequence[TextMetric],
        context: Context,
        resources: Resources | None,
    ) -> None:
        for metric in metrics:
            if isinstance(metric, Nist):
                raise OptionError(
                    "nist: weighs words by the whole test set, so that one segment has no price"
                )
        self._output = output
        self._test_set = test_set
        self._metrics = metrics
        self._context = context
        self._resources = resources

    def present(self, segments: Sequence[int]) -> list[Scores]:
        """The scores of segments as they are."""
        texts = [self._output.texts[k] for k in segments]
        links = None if self._output.links is None else [None] * len(segments)
        trees = self._output.trees
        chosen = None if trees is None else [trees[k] for k in segments]
        return self._scored(segments, texts, links, chosen, self._metrics)

    def scores(self, arrangements: Sequence[Arrangement]) -> list[Scores]:
        """The scores of arrangements; None from metrics of trees that were given, not parsed."""
        if not arrangements:
            return []
        given_trees = isinstance(self._context.parser, GivenTrees)
        metrics = [m for m in self._metrics if not (given_trees and Need.TREES in m.needs)]
        links = None if self._output.links is None else [each.order for each in arrangements]
        texts = [each.text for each in arrangements]
        found = self._scored([each.segment for each in arrangements], texts, links, None, metrics)
        return [{str(metric): row.get(str(metric)) for metric in self._metrics} for row in found]

    def _scored(
        self,
        segments: Sequence[int],
        texts: Sequence[str],
        orders: Sequence[Sequence[int] | None] | None,
        trees: Sequence[object] | None,
        metrics: Sequence[TextMetric],
    ) -> list[Scores]:
        streams = None if orders is None else list(self._links(segments, orders))
        output = Output(texts, links=streams, trees=trees)  # type: ignore[arg-type]
        test_set = self._test_set.chosen(segments)
        context = self._context
        if trees is None and isinstance(context.parser, GivenTrees):
            context = replace(context, parser=Context().parser)
        evidence = Evidence(test_set, output, context, self._resources)
        columns = [metric.segment_scores(metric.statistics(evidence)) for metric in metrics]
        return [
            {
                str(metric): None if math.isnan(column[k]) else float(column[k])
                for metric, column in zip(metrics, columns, strict=True)
            }
            for k in range(len(texts))
        ]

    def _links(
        self, segments: Sequence[int], orders: Sequence[Sequence[int] | None]
    ) -> Iterator[LinkStream]:
        """The links that were given, moved with their words."""
        for stream in self._output.links or ():
            moved: list[tuple[Match, ...] | None] = []
            for segment, order in zip(segments, orders, strict=True):
                matches = stream.segments[segment]
                whole = matches is None or order is None
                moved.append(matches if whole else tuple(_moved(matches or (), order or ())))
            yield LinkStream(stream.name, moved)


def _moved(matches: Sequence[Match], order: Sequence[int]) -> Iterator[Match]:
    """Matches of words that stand in another order; one of several words is taken apart."""
    place = {token: k for k, token in enumerate(order)}
    for match in matches:
        for k in range(min(match.hypothesis_length, match.reference_length)):
            yield match._replace(
                hypothesis_start=place[match.hypothesis_start + k],
                hypothesis_length=1,
                reference_start=match.reference_start + k,
                reference_length=1,
            )
