"""Minimum Bayes risk: the candidate that is best on average against all others.

The true reference is not known, so each candidate is compared with texts in its place: samples
of a system or an n-best list, by default the candidates themselves. The one with the highest
expected utility is chosen, or with the least expected risk if the metric is an error rate:

    argmax over i of Σ w_j u(candidate i, reference j) / Σ w_j

(Kumar & Byrne 2004, Minimum Bayes-Risk Decoding for Statistical Machine Translation, HLT-NAACL,
with the probabilities of an n-best list as weights; Eikema & Aziz 2020, Is MAP Decoding All You
Need?, COLING, and 2022, Sampling-Based Approximations to Minimum Bayes Risk Decoding for Neural
Machine Translation, EMNLP, with samples that count alike). As there, a candidate is also compared
with itself, for it is one of the samples; `exclude_self` leaves that out.

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
from hyperbaton.errors import InputError, OptionError
from hyperbaton.evidence import Choices, Preparation
from hyperbaton.metrics import Metric, as_metric
from hyperbaton.metrics.base import ScoreList, Scores, ScoreTable
from hyperbaton.pairing.pairs import (
    Pairs,
    PairScorer,
    check_pair_count,
    distinct,
    pair_signature,
)
from hyperbaton.resources import progress
from hyperbaton.tables.layout import Rows, decimal, shortened
from hyperbaton.tables.tabular import Record, Tabular, or_none

PAIRS_AT_ONCE = 1 << 18  # of several segments, unless one has more
ROWS_SHOWN = 20
TEXT_SHOWN = 60  # characters
CHOSEN = "*"


@dataclass(frozen=True, eq=False)
class CandidateList:
    """What one segment may be translated as, and by what that is judged.

    Attributes:
        candidates: the translations to choose from, at least one.
        references: what they are compared with: the candidates themselves unless others are given.
        weights: how much each of these counts, by default alike.
        own: whether the references are the candidates themselves.
    """

    candidates: tuple[str, ...]
    references: tuple[str, ...]
    weights: Scores
    own: bool

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
        return cls(texts, judges, used, references is None)


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


@dataclass(frozen=True, eq=False, repr=False)
class MbrChoice(Tabular):
    """The candidate of a segment with the best expected score.

    Attributes:
        candidates: what there was to choose from.
        best: the place of the one chosen, counted from 0; the first of equally good ones.
        utilities: the expected score of each candidate, of an error rate its expected risk. NaN
            where it is undefined, and where cheap bounds (of `invwer` and `ter`) showed that a
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

    @property
    def higher_is_better(self) -> bool:
        """The direction of utilities; False of error rates, where they are risks."""
        return self.metric.higher_is_better

    def records(self) -> list[Record]:
        """One record per candidate, counted from 0."""
        return [
            {"candidate": k, "chosen": k == self.best, "utility": utility, "text": text}
            for k, (utility, text) in enumerate(
                zip(self.utilities.tolist(), self.candidates, strict=True)
            )
        ]

    def to_dict(self) -> Record:
        """Everything but the other candidates, ready for JSON; unknown utilities are None."""
        return {
            "text": self.text,
            "best": self.best,
            "utility": or_none(self.utility),
            "utilities": [or_none(utility) for utility in self.utilities.tolist()],
            "pairs": self.pairs,
            "metric": str(self.metric),
            "higher_is_better": self.higher_is_better,
            "signature": self.signature,
        }

    def table(self) -> Rows:
        """The first candidates and the one chosen, which has a star."""
        shown = [k for k in range(len(self.candidates)) if k < ROWS_SHOWN or k == self.best]
        rows = [["candidate", str(self.metric), "text"], *map(self._row, shown)]
        return rows if len(shown) == len(self.candidates) else [*rows, ["…", "", ""]]

    def _row(self, candidate: int) -> list[str]:
        star = CHOSEN if candidate == self.best else ""
        utility = decimal(float(self.utilities[candidate]), self.metric.decimals)
        return [f"{candidate}{star}", utility, shortened(self.candidates[candidate], TEXT_SHOWN)]


class _Search:
    """A segment while its pairs are scored.

    Sums are those of `math.fsum`, rounded once from their exact value, so that they do not depend
    on the order of references, and larger scores never have a smaller mean.
    """

    def __init__(self, segment: CandidateList, metric: Metric, exclude_self: bool) -> None:
        counted = np.flatnonzero(segment.weights > 0)
        self.segment = segment
        self.counted = counted if exclude_self else np.full(len(counted), -1)
        self.weights = segment.weights[counted]
        self.rows, self.row_of = distinct(segment.candidates)
        self.columns, self.column_of = distinct([segment.references[k] for k in counted.tolist()])
        self.sign = -1.0 if metric.higher_is_better else 1.0
        shape = len(self.rows), len(self.columns)
        self.open = np.ones(shape, np.bool_)  # pairs that are needed and not known
        if exclude_self:
            candidates, others = np.nonzero(np.arange(len(self.row_of))[:, None] != self.counted)
            self.open[:] = False
            self.open[self.row_of[candidates], self.column_of[others]] = True
        self.known = np.full(shape, -np.inf)  # losses of pairs, and bounds of them
        self.losses = np.empty(len(segment.candidates))
        self.bounded = False
        self.scored = 0
        self._update(range(len(self.losses)))

    def begin(self, bounds: ScoreTable) -> None:
        """Takes lower and upper bounds of all pairs."""
        lower, upper = bounds if self.sign > 0 else -bounds[::-1]
        pairs = np.nonzero(self.open)
        self.known[pairs], self.open[pairs] = lower, lower != upper
        self.bounded = True
        self._update(range(len(self.losses)))

    def wanted(self) -> Pairs:
        """The pairs to score next, those of the best candidate; none when the search is over."""
        if not self.bounded:
            return Pairs(*np.nonzero(self.open))
        row = self.row_of[self.best]
        columns = np.flatnonzero(self.open[row])
        return Pairs(np.full_like(columns, row), columns)

    def learn(self, pairs: Pairs, scores: Scores) -> None:
        """Takes the scores of pairs."""
        self.scored += len(scores)
        self.known[pairs], self.open[pairs] = self.sign * scores, False
        self._update(np.flatnonzero(np.isin(self.row_of, pairs.hypotheses)).tolist())

    @property
    def best(self) -> int:
        """The candidate with the least loss, the first of several; undefined ones come last."""
        return int(np.lexsort((self.losses, np.isnan(self.losses)))[0])

    @property
    def expected(self) -> Scores:
        """The expected score of every candidate; NaN where not all its pairs were scored."""
        waiting = np.any(self.open, axis=1, keepdims=True)[self.row_of, 0]
        return np.where(waiting, np.nan, self.sign * self.losses + 0.0)  # no -0.0

    def _update(self, candidates: Iterable[int]) -> None:
        for k in candidates:
            others = self.counted != k
            weights = self.weights[others]
            terms = weights * self.known[self.row_of[k], self.column_of[others]]
            total = math.fsum(weights.tolist())
            self.losses[k] = math.fsum(terms.tolist()) / total if total > 0 else math.nan


