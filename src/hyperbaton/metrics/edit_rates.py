"""Error rates: the edits to the nearest reference over the length of the references.

With several references (Leusch, Ueffing & Ney 2003, equation 3) the edits are counted to the
nearest reference and divided by the mean length of all of them. Against an empty reference the
rate is 0 if the hypothesis is empty too and 1 otherwise.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hyperbaton import _core
from hyperbaton.edits import EditScript, translation_edit_script
from hyperbaton.evidence import Evidence, Preparation
from hyperbaton.metrics import citations as papers
from hyperbaton.metrics.base import Metric, Scores, Statistics, divide
from hyperbaton.text.segments import check_pairs
from hyperbaton.values import parameter


@dataclass(frozen=True)
class EditRate(Metric):
    """A number of edits, divided by the mean length of the references."""

    accuracy: bool = parameter(False, "score 1 - rate, at least 0, so that higher is better")
    weighted: bool = parameter(True, "weight segments by length in the score of a test set")

    statistic_names = ("edits", "words", "segments")  # what is added up over segments
    symmetric = False  # edits are divided by the length of the reference

    @property
    def higher_is_better(self) -> bool:
        """Only as an accuracy."""
        return self.accuracy

    @property
    def range(self) -> tuple[float, float]:
        """An accuracy lies between 0 and 1; a rate has no upper bound."""
        return (0.0, 1.0) if self.accuracy else (0.0, np.inf)

    def scores(self, statistics: Statistics) -> Scores:
        """Edits over words; NaN without any segment."""
        edits, words, segments = statistics.T
        rates = np.where(words == 0, np.sign(edits), divide(edits, words))
        values = self._valued(rates) if self.weighted else rates
        return np.where(segments == 0, np.nan, values)

    def bounds(self, evidence: Evidence) -> tuple[Scores, Scores] | None:
        """Bounds of the rates, or accuracies, of single segments, where edits have bounds."""
        read = self.read(evidence)
        found = self._distance_bounds(read)
        if found is None:
            return None
        fewest, most = (
            self.segment_scores(self._rows(_least(edits, read), read.mean_lengths))
            for edits in found
        )
        return (most, fewest) if self.accuracy else (fewest, most)

    def _statistics(self, evidence: Evidence) -> Statistics:
        return self._rows(self.nearest(evidence), evidence.mean_lengths)

    def _rows(self, edits: Scores, words: Scores) -> Statistics:
        ones = np.ones_like(edits)
        if self.weighted:
            return np.column_stack([edits, words, ones])
        rates = np.where(words == 0, np.sign(edits), divide(edits, words))
        return np.column_stack([self._valued(rates), ones, ones])

    def nearest(self, evidence: Evidence) -> Scores:
        """The edits of each segment to its nearest reference."""
        return _least(self._distances(evidence), evidence)

    @abstractmethod
    def _distances(self, evidence: Evidence) -> NDArray[Any]:
        """The edits from each reference's hypothesis to it, for all references in order."""

    def _distance_bounds(self, evidence: Evidence) -> tuple[Scores, Scores] | None:
        """The fewest and the most edits there can be, if that costs far less."""
        return None

    def _valued(self, rates: Scores) -> Scores:
        return np.maximum(1.0 - rates, 0.0) if self.accuracy else rates


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
        """In percent; a rate has no upper bound."""
        return (0.0, 100.0) if self.accuracy else (0.0, np.inf)

    def scores(self, statistics: Statistics) -> Scores:
        """In percent, as sacreBLEU gives it."""
        return 100.0 * super().scores(statistics)

    def _distances(self, evidence: Evidence) -> NDArray[np.int64]:
        return _core.translation_edit_counts(evidence.arrays, evidence.threads)

    def _distance_bounds(self, evidence: Evidence) -> tuple[Scores, Scores]:
        """Shifts keep all words, and no order of them needs fewer edits than none at all."""
        fewest = _core.position_independent_distances(evidence.arrays, evidence.threads)
        return fewest.astype(np.float64), np.full(len(fewest), np.inf)

    def script(self, hypothesis: Sequence[str], reference: Sequence[str]) -> EditScript:
        """The shifts and edits of one hypothesis, given as words."""
        return translation_edit_script(hypothesis, reference)
