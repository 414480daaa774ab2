"""Scores segments with their words in another order, many at once.

A changed text is scored like any other, against the same references: aligned and, where a metric
wants trees, parsed again. Links that were given go along with the words that they link.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from hyperbaton.alignment.given import Links, LinkStream
from hyperbaton.evidence import Evidence, Need, Output
from hyperbaton.evidence.evidence import Join
from hyperbaton.metrics import Metric
from hyperbaton.metrics.base import Statistics
from hyperbaton.text.tokenizers import has_unspaced_script

Scores = dict[str, float | None]
Key = tuple[int, tuple[int, ...]]  # a segment, and the order of its words


class Piece(NamedTuple):
    """A word as it is written in its text, and whether a space comes before it."""

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
            if pieces[k].text[:1].isalnum() or holds_next:
                before = pieces[order[place - 1]].text
                spaced = not has_unspaced_script([pieces[k].text[:1], before[-1:]])
        written.append(f" {pieces[k].text}" if spaced else pieces[k].text)
    return "".join(written).strip()


def scored(
    evidence: Evidence, metrics: Sequence[Metric], known: Mapping[Metric, Statistics] | None = None
) -> tuple[list[Scores], list[dict[str, Scores]]]:
    """The scores of every segment by metric, and what they are the product of: order and coverage.

    What is undefined is None. Statistics that are known need not be computed.
    """
    statistics = dict(known or {})
    for metric in metrics:
        if metric.computed_as not in statistics:
            statistics[metric.computed_as] = metric.computed_as.statistics(evidence)
    scores = {str(m): m.segment_scores(statistics[m.computed_as]) for m in metrics}
    factors = {str(m): m.factors(statistics[m.computed_as]) for m in metrics}
    parts = {name: _rows(columns) for name, columns in factors.items() if columns}
    by_segment = [{name: rows[k] for name, rows in parts.items()} for k in range(len(evidence))]
    return _rows(scores), by_segment


def _rows(columns: Mapping[str, NDArray[np.float64]]) -> list[Scores]:
    listed = [
        [None if math.isnan(value) else value for value in column.tolist()]
        for column in columns.values()
    ]
    return [dict(zip(columns, row, strict=True)) for row in zip(*listed, strict=True)]


def rescored(
    texts: Mapping[Key, str],
    evidence: Evidence,
    output: Output,
    metrics: Sequence[Metric],
    threads: int | None,
) -> dict[Key, Scores]:
    """The scores of segments in other orders; None from metrics of trees that were given."""
    if not texts:
        return {}
    given_trees = evidence.preparation.given_trees
    chosen = [m for m in metrics if not (given_trees and Need.TREES in m.needs)]
    links = None if output.links is None else [_rearranged_links(s, texts) for s in output.links]
    again = Evidence(
        evidence.test_set,
        Output(list(texts.values()), links=links),
        evidence.preparation,
        threads,
        join=Join.of_segments(
            evidence.test_set.groups, np.array([segment for segment, _ in texts], np.int64)
        ),
    )
    undefined: Scores = dict.fromkeys(map(str, metrics))
    found, _ = scored(again, chosen)
    return {key: undefined | scores for key, scores in zip(texts, found, strict=True)}


def _rearranged_links(stream: LinkStream, keys: Iterable[Key]) -> LinkStream:
    """Links that were given, moved with their words."""
    moved: list[Links | None] = []
    for segment, order in keys:
        links, place = stream.segments[segment], {token: k for k, token in enumerate(order)}
        moved.append(
            None
            if links is None
            else tuple(link._replace(hypothesis=place[link.hypothesis]) for link in links)
        )
    return LinkStream(stream.name, moved)
