"""Choices for many segments, some of them at a time."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

import numpy as np

from hyperbaton.errors import OptionError
from hyperbaton.evidence import Output, Preparation, TestSet
from hyperbaton.evidence.joined import Sides
from hyperbaton.metrics import TextMetric
from hyperbaton.metrics.base import ScoreBounds
from hyperbaton.pairing.candidate_list import CandidateList
from hyperbaton.pairing.choice import MbrChoice
from hyperbaton.pairing.expectation import Expectation
from hyperbaton.pairing.pair_scorer import PairScorer, ScoredPairs
from hyperbaton.pairing.pairs import Pairs, pair_signature
from hyperbaton.pairing.search import CandidateSearch
from hyperbaton.resources import Resources, progress

PAIRS_AT_ONCE = 1 << 18  # of several segments, unless one has more


@dataclass(frozen=True)
class MbrOptions:
    """How candidates are compared.

    Attributes:
        metric: the utility, or the risk if it is an error rate.
        context: how text becomes evidence.
        exclude_self: whether a candidate is not compared with itself.
        prune: whether candidates are dropped once bounds show that they cannot win.
        resources: what may be used of the machine.
    """

    metric: TextMetric
    context: Preparation
    exclude_self: bool = False
    prune: bool = True
    resources: Resources = field(default_factory=Resources)


def choices(segments: Sequence[CandidateList], options: MbrOptions) -> Iterator[MbrChoice]:
    """The choices for segments, computed together for some at a time.

    Raises:
        InputError: a pair cannot be scored; names it.
        OptionError: a candidate is not to be compared with itself, but never would be.
    """
    _check_exclusion(segments, options)
    signature = pair_signature(options.metric, options.context)
    for some in progress(list(_batches(segments)), "choosing", "batches"):
        for segment, search in zip(some, _searched(some, options), strict=True):
            yield MbrChoice(
                segment.candidates,
                search.best,
                search.expected,
                search.limits,
                search.pairs,
                options.metric,
                signature,
            )


def _check_exclusion(segments: Iterable[CandidateList], options: MbrOptions) -> None:
    for segment in segments:
        if options.exclude_self and not segment.own:
            raise OptionError(
                f"{segment.place}exclude_self: candidates are compared with other texts anyway; "
                "leave out exclude_self or the pseudo-references"
            )


def _batches(segments: Sequence[CandidateList]) -> Iterator[list[CandidateList]]:
    """Segments that are scored together."""
    some: list[CandidateList] = []
    pairs = 0
    for segment in segments:
        own = len(segment.candidates) * len(segment.references)
        if some and pairs + own > PAIRS_AT_ONCE:
            yield some
            some, pairs = [], 0
        some.append(segment)
        pairs += own
    if some:
        yield some


def _searched(segments: Sequence[CandidateList], options: MbrOptions) -> list[CandidateSearch]:
    """A search for every segment, after its end; pairs of all segments are scored together."""
    means = [Expectation(segment, options.exclude_self) for segment in segments]
    searches = [CandidateSearch(mean, options.metric) for mean in means]
    scorer = _Scorer(segments, means, options)
    if options.prune:
        for search, bounds in zip(searches, scorer.bounds(), strict=True):
            search.begin(bounds)
    going = list(range(len(searches)))
    while going:
        wanted = {k: searches[k].wanted() for k in going}
        going = [k for k in going if len(wanted[k].hypotheses)]
        scores = scorer.scores({k: wanted[k] for k in going})
        for k in going:
            searches[k].learn(wanted[k], scores[k])
    return searches


class _Scorer:
    """Scores pairs of several segments, whose different texts stand one after the other."""

    def __init__(
        self,
        segments: Sequence[CandidateList],
        means: Sequence[Expectation],
        options: MbrOptions,
    ) -> None:
        self._segments = segments
        self._means = means
        self._begins = Pairs(
            *(
                np.cumsum([0, *(mean.shape[side] for mean in means)], dtype=np.int64)
                for side in range(2)
            )
        )
        texts = Sides(
            Output([text for mean in means for text in mean.rows.texts]),
            TestSet([[text for mean in means for text in mean.columns.texts]]),
            options.resources,
        )
        self._scorer = PairScorer(options.metric, texts, options.context, self._place)

    def scores(self, pairs: dict[int, Pairs]) -> dict[int, ScoredPairs]:
        """By number of segment, the scores of its pairs."""
        scores, exchanged = self._scorer.scores(self._joined(pairs))
        of_segments = _parted(scores, pairs.values())
        if exchanged is None:
            return {k: ScoredPairs(s, None) for k, s in zip(pairs, of_segments, strict=True)}
        parts = map(ScoredPairs, of_segments, _parted(exchanged, pairs.values()))
        return dict(zip(pairs, parts, strict=True))

    def bounds(self) -> Iterable[ScoreBounds | None]:
        """The bounds of all pairs of every segment."""
        pairs = {k: mean.pairs for k, mean in enumerate(self._means)}
        found = self._scorer.bounds(self._joined(pairs))
        if found is None:
            return [None] * len(pairs)
        lower, upper = (_parted(side, pairs.values()) for side in found)
        return map(ScoreBounds, lower, upper)

    def _joined(self, pairs: dict[int, Pairs]) -> Pairs:
        empty = [np.empty(0, np.int64)]
        return Pairs(
            *(
                np.concatenate(empty + [own[side] + begins[k] for k, own in pairs.items()])
                for side, begins in enumerate(self._begins)
            )
        )

    def _place(self, hypothesis: int, reference: int) -> str:
        k = int(np.searchsorted(self._begins.hypotheses, hypothesis, side="right")) - 1
        mean = self._means[k]
        row = mean.rows.first[hypothesis - self._begins.hypotheses[k]]
        column = mean.columns.texts[reference - self._begins.references[k]]
        other = self._segments[k].references.index(column)
        kind = "candidate" if self._segments[k].own else "reference"
        return f"{self._segments[k].place}candidate {row + 1} against {kind} {other + 1}"


def _parted(values: np.ndarray, pairs: Iterable[Pairs]) -> list[np.ndarray]:
    ends = np.cumsum([len(own.hypotheses) for own in pairs])
    return np.split(values, ends[:-1]) if len(ends) else []
