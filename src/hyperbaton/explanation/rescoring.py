"""Scores of segments whose words stand in another order, many at once.

A changed text is scored like any other, against the same references: aligned and, where a metric
wants trees, parsed again. Links that were given go along with the words that they link.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np

from hyperbaton.alignment.given import LinkStream
from hyperbaton.alignment.meteor_files import Match
from hyperbaton.evidence import Evidence, Need, Output
from hyperbaton.metrics import Metric
from hyperbaton.metrics.base import Statistics
from hyperbaton.resources import Resources
from hyperbaton.text.tokenizers import has_unspaced_script

Scores = dict[str, float | None]
Key = tuple[int, tuple[int, ...]]  # a segment, and the order of its words


class Piece(NamedTuple):
    """A word as it is written in its text, and whether a space stands before it."""

    text: str
    spaced: bool


def pieces_of(text: str, tokens: Sequence[str]) -> list[Piece]:
    """The stretch of a text that each of its tokens comes from, in order.

    Tokens may be in lower case where the text is not. Where they are otherwise not those of the
    text, because a tokenizer rewrote them, the tokens themselves are the pieces, with spaces.
    """
    found: list[Piece] = []
    lowered = text.lower()
    searched = lowered if len(lowered) == len(text) else text
    place = 0
    for token in tokens:
        begin = text.find(token, place)
        if begin < 0 or text[place:begin].strip():
            begin = searched.find(token.lower(), place)
        gap = text[place:begin]
        if begin < 0 or gap.strip():
            return [Piece(each, True) for each in tokens]
        found.append(Piece(text[begin : begin + len(token)], bool(gap)))
        place = begin + len(token)
    return [Piece(each, True) for each in tokens] if text[place:].strip() else found


def rearranged(pieces: Sequence[Piece], order: Sequence[int]) -> str:
    """The pieces in another order, each with the space that stood before it.

    A piece also gets one where it would grow together with a new neighbour: a word that stood after
    an opening bracket, or the bracket with its word.
    """
    written: list[str] = []
    for place, k in enumerate(order):
        spaced = pieces[k].spaced
        if not spaced and place > 0 and order[place - 1] != k - 1:
            after = order[place + 1] if place + 1 < len(order) else -1
            holds_next = after == k + 1 and not pieces[after].spaced
            spaced = _would_join(pieces[order[place - 1]].text, pieces[k].text, holds_next)
        written.append(f" {pieces[k].text}" if spaced else pieces[k].text)
    return "".join(written).strip()


def _would_join(before: str, text: str, holds_next: bool) -> bool:
    """Whether a piece has to be kept apart from what now stands before it."""
    if not (text[:1].isalnum() or holds_next):
        return False
    return not has_unspaced_script(text[:1]) and not has_unspaced_script(before[-1:])


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
    order: tuple[int, ...]

    @property
    def key(self) -> Key:
        """What tells it from others of the same output."""
        return self.segment, self.order

    @cached_property
    def text(self) -> str:
        """The text."""
        return rearranged(self.pieces, self.order)


class Rescorer:
    """Scores the segments of one system as they are, and in other orders.

    Args:
        evidence: what is known about the segments as they are.
        output: the outputs.
        metrics: what to score by.
        resources: what may be used of the machine.
    """

    def __init__(
        self,
        evidence: Evidence,
        output: Output,
        metrics: Sequence[Metric],
        resources: Resources | None,
    ) -> None:
        self._evidence = evidence
        self._output = output
        self._metrics = metrics
        self._resources = resources

    def present(self, known: Mapping[Metric, Statistics]) -> list[Scores]:
        """The scores of the segments as they are, given some metrics' statistics."""
        return _scored(self._evidence, self._metrics, known)

    def scores(self, arrangements: Sequence[Arrangement]) -> dict[Key, Scores]:
        """The scores of arrangements; None from metrics of trees that were given, not parsed."""
        asked = {each.key: each for each in arrangements}
        if not asked:
            return {}
        segments = [segment for segment, _ in asked]
        context = self._evidence.context
        given_trees = context.given_trees
        metrics = [m for m in self._metrics if not (given_trees and Need.TREES in m.needs)]
        output = Output(
            [each.text for each in asked.values()],
            links=None if self._output.links is None else list(self._links(list(asked))),
        )
        evidence = Evidence(
            self._evidence.test_set,
            output,
            context,
            self._resources,
            segments=np.array(segments, np.int64),
        )
        found = _scored(evidence, metrics)
        undefined: Scores = dict.fromkeys(map(str, self._metrics))
        return {key: undefined | scores for key, scores in zip(asked, found, strict=True)}

    def _links(self, keys: Sequence[Key]) -> Iterator[LinkStream]:
        """The links that were given, moved with their words."""
        for stream in self._output.links or ():
            moved: list[tuple[Match, ...] | None] = []
            for segment, order in keys:
                matches = stream.segments[segment]
                moved.append(None if matches is None else tuple(_moved(matches, order)))
            yield LinkStream(stream.name, moved)


def _scored(
    evidence: Evidence,
    metrics: Sequence[Metric],
    known: Mapping[Metric, Statistics] | None = None,
) -> list[Scores]:
    """The scores of every segment, by metric; None where they are not defined."""
    statistics = dict(known or {})
    for metric in metrics:
        if metric.computed_as not in statistics:
            statistics[metric.computed_as] = metric.computed_as.statistics(evidence)
    columns = [
        [
            None if math.isnan(score) else score
            for score in metric.segment_scores(statistics[metric.computed_as]).tolist()
        ]
        for metric in metrics
    ]
    names = list(map(str, metrics))
    return [dict(zip(names, row, strict=True)) for row in zip(*columns, strict=True)]


def _moved(matches: Sequence[Match], order: Sequence[int]) -> Iterator[Match]:
    """Matches of words that stand in another order.

    One of several words stays whole where these still follow each other, and is otherwise taken
    apart.
    """
    place = {token: k for k, token in enumerate(order)}
    for match in matches:
        first, length = match.hypothesis_start, match.hypothesis_length
        places = [place[first + k] for k in range(length)]
        if places == list(range(places[0], places[0] + length)):
            yield match._replace(hypothesis_start=places[0])
            continue
        for k in range(min(length, match.reference_length)):
            yield match._replace(
                hypothesis_start=places[k],
                hypothesis_length=1,
                reference_start=match.reference_start + k,
                reference_length=1,
            )
