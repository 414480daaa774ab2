"""Inversion word error rate: edits, where swapping two neighbouring blocks is one edit."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from hyperbaton import _core
from hyperbaton.edits import Costs, Derivation, derive
from hyperbaton.errors import InputError
from hyperbaton.evidence import Evidence
from hyperbaton.metrics import citations as papers
from hyperbaton.metrics.base import Scores
from hyperbaton.metrics.edit_rates import EditRate
from hyperbaton.text.segments import check_pairs
from hyperbaton.values import parameter

ONE_WORD = 1  # the shortest there is: longer pairs have bounds only
ROUNDING = 2.0**-40  # more than any order of adding costs up makes a difference


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

    def derivation(self, hypothesis: Sequence[str], reference: Sequence[str]) -> Derivation:
        """A cheapest derivation of one hypothesis, given as words."""
        return derive(hypothesis, reference, Costs(*self._costs))

    @property
    def _costs(self) -> tuple[float, float, float, float]:
        return self.c_ins, self.c_del, self.c_sub, self.c_inv

    def _distance_bounds(self, evidence: Evidence) -> tuple[Scores, Scores]:
        """What is known before any search.

        A derivation without inversions costs at least the Levenshtein distance, which is one of
        them; any other at least an inversion and what the words cost in any order.
        """
        most, fewest, _ = self._searched(evidence, longest=ONE_WORD)
        exact = all(cost.is_integer() for cost in self._costs)
        return fewest if exact else (1 - ROUNDING) * fewest, most

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
