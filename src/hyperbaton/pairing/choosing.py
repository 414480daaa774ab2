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
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import accumulate, groupby
from typing import Any, Unpack

import numpy as np

from hyperbaton.checks import WEIGHT, as_list, as_texts, is_list
from hyperbaton.errors import InputError, OptionError
from hyperbaton.evidence import Choices, Preparation
from hyperbaton.metrics import Metric, as_metric
from hyperbaton.metrics.base import ScoreList, Scores, ScoreTable
from hyperbaton.pairing.pairs import Pairs, PairScorer, check_pair_count, pair_signature
from hyperbaton.pairing.search import CandidateSearch
from hyperbaton.resources import Resources, progress
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
        place: what errors call the segment, with a colon and a space after it; empty where there
            is only one.
    """

    candidates: tuple[str, ...]
    references: tuple[str, ...]
    weights: Scores
    own: bool
    place: str

    @classmethod
    def of(
        cls, candidates: Any, references: Any = None, weights: Any = None, place: str = ""
    ) -> CandidateList:
        """Lists as users write them.

        Raises:
            InputError: a list is empty, or of something else; names the segment.
            OptionError: a weight is out of range, or there is not one per reference.
        """
        texts = _some_texts(candidates, f"{place}candidates")
        judges = (
            texts if references is None else _some_texts(references, f"{place}pseudo_references")
        )
        check_pair_count(len(texts), len(judges), place)
        used = np.ones(len(judges)) if weights is None else _weights(weights, len(judges), place)
        return cls(texts, judges, used, references is None, place)


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
            where it is undefined, and where bounds showed that a candidate cannot win before all
            its pairs were scored.
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

    def __len__(self) -> int:
        """The number of candidates."""
        return len(self.candidates)

    def records(self) -> list[Record]:
        """One record per candidate, counted from 0."""
        return [
            {"candidate": k, "chosen": k == self.best, "utility": utility, "text": text}
            for k, (utility, text) in enumerate(
                zip(self.utilities.tolist(), self.candidates, strict=True)
            )
        ]

    def to_dict(self) -> Record:
        """Everything but the other candidates, as JSON has it; what is not known is None."""
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
        shown = [k for k in range(len(self)) if k < ROWS_SHOWN or k == self.best]
        rows = [["candidate", str(self.metric), "text"], *map(self._row, shown)]
        return rows if len(shown) == len(self) else [*rows, ["…", "", ""]]

    def _row(self, candidate: int) -> list[str]:
        star = CHOSEN if candidate == self.best else ""
        utility = decimal(float(self.utilities[candidate]), self.metric.decimals)
        return [f"{candidate}{star}", utility, shortened(self.candidates[candidate], TEXT_SHOWN)]


@dataclass(frozen=True)
class MbrOptions:
    """How candidates are compared.

    Attributes:
        metric: the utility, or the risk if it is an error rate.
        preparation: how text becomes evidence.
        exclude_self: whether a candidate is not compared with itself.
        prune: whether candidates are left aside once bounds show that they cannot win.
        resources: what may be used of the machine.
    """

    metric: Metric
    preparation: Preparation
    exclude_self: bool = False
    prune: bool = True
    resources: Resources = field(default_factory=Resources)


def choices(segments: Sequence[CandidateList], options: MbrOptions) -> Iterator[MbrChoice]:
    """The choices for segments, computed together for some at a time.

    Raises:
        InputError: a pair cannot be scored; names it.
        OptionError: a candidate is not to be compared with itself, but never would be.
    """
    for segment in segments:
        if options.exclude_self and not segment.own:
            raise OptionError(
                f"{segment.place}exclude_self: candidates are compared with other texts anyway; "
                "leave out exclude_self or the pseudo-references"
            )
    signature = pair_signature(options.metric, options.preparation)
    for some in progress(list(_batches(segments)), "choosing", "batches"):
        for segment, search in zip(some, _searched(some, options), strict=True):
            yield MbrChoice(
                segment.candidates,
                search.best,
                search.expected,
                search.scored,
                options.metric,
                signature,
            )


def _batches(segments: Sequence[CandidateList]) -> Iterator[list[CandidateList]]:
    """Segments that are scored together."""
    totals = accumulate(len(each.candidates) * len(each.references) for each in segments)
    numbered = zip(segments, totals, strict=True)
    for _, some in groupby(numbered, key=lambda each: each[1] // PAIRS_AT_ONCE):
        yield [segment for segment, _ in some]


def _searched(segments: Sequence[CandidateList], options: MbrOptions) -> list[CandidateSearch]:
    """A search for every segment, after its end; pairs of all segments are scored together."""
    searches = [
        CandidateSearch(
            segment.candidates,
            segment.references,
            segment.weights,
            options.metric,
            exclude_self=options.exclude_self,
        )
        for segment in segments
    ]
    # Where the different texts of each segment begin among those of all.
    begins = np.cumsum([(0, 0), *(search.shape for search in searches)], axis=0).tolist()

    def joined(pairs: Sequence[Pairs]) -> Pairs:
        shifted = [own.shifted(*begins[k]) for k, own in enumerate(pairs)]
        return Pairs(*map(np.concatenate, zip(*shifted, strict=True)))

    def place(hypothesis: int, reference: int) -> str:
        k = next(k for k in range(len(segments)) if hypothesis < begins[k + 1][0])
        row = searches[k].rows.first[hypothesis - begins[k][0]]
        column = searches[k].columns.texts[reference - begins[k][1]]
        other = segments[k].references.index(column)
        kind = "candidate" if segments[k].own else "reference"
        return f"{segments[k].place}candidate {row + 1} against {kind} {other + 1}"

    scorer = PairScorer(
        options.metric,
        [text for search in searches for text in search.rows.texts],
        [text for search in searches for text in search.columns.texts],
        options.preparation,
        options.resources,
        place,
    )
    if options.prune:
        pairs = [search.needed for search in searches]
        bounds = scorer.bounds(joined(pairs))
        if bounds is not None:
            for search, own in zip(searches, _parted(bounds, pairs), strict=True):
                search.begin(own)
    while True:
        wanted = [search.wanted() for search in searches]
        if not any(len(pairs.hypotheses) for pairs in wanted):
            return searches
        scores = scorer.scores(joined(wanted))
        for search, asked, part in zip(searches, wanted, _parted(scores, wanted), strict=True):
            if len(part):
                search.learn(asked, part)


def _parted(table: ScoreTable, pairs: Iterable[Pairs]) -> list[ScoreTable]:
    """A table of scores of pairs of several segments, cut into one for each."""
    ends = np.cumsum([len(own.hypotheses) for own in pairs])
    return np.split(table, ends[:-1], axis=-1)


def mbr(
    candidates: Sequence[str] | Sequence[Sequence[str]],
    metric: str | Metric,
    *,
    pseudo_references: Sequence[str] | Sequence[Sequence[str]] | None = None,
    weights: Sequence[float] | Sequence[Sequence[float]] | None = None,
    exclude_self: bool = False,
    prune: bool = True,
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
        prune: whether candidates are left aside once cheap bounds (`metric.bounds`) show that they
            cannot win. The choice is the same; the utilities of those left aside are NaN.
        threads: how many threads to use; all cores by default. Results do not depend on it.
        text: how text is prepared, as options of `Preparation`: `tokenize`, `lowercase`,
            `join_subwords`, `language`, `aligner`, `parser`.

    Raises:
        InputError: a list is empty or of another shape, or a pair cannot be scored; names it.
        OptionError: a weight is out of range, or there are too many pairs.
    """
    options = MbrOptions(
        as_metric(metric),
        Preparation.of(**text),
        exclude_self,
        prune,
        Resources(threads),
    )
    listed = as_list(candidates, "candidates", "a list of texts, or a list of such lists")
    if not listed or not is_list(listed[0]):
        segment = CandidateList.of(listed, pseudo_references, weights)
        return next(iter(choices([segment], options)))
    return list(choices(_segments(listed, pseudo_references, weights), options))


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