def choices(
    segments: Sequence[CandidateList],
    metric: Metric,
    preparation: Preparation,
    threads: int | None,
    *,
    exclude_self: bool = False,
) -> Iterator[MbrChoice]:
    """The choices for segments, computed together for some at a time.

    Raises:
        InputError: a pair cannot be scored; quotes it.
        OptionError: a candidate is not to be compared with itself, but never would be.
    """
    if exclude_self and not all(segment.own for segment in segments):
        raise OptionError(
            "exclude_self: candidates are compared with other texts anyway; leave out exclude_self "
            "or the pseudo-references"
        )
    signature = pair_signature(metric, preparation)
    totals = accumulate(len(each.candidates) * len(each.references) for each in segments)
    numbered = groupby(zip(segments, totals, strict=True), lambda each: each[1] // PAIRS_AT_ONCE)
    batches = [[segment for segment, _ in some] for _, some in numbered]
    for batch in progress(batches, "choosing", "batches"):
        searches = [_Search(segment, metric, exclude_self) for segment in batch]
        hypotheses = [text for search in searches for text in search.rows]
        references = [text for search in searches for text in search.columns]
        _search(searches, PairScorer(metric, hypotheses, references, preparation, threads))
        for search in searches:
            texts, expected = search.segment.candidates, search.expected
            yield MbrChoice(texts, search.best, expected, search.scored, metric, signature)


def _search(searches: Sequence[_Search], scorer: PairScorer) -> None:
    """Finds the best candidates of several segments, whose pairs are scored together."""
    begins = np.cumsum([(0, 0), *(search.open.shape for search in searches)], axis=0).tolist()

    def joined(parts: Iterable[Pairs]) -> Pairs:
        rows, columns = zip(*parts, strict=True)
        shifted = [side + begin[0] for side, begin in zip(rows, begins[:-1], strict=True)]
        others = [side + begin[1] for side, begin in zip(columns, begins[:-1], strict=True)]
        return Pairs(np.concatenate(shifted), np.concatenate(others))

    wanted = [search.wanted() for search in searches]
    bounds = scorer.bounds(joined(wanted))
    if bounds is not None:
        for search, part in zip(searches, _parted(bounds, wanted), strict=True):
            search.begin(part)
        wanted = [search.wanted() for search in searches]
    while any(len(pairs.hypotheses) for pairs in wanted):
        scores = scorer.scores(joined(wanted))
        for search, pairs, part in zip(searches, wanted, _parted(scores, wanted), strict=True):
            search.learn(pairs, part)
        wanted = [search.wanted() for search in searches]


def _parted(table: ScoreTable, pairs: Sequence[Pairs]) -> list[ScoreTable]:
    """A table with a column per pair of several segments, cut into one for each."""
    return np.split(table, np.cumsum([len(own.hypotheses) for own in pairs])[:-1], axis=-1)


def mbr(
    candidates: Sequence[str] | Sequence[Sequence[str]],
    metric: str | Metric,
    *,
    pseudo_references: Sequence[str] | Sequence[Sequence[str]] | None = None,
    weights: Sequence[float] | Sequence[Sequence[float]] | None = None,
    exclude_self: bool = False,
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
        exclude_self: whether a candidate is not compared with itself.
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
    found = list(choices(segments, chosen, preparation, threads, exclude_self=exclude_self))
    return found[0] if single else found


def _segments(candidates: Sequence[Any], references: Any, weights: Any) -> list[CandidateList]:
    given_lists = [
        [None] * len(candidates) if given is None else as_list(given, name, "a list of lists")
        for given, name in ((references, "pseudo_references"), (weights, "weights"))
    ]
    for name, given in zip(("pseudo_references", "weights"), given_lists, strict=True):
        if len(given) != len(candidates):
            raise InputError(
                f"{name}: {len(given)} lists for {len(candidates)} segments; each needs one"
            )
    return [
        CandidateList.of(texts, others, numbers, place=f"segment {number}: ")
        for number, (texts, others, numbers) in enumerate(
            zip(candidates, *given_lists, strict=True), start=1
        )
    ]
