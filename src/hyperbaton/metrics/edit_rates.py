"""Error rates: the edits to the nearest reference over the length of the references.

With several references (Leusch, Ueffing & Ney 2003, equation 3) the edits are counted to the
nearest reference and divided by the mean length of all of them. Against an empty reference the
rate is 0 if the hypothesis is empty too and 1 otherwise.
"""

from __future__ import annotations

import re
from abc import abstractmethod
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hyperbaton import _core
from hyperbaton.errors import InputError
from hyperbaton.evidence import Evidence, Need, Preparation
from hyperbaton.metrics import citations as papers
from hyperbaton.metrics.base import Metric, Scores, Statistics, divide
from hyperbaton.text.segments import SegmentArrays, check_pairs, code_points
from hyperbaton.values import parameter

ROUNDING = 2.0**-40  # more than any order of adding costs up makes a difference
MARK = re.compile("[.,!?]")


@dataclass(frozen=True)
class EditRate(Metric):
    """A number of edits, divided by the mean length of the references."""

    accuracy: bool = parameter(False, "score 1 - rate, at least 0, so that higher is better")
    weighted: bool = parameter(True, "weight segments by length in the score of a test set")

    columns = 3  # edits, words, segments

    @property
    def higher_is_better(self) -> bool:
        return self.accuracy

    @property
    def range(self) -> tuple[float, float]:
        return (0.0, 1.0) if self.accuracy else (0.0, np.inf)

    def scores(self, statistics: Statistics) -> Scores:
        edits, words, segments = statistics.T
        found = self._rates(edits, words) if self.weighted else edits / np.maximum(words, 1)
        return np.where(segments == 0, np.nan, found)

    def _statistics(self, evidence: Evidence) -> Statistics:
        return self._rows(_least(self._distances(evidence), evidence), evidence.mean_lengths)

    def _rows(self, edits: Scores, words: Scores) -> Statistics:
        ones = np.ones_like(edits)
        if self.weighted:
            return np.column_stack([edits, words, ones])
        return np.column_stack([self._rates(edits, words), ones, ones])

    def _rates(self, edits: Scores, words: Scores) -> Scores:
        rates = np.where(words == 0, np.sign(edits), divide(edits, words))
        return np.maximum(1.0 - rates, 0.0) if self.accuracy else rates

    @abstractmethod
    def _distances(self, evidence: Evidence) -> NDArray[Any]:
        """The edits from each reference's hypothesis to it, for all references in order."""


def _least(distances: NDArray[Any], evidence: Evidence) -> Scores:
    """The least of the distances to each segment's references."""
    if len(evidence) == 0:
        return np.empty(0)
    return np.minimum.reduceat(distances.astype(np.float64), evidence.groups[:-1])


@dataclass(frozen=True)
class Wer(EditRate):
    """Word error rate; see `formula`."""

    name = "wer"
    summary = "words to insert, delete or substitute"
    formula = "Levenshtein distance to the nearest reference / mean length of the references"
    citations = (papers.LEUSCH_ET_AL_2003,)

    def _distances(self, evidence: Evidence) -> NDArray[np.int64]:
        check_pairs(evidence.arrays, self.name)
        return _core.levenshtein_distances(evidence.arrays, evidence.threads)


@dataclass(frozen=True)
class Per(EditRate):
    """Position-independent word error rate; see `formula`."""

    name = "per"
    summary = "words to insert, delete or substitute, in any order"
    formula = (
        "(max(|h|, |r|) - size of the bag intersection) for the nearest reference / mean length of "
        "the references"
    )
    citations = (papers.LEUSCH_ET_AL_2003,)

    def _distances(self, evidence: Evidence) -> NDArray[np.int64]:
        return _core.position_independent_distances(evidence.arrays, evidence.threads)


@dataclass(frozen=True)
class Cder(EditRate):
    """CDER: words to edit and jumps between blocks; see `formula`."""

    name = "cder"
    summary = "words to edit and jumps between blocks"
    formula = (
        "Levenshtein distance with jumps in the hypothesis at cost 1, each reference word covered "
        "once, to the nearest reference / mean length of the references"
    )
    citations = (papers.LEUSCH_ET_AL_2006,)

    def _distances(self, evidence: Evidence) -> NDArray[np.int64]:
        check_pairs(evidence.arrays, self.name)
        return _core.cder_distances(evidence.arrays, evidence.threads)


@dataclass(frozen=True)
class Ter(EditRate):
    """Translation edit rate in percent, with the scores of sacreBLEU; see `formula`."""

    name = "ter"
    summary = "blocks to shift and words to edit, in percent"
    formula = (
        "100 (shifts + edits) to the nearest reference / mean length of the references, shifts of "
        "up to 10 words over up to 50 found greedily, edits within a beam of 25 as sacreBLEU does"
    )
    citations = (papers.SNOVER_ET_AL_2006,)
    decimals = 2
    preparation = Preparation("none", lowercase=True)

    normalized: bool = parameter(False, "split marks off words as TERCOM does")
    no_punct: bool = parameter(False, "leave out marks")
    asian_support: bool = parameter(
        False, "split Chinese and Japanese if normalized, leave out their marks with no_punct"
    )

    def adapted(self, preparation: Preparation) -> Preparation:
        """Splits text as the parameters say; they count more than the tokenizer of a run."""
        found = super().adapted(preparation)
        if not (self.normalized or self.no_punct):
            return found
        chosen = {"raw": not self.normalized, "asian": self.asian_support}
        parts = [name for name, wanted in {**chosen, "no-punct": self.no_punct}.items() if wanted]
        return replace(found, tokenize="-".join(["tercom", *parts]))

    @property
    def range(self) -> tuple[float, float]:
        return (0.0, 100.0) if self.accuracy else (0.0, np.inf)

    def scores(self, statistics: Statistics) -> Scores:
        return 100.0 * super().scores(statistics)

    def _distances(self, evidence: Evidence) -> NDArray[np.int64]:
        return _core.translation_edit_counts(evidence.arrays, evidence.threads)


