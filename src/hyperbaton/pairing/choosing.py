"""Minimum Bayes risk: the candidate that is best on average against all others.

The true reference is not known, so each candidate is compared with texts in its place: samples
of a system or an n-best list, by default the candidates themselves. The one with the highest
expected utility is chosen, or with the least expected risk if the metric is an error rate:

    argmax over i of Σ w_j u(candidate i, reference j) / Σ w_j

(Kumar & Byrne 2004, Minimum Bayes-Risk Decoding for Statistical Machine Translation, HLT-NAACL,
with the probabilities of an n-best list as weights; Eikema & Aziz 2020, Is MAP Decoding All You
Need?, COLING, and 2022, Sampling-Based Approximations to Minimum Bayes Risk Decoding for Neural
Machine Translation, EMNLP, with samples that count alike). As there, a candidate is also compared
with itself, for it is one of the samples.

Few pairs are scored where a metric has cheap bounds. Every candidate has a loss: its risk, or the
negative of its utility. Until all its pairs are scored, bounds stand in for the others, so that its
loss is not above the true one. The candidate with the least (loss, place) is completed next; once
it is complete, no other can be below it, for none is below its own bound. This holds for the
numbers computed, not just for real ones: products with weights, sums rounded once and quotients
keep their order when they are rounded.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate, groupby
from typing import Any, Unpack

import numpy as np

from hyperbaton.checks import WEIGHT, as_list, as_texts, is_list
from hyperbaton.errors import InputError
from hyperbaton.evidence import Choices, Preparation, TestSet
from hyperbaton.metrics import Metric, as_metric
from hyperbaton.metrics.base import ScoreList, Scores, ScoreTable
from hyperbaton.pairing.pairs import (
    Pairs,
    PairScorer,
    check_pair_count,
    distinct,
)
from hyperbaton.resources import progress
from hyperbaton.tables.tabular import or_none

PAIRS_AT_ONCE = 1 << 18  # of several segments, unless one has more


@dataclass(frozen=True, eq=False)
class CandidateList:
    """What one segment may be translated as, and by what that is judged.

    Attributes:
        candidates: the translations to choose from, at least one.
        references: what they are compared with: the candidates themselves unless others are given.
        weights: how much each of these counts, by default alike.
    """

    candidates: tuple[str, ...]
    references: tuple[str, ...]
    weights: Scores

    @classmethod
    def of(
        cls, candidates: Any, references: Any = None, weights: Any = None, place: str = ""
    ) -> CandidateList:
        """Lists as users write them; errors begin with the place."""
        texts = _some_texts(candidates, f"{place}candidates")
        judges = (
            texts if references is None else _some_texts(references, f"{place}pseudo_references")
        )
        check_pair_count(len(texts), len(judges), place)
        used = np.ones(len(judges)) if weights is None else _weights(weights, len(judges), place)
        return cls(texts, judges, used)


def _some_texts(value: Any, name: str) -> tuple[str, ...]:
    texts = tuple(as_texts(value, name))
    if not texts:
        raise InputError(f"{name}: expected at least one text, got none")
    return texts


def _weights(value: Any, references: int, place: str) -> Scores:
    name = f"{place}weights"
    listed: Sequence[Any] = as_list(value, name, "a list of numbers")
    if len(listed) != references:
        raise InputError(
            f"{name}: {len(listed)} numbers for {references} texts to compare with; each needs one"
        )
    found = np.array([WEIGHT.check(w, f"{name}: item {k}") for k, w in enumerate(listed, 1)])
    if not found.any():
        raise InputError(f"{name}: all are 0; at least one must be larger")
    return found


@dataclass(frozen=True, eq=False)
class MbrChoice:
    """The candidate of a segment with the best expected score.

    Attributes:
        candidates: what there was to choose from.
        best: the place of the one chosen, counted from 0; the first of equally good ones.
        utilities: the expected score of each candidate, of an error rate its expected risk. NaN
            where it is undefined, and where cheap bounds (of `invwer`) showed that a
            candidate cannot win.
        pairs: how many pairs were scored with the metric.
        metric: the metric.
        signature: everything that determines the scores of pairs.
    """

    candidates: tuple[str, ...]
    best: int
    utilities: ScoreList
    pairs: int
    metric: Metric
    signature: str

    @property
    def text(self) -> str:
        """The candidate chosen."""
        return self.candidates[self.best]

    @property
    def utility(self) -> float:
        """Its expected score; NaN where no candidate has one."""
        return float(self.utilities[self.best])

    def to_dict(self) -> dict[str, Any]:
        """Everything but the other candidates, ready for JSON; unknown utilities are None."""
        return {
            "text": self.text,
            "best": self.best,
            "utility": or_none(self.utility),
            "utilities": [or_none(utility) for utility in self.utilities.tolist()],
            "pairs": self.pairs,
            "metric": str(self.metric),
            "higher_is_better": self.metric.higher_is_better,
            "signature": self.signature,
        }


class _Search:
    """A segment while its pairs are scored.

    Sums are those of `math.fsum`, rounded once from their exact value, so that they do not depend
    on the order of references, and larger scores never have a smaller mean.
    """

    def __init__(
        self, segment: CandidateList, metric: Metric, hypotheses: list[str], references: list[str]
    ) -> None:
        """Adds the different texts of a segment to those of others."""
        counted = np.flatnonzero(segment.weights > 0)
        self.candidates, self.weights = segment.candidates, segment.weights[counted]
        rows, self.row_of = distinct(segment.candidates)
        columns, self.column_of = distinct([segment.references[k] for k in counted.tolist()])
        self.first = len(hypotheses), len(references)  # places of its own texts
        hypotheses += rows
        references += columns
        self.sign = -1.0 if metric.higher_is_better else 1.0
        self.open = np.ones((len(rows), len(columns)), np.bool_)  # pairs that are not known
        self.known = np.full(self.open.shape, -np.inf)  # losses of pairs, and bounds of them
        self.losses = np.full(len(rows), -np.inf)
        self.scored = 0

    def pairs(self, rows: Any) -> Pairs:
        """The open pairs of some different candidates."""
        found = np.zeros_like(self.open)
        found[rows] = self.open[rows]
        return Pairs(
            *(side + first for side, first in zip(found.nonzero(), self.first, strict=True))
        )

    def bound(self, bounds: ScoreTable) -> None:
        """Takes lower and upper bounds of all pairs."""
        lower, upper = (bounds if self.sign > 0 else -bounds[::-1]).reshape(2, *self.open.shape)
        self.known, self.open = lower, lower != upper
        self._update(range(len(self.losses)))

    def learn(self, pairs: Pairs, scores: Scores) -> None:
        """Takes the scores of pairs."""
        own = tuple(side - first for side, first in zip(pairs, self.first, strict=True))
        self.scored += len(scores)
        self.known[own], self.open[own] = self.sign * scores, False
        self._update(np.unique(own[0]).tolist())

    def _update(self, rows: Iterable[int]) -> None:
        total = math.fsum(self.weights.tolist())
        for row in rows:
            terms = self.weights * self.known[row, self.column_of]
            self.losses[row] = math.fsum(terms.tolist()) / total

    @property
    def best(self) -> int:
        """The row with the least loss, the first of several; undefined ones come last."""
        return int(np.lexsort((self.losses, np.isnan(self.losses)))[0])

    def choice(self, metric: Metric, signature: str) -> MbrChoice:
        """The best candidate, once no pair of its row is open."""
        waiting = np.any(self.open, axis=1, keepdims=True)[:, 0]
        expected = np.where(waiting, np.nan, self.sign * self.losses + 0.0)  # no -0.0
        first = int(np.argmax(self.row_of == self.best))
        utilities = expected[self.row_of]
        return MbrChoice(self.candidates, first, utilities, self.scored, metric, signature)


def choices(
    segments: Sequence[CandidateList],
    metric: Metric,
    preparation: Preparation,
    threads: int | None,
) -> Iterator[MbrChoice]:
    """The choices for segments, computed together for some at a time."""
    signature = metric.text_signature(TestSet([[""]]), preparation)
    totals = accumulate(len(each.candidates) * len(each.references) for each in segments)
    numbered = groupby(zip(segments, totals, strict=True), lambda each: each[1] // PAIRS_AT_ONCE)
    batches = [[segment for segment, _ in some] for _, some in numbered]
    for batch in progress(batches, "choosing", "batches"):
        hypotheses: list[str] = []
        references: list[str] = []
        searches = [_Search(segment, metric, hypotheses, references) for segment in batch]
        scorer = PairScorer(metric, hypotheses, references, preparation, threads)
        wanted = [search.pairs(slice(None)) for search in searches]
        bounds = scorer.bounds(_joined(wanted))
        if bounds is not None:
            for search, part in zip(searches, _parted(bounds, wanted), strict=True):
                search.bound(part)
            wanted = [search.pairs(search.best) for search in searches]
        while any(len(pairs.hypotheses) for pairs in wanted):
            scores = scorer.scores(_joined(wanted))
            for search, pairs, part in zip(searches, wanted, _parted(scores, wanted), strict=True):
                search.learn(pairs, part)
            wanted = [search.pairs(search.best) for search in searches]
        yield from (search.choice(metric, signature) for search in searches)


def _joined(pairs: Sequence[Pairs]) -> Pairs:
    return Pairs(*map(np.concatenate, zip(*pairs, strict=True)))


def _parted(table: ScoreTable, pairs: Sequence[Pairs]) -> list[ScoreTable]:
    """A table with a column per pair of several segments, cut into one for each."""
    return np.split(table, np.cumsum([len(own.hypotheses) for own in pairs])[:-1], axis=-1)


def mbr(
    candidates: Sequence[str] | Sequence[Sequence[str]],
    metric: str | Metric,
    *,
    pseudo_references: Sequence[str] | Sequence[Sequence[str]] | None = None,
    weights: Sequence[float] | Sequence[Sequence[float]] | None = None,
    threads: int | None = None,
    **text: Unpack[Choices],
) -> MbrChoice | list[MbrChoice]:
    """Chooses the candidate with the best expected score, for one segment or for many.

        >>> choice = mbr(["the cat sat", "a cat sat", "the cat sits"], "chrf")
        >>> choice.best, choice.text
        (0, 'the cat sat')
        >>> [choice.text for choice in mbr([["a b", "b a", "a b c"], ["c", "d", "c"]], "invwer")]
        ['a b', 'c']

    Of equally good candidates the first is chosen. A candidate for which some pair has no score has
    no utility, and is chosen only if no other has one.

    Args:
        candidates: the candidates of one segment, or a list of such lists.
        metric: a metric string or a metric that scores text.
        pseudo_references: what candidates are compared with, for one segment or for each; the
            candidates themselves by default.
        weights: how much each of these counts, from 0 to 10^12, for one segment or for each; alike
            by default. They need not add up to 1.
        threads: how many threads to use; all cores by default. Results do not depend on it.
        text: how text is prepared, as options of `Preparation`: `tokenize`, `lowercase`,
            `join_subwords`, `language`, `aligner`, `parser`.

    Raises:
        InputError: a list is empty or of another shape, or a pair cannot be scored; quotes it.
        OptionError: a weight is out of range, or there are too many pairs.
    """
    chosen, preparation = as_metric(metric), Preparation.of(**text)
    listed = as_list(candidates, "candidates", "a list of texts, or a list of such lists")
    single = not listed or not is_list(listed[0])
    segments = (
        [CandidateList.of(listed, pseudo_references, weights)]
        if single
        else _segments(listed, pseudo_references, weights)
    )
    found = list(choices(segments, chosen, preparation, threads))
    return found[0] if single else found


def _segments(candidates: Sequence[Any], references: Any, weights: Any) -> list[CandidateList]:
    columns: list[Sequence[Any]] = [candidates]
    for given, name in ((references, "pseudo_references"), (weights, "weights")):
        column = [None] * len(candidates) if given is None else as_list(given, name)
        if len(column) != len(candidates):
            raise InputError(
                f"{name}: {len(column)} lists for {len(candidates)} segments; each needs one"
            )
        columns.append(column)
    return [
        CandidateList.of(texts, others, numbers, f"segment {k}: ")
        for k, (texts, others, numbers) in enumerate(zip(*columns, strict=True), start=1)
    ]
