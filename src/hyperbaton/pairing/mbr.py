"""Minimum Bayes risk: the candidate that is best on average against all others.

The true reference is not known, so each candidate is compared with texts that stand for it: samples
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

from collections.abc import Sequence
from typing import Any, Unpack

from hyperbaton.checks import as_list, is_list
from hyperbaton.errors import InputError
from hyperbaton.evidence import Choices, Preparation
from hyperbaton.metrics import Metric
from hyperbaton.metrics.registry import text_metric
from hyperbaton.pairing.candidate_list import CandidateList
from hyperbaton.pairing.choice import MbrChoice
from hyperbaton.pairing.choosing import MbrOptions, choices
from hyperbaton.resources import Resources


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
        prune: whether candidates are dropped once cheap bounds (`metric.bounds`) show that they
            cannot win. The choice is the same; the utilities of those dropped are NaN.
        threads: how many threads to use; all cores by default. Results do not depend on it.
        text: how text is prepared, as options of `Preparation`: `tokenize`, `lowercase`,
            `join_subwords`, `language`, `aligner`, `parser`.

    Raises:
        InputError: a list is empty or of another shape, or a pair cannot be scored; names it.
        OptionError: a weight is out of range, or there are too many pairs.
    """
    options = MbrOptions(
        text_metric(metric),
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
    beside = [
        [None] * len(candidates) if given is None else as_list(given, name, "a list of lists")
        for given, name in ((references, "pseudo_references"), (weights, "weights"))
    ]
    for name, given in zip(("pseudo_references", "weights"), beside, strict=True):
        if len(given) != len(candidates):
            raise InputError(
                f"{name}: {len(given)} lists for {len(candidates)} segments; each needs one"
            )
    return [
        CandidateList.of(texts, others, numbers, place=f"segment {number}: ")
        for number, (texts, others, numbers) in enumerate(
            zip(candidates, *beside, strict=True), start=1
        )
    ]