@dataclass(frozen=True)
class InvWer(EditRate):
    """Inversion word error rate; see `formula`.

    The distance is exact. Where that is beyond the search's limits (about 250 words with equal
    costs, 80 with others, and only where simple bounds do not settle the pair) scoring stops with
    an error, unless `max_words` allows bounds.
    """

    name = "invwer"
    summary = "words to edit and neighbouring blocks to swap"
    formula = (
        "inversion edit distance to the nearest reference / mean length of the references; a "
        "derivation by a bracketing transduction grammar, each inversion at constant cost"
    )
    citations = (papers.LEUSCH_ET_AL_2003,)

    c_ins: float = parameter(1.0, "cost of inserting a reference word", low=0.0, high=1000.0)
    c_del: float = parameter(1.0, "cost of deleting a hypothesis word", low=0.0, high=1000.0)
    c_sub: float = parameter(1.0, "cost of substituting a word", low=0.0, high=1000.0)
    c_inv: float = parameter(1.0, "cost of swapping two neighbouring blocks", low=0.0, high=1000.0)
    max_words: int = parameter(
        0,
        "search up to this many words, take bounds beyond; 0: exact or an error",
        low=0,
        high=1 << 30,
    )

    @property
    def _costs(self) -> tuple[float, float, float, float]:
        return self.c_ins, self.c_del, self.c_sub, self.c_inv

    def bounds(self, evidence: Evidence) -> tuple[Scores, Scores]:
        """What is known before any search.

        A derivation without inversions costs at least the Levenshtein distance, which is one of
        them; any other at least an inversion and what the words cost in any order.
        """
        read = self.read(evidence)
        most, fewest, _ = self._searched(read, longest=1)
        if not all(cost.is_integer() for cost in self._costs):
            fewest = (1 - ROUNDING) * fewest
        best, worst = (
            self.segment_scores(self._rows(_least(edits, read), read.mean_lengths))
            for edits in (fewest, most)
        )
        return (worst, best) if self.accuracy else (best, worst)

    def _searched(
        self, evidence: Evidence, longest: int
    ) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.uint8]]:
        """Upper and lower bounds, and whether they are equal; longer pairs are not searched."""
        check_pairs(evidence.arrays, self.name)
        return _core.inversion_distances(evidence.arrays, *self._costs, longest, evidence.threads)

    def _distances(self, evidence: Evidence) -> NDArray[np.float64]:
        upper, lower, exact = self._searched(evidence, self.max_words)
        if self.max_words == 0 and not exact.all():
            reference = int(np.flatnonzero(exact == 0)[0])
            segment = int(np.searchsorted(evidence.groups, reference, side="right"))
            raise InputError(
                "too long for an exact inversion distance, which lies between "
                f"{lower[reference]:g} and {upper[reference]:g}; shorten it, or allow upper bounds "
                "beyond N words with invwer(max_words=N)",
                index=segment - 1,
            )
        return upper


@dataclass(frozen=True)
class Eed(Metric):
    """The extended edit distance, from 0 to 1; see `formula`.

    Full stops, commas, exclamation and question marks are separated from the word before, and a
    space is put at both ends; torchmetrics keeps some English titles like "Mr." together. Case
    matters. The nearest reference counts, and a test set is the mean of its segments. As in
    torchmetrics, the place before the first character counts as one that is not covered, so that
    equal texts score a little above 0. Neither the tokenizer nor its words matter.
    """

    name = "eed"
    summary = "edits of characters and jumps between words"
    formula = (
        "min(1, (e + ρ v) / (|r| + ρ v)), where e is the cost of edits and jumps, alpha each, that "
        "turn the characters of the hypothesis into the reference, and v the visits of characters "
        "beyond the first, and the characters never visited"
    )
    citations = (papers.STANCHEV_ET_AL_2019,)
    needs = frozenset({Need.TEXT})
    higher_is_better = False

    alpha: float = parameter(2.0, "cost of a jump", low=0.0, high=1000.0)
    rho: float = parameter(0.3, "cost of what is covered twice or not at all", low=0.0, high=1000.0)
    deletion: float = parameter(0.2, "cost of deleting a character", low=0.0, high=1000.0)
    insertion: float = parameter(1.0, "cost of inserting a character", low=0.0, high=1000.0)

    def _statistics(self, evidence: Evidence) -> Statistics:
        ours, theirs = (
            code_points([spaced(text) for text in texts])
            for texts in (evidence.texts, evidence.reference_texts)
        )
        arrays = SegmentArrays(*ours, *theirs, evidence.groups)
        check_pairs(arrays, self.name)
        costs = self.alpha, self.rho, self.deletion, self.insertion
        rates = _least(_core.extended_edit_rates(arrays, *costs, evidence.threads), evidence)
        return np.column_stack([rates, np.ones_like(rates)])


def spaced(text: str) -> str:
    """A text with spaces before marks and at both ends, and single ones between words.

    >>> spaced("Well,  the fox paid!")
    ' Well , the fox paid ! '
    """
    return f" {' '.join(MARK.sub(lambda mark: f' {mark[0]}', text.rstrip()).split())} "
