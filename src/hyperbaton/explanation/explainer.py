"""Explains segments: what moved, and by scoring again what each move costs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from hyperbaton import edits, trees
from hyperbaton.checks import WORST, as_texts, each_once
from hyperbaton.errors import InputError, OptionError
from hyperbaton.evidence import Evidence, Output, Preparation, TestSet
from hyperbaton.evidence.preparation import preparation_of_given
from hyperbaton.explanation.draft import Draft
from hyperbaton.explanation.moves import Move
from hyperbaton.explanation.rescoring import Key, Scores, pieces_of, rescored, scored
from hyperbaton.explanation.segment import DependencyTree, Edits, Explanation, Step, Trees
from hyperbaton.metrics import Metric
from hyperbaton.metrics.base import Statistics
from hyperbaton.metrics.flat_measures import Kendall
from hyperbaton.metrics.permutation_metric import PermutationMetric
from hyperbaton.metrics.registry import text_metrics
from hyperbaton.permutation.trees import PermutationTree
from hyperbaton.resources import Resources, progress
from hyperbaton.tables.json_form import to_json
from hyperbaton.trees.edit_distance import edit_distance

DEFAULT_METRICS = ("kendall", "pef", "hyperbaton")
BATCH = 500  # segments whose changed texts are scored together
LONGEST_DERIVED = 60  # words on either side: beyond them a derivation takes too long to wait for


def explain(
    hypothesis: str | Output,
    references: str | Sequence[str] | TestSet,
    metrics: str | Metric | Sequence[str | Metric] = DEFAULT_METRICS,
    *,
    trees: bool = False,
    **choices: Any,
) -> Explanation:
    """What moved in one sentence, how far, and what each move costs.

        >>> found = explain("in the lobby we met at noon", "we met at noon in the lobby")
        >>> found.moves[0].where
        '“in the lobby” stands 4 words too early, before “we met at noon”'
        >>> round(found.moves[0].prices["kendall"], 2)
        0.57

    Args:
        hypothesis: the output, or an `Output` of one segment with what was read with it.
        references: the reference, several of them, or a `TestSet` of one segment.
        metrics: what moves are priced by; the first decides which costs most.
        trees: whether to add dependency trees.
        choices: `tokenize`, `lowercase`, `aligner`, `parser`, `language`.

    Raises:
        InputError: something is of another shape.
        OptionError: an option is not accepted.
    """
    output = hypothesis if isinstance(hypothesis, Output) else Output([hypothesis])
    if isinstance(references, TestSet):
        test_set = references
    else:
        listed = [references] if isinstance(references, str) else as_texts(references, "references")
        test_set = TestSet([[text] for text in listed], language=choices.get("language"))
    preparation = preparation_of_given(Preparation.of(**choices), test_set, {"system": output})
    chosen = text_metrics(metrics)
    return Explainer("system", output, test_set, chosen, preparation, trees=trees).explain(1)


def order_first(metrics: Sequence[Metric]) -> tuple[Metric, ...]:
    """Those of several metrics that can price a move, after one of order: Kendall's if none is."""
    others = (metric for metric in metrics if not metric.reads_other_segments)
    return tuple(dict.fromkeys([_order_among(metrics), *others]))


class Explainer:
    """Explains the outputs of one system.

    Args:
        name: the name of the system.
        output: its outputs.
        test_set: the references.
        metrics: what moves are priced by; the first decides which costs most.
        preparation: how text becomes evidence.
        resources: what may be used of the machine.
        trees: whether to add dependency trees.
        known: statistics of all segments by metric, as far as they have been computed.
        edits: whether to add edit scripts.

    Raises:
        OptionError: word order is that of the source, whose words are not the output's, or a metric
            cannot be computed for one segment alone.
    """

    def __init__(
        self,
        name: str,
        output: Output,
        test_set: TestSet,
        metrics: Sequence[Metric],
        preparation: Preparation,
        resources: Resources | None = None,
        *,
        trees: bool = False,
        known: Mapping[Metric, Statistics] | None = None,
        edits: bool = True,
    ) -> None:
        if preparation.over_source:
            raise OptionError(
                "explanations need links of output and reference; leave the alignments with the "
                "source out"
            )
        if any(metric.reads_other_segments for metric in metrics):
            raise OptionError(
                "nist: weighs words by the whole test set, so that one segment has no price"
            )
        self.name = name
        self.output = output
        self.test_set = test_set
        self.metrics = tuple(metrics)
        self.preparation = preparation.in_language(test_set.language)
        self.resources = resources
        self.trees = trees
        self.known = known or {}
        self.edits = edits

    def explain(self, segment: int) -> Explanation:
        """The explanation of a segment, counted from 1.

        Raises:
            InputError: there is no such segment.
        """
        return next(self.explained([segment]))

    def explain_all(self, segments: Sequence[int] | None = None) -> list[Explanation]:
        """The explanations of several segments, counted from 1, or of all.

        Raises:
            InputError: there is no such segment.
        """
        number = len(self.test_set) if segments is None else len(segments)
        found = self.explained(segments)
        return list(progress(found, f"explaining {self.name}", "segments", number))

    def explained(self, segments: Sequence[int] | None = None) -> Iterator[Explanation]:
        """The same one by one; only a batch is in memory."""
        last = len(self.test_set)
        chosen = range(1, last + 1) if segments is None else each_once(segments, "segments")
        for segment in chosen:
            if not 1 <= segment <= last:
                raise InputError(f"there is no segment {segment}; there are {last}, counted from 1")
        for begin in range(0, len(chosen), BATCH):
            yield from _Batch(self, chosen[begin : begin + BATCH]).explanations()

    def worst(self, number: int) -> list[int]:
        """The segments that score worst by the first metric, counted from 1, the worst first."""
        number = WORST.check(number, "worst")
        metric = self.metrics[0]
        evidence = Evidence(self.test_set, self.output, self.preparation, self.resources)
        scores = metric.segment_scores(metric.statistics(evidence))
        keys = np.where(np.isnan(scores), np.inf, scores if metric.higher_is_better else -scores)
        return [int(k) + 1 for k in np.argsort(keys, kind="stable")[:number]]


class _Batch:
    """Some segments of a system, whose changed texts are scored together."""

    def __init__(self, explainer: Explainer, numbers: Sequence[int]) -> None:
        chosen = [number - 1 for number in numbers]
        self._explainer = explainer
        self._numbers = numbers
        self._output = explainer.output.chosen(chosen)
        self._test_set = explainer.test_set.chosen(chosen)
        preparation, resources = explainer.preparation, explainer.resources
        self._whole = Evidence(self._test_set, self._output, preparation, resources)
        self._known = {metric: rows[chosen] for metric, rows in explainer.known.items()}
        # The words whose order is explained, split as the metric of order splits them.
        self._order_metric = _order_among(explainer.metrics)
        self._evidence = self._whole.under(self._order_metric.adapted(preparation))

    def explanations(self) -> Iterator[Explanation]:
        """Prices each move alone, puts the most costly first, and undoes them one by one."""
        metrics, resources = self._explainer.metrics, self._explainer.resources
        drafts = list(self._drafts())
        present = scored(self._whole, metrics, self._known)
        texts: dict[Key, str] = {}
        for draft in drafts:
            texts |= draft.texts(map(draft.alone, draft.moves))
        scores = rescored(texts, self._whole, self._output, metrics, resources)
        ranked = [
            self._ranked(draft, scores, now) for draft, now in zip(drafts, present, strict=True)
        ]
        steps = []
        further: dict[Key, str] = {}
        for draft, moves in zip(drafts, ranked, strict=True):
            steps.append(draft.steps([move for move, _ in moves]))
            further |= draft.texts(key for key in steps[-1] if key not in texts)
        texts |= further
        scores |= rescored(further, self._whole, self._output, metrics, resources)
        for draft, moves, keys, now in zip(drafts, ranked, steps, present, strict=True):
            done = tuple(Step(key[1], texts[key], scores[key]) for key in keys)
            yield self._explanation(draft, moves, done, now)

    def _drafts(self) -> Iterator[Draft]:
        evidence = self._evidence
        best = self._order_metric.best_references(evidence)
        texts, tokens = evidence.texts, evidence.tokens
        alignments, order = evidence.alignments, evidence.order
        for k in range(len(self._numbers)):
            reference = int(evidence.groups[k] + best[k])
            tree = PermutationTree.of_batch(order, reference, flattened=True)
            pieces = pieces_of(texts[k], tokens[k])
            yield Draft(k, reference, pieces, alignments[reference], tree)

    def _ranked(
        self, draft: Draft, alone: Mapping[Key, Scores], now: Scores
    ) -> list[tuple[Move, Scores]]:
        """The moves with their prices, most costly first; of equally costly ones the first."""
        first = self._explainer.metrics[0]
        name, sign = str(first), -1.0 if first.higher_is_better else 1.0

        def cheapness(priced: tuple[Move, Scores]) -> tuple[float, int]:
            return sign * (priced[1][name] or 0.0), priced[0].block.start

        priced = [(move, _prices(alone[draft.alone(move)], now)) for move in draft.moves]
        return sorted(priced, key=cheapness)

    def _explanation(
        self,
        draft: Draft,
        ranked: Sequence[tuple[Move, Scores]],
        steps: tuple[Step, ...],
        now: Scores,
    ) -> Explanation:
        k = draft.segment
        tokens = self._evidence.tokens[k]
        reference_tokens = self._evidence.reference_tokens[draft.reference]
        number = draft.reference - int(self._evidence.groups[k])
        return Explanation(
            system=self._explainer.name,
            segment=self._numbers[k],
            hypothesis=self._output.texts[k],
            reference=self._test_set.texts[k][number],
            reference_number=number + 1,
            hypothesis_tokens=tuple(tokens),
            reference_tokens=tuple(reference_tokens),
            links=draft.links,
            permutation=draft.tree.permutation,
            tree=draft.blocks(),
            moves=tuple(
                draft.priced(move, place, prices)
                for place, (move, prices) in enumerate(ranked, start=1)
            ),
            steps=steps,
            fewest_words=draft.fewest_words,
            scores=now,
            higher_is_better={str(m): m.higher_is_better for m in self._explainer.metrics},
            source=None if self._test_set.source is None else self._test_set.source[k],
            edits=_edits(tokens, reference_tokens) if self._explainer.edits else {},
            trees=self._trees(draft) if self._explainer.trees else None,
        )

    def _trees(self, draft: Draft) -> Trees:
        """Both trees, and which of their words a cheapest edit script matches."""
        sides = self._evidence.trees
        hypothesis, reference = (side[draft.reference] for side in sides)
        matched = edit_distance(hypothesis, reference).matched
        return {
            "hypothesis": _tree(hypothesis),
            "reference": _tree(reference),
            "matches": [[left - 1, right - 1] for left, right in matched],
        }


def _order_among(metrics: Sequence[Metric]) -> PermutationMetric:
    """The first metric of order there is, or Kendall's."""
    return next((metric for metric in metrics if isinstance(metric, PermutationMetric)), Kendall())


def _prices(then: Scores, now: Scores) -> Scores:
    """By how much each score changes; None where one of the two is not defined."""
    found: Scores = {}
    for name, score in now.items():
        changed = then[name]
        found[name] = None if score is None or changed is None else changed - score
    return found


def _edits(hypothesis: Sequence[str], reference: Sequence[str]) -> Edits:
    """TER's shifts and edits, and the derivation of inversion distance with its swaps."""
    script = edits.translation_edit_script(hypothesis, reference)
    shifts, steps = to_json(script.shifts), to_json(script.edits)
    found: Edits = {"ter": {"cost": script.cost, "shifts": shifts, "edits": steps}}
    if max(len(hypothesis), len(reference)) <= LONGEST_DERIVED:
        derivation = edits.derive(hypothesis, reference)
        found["invwer"] = {
            "cost": derivation.cost,
            "exact": derivation.exact,
            "text": derivation.to_text(),
            "swaps": [
                [[part.hypothesis.start, part.hypothesis.stop] for part in node.children]
                for node in derivation.nodes()
                if node.operation == "inverted"
            ],
        }
    return found


def _tree(tree: trees.DependencyTree) -> DependencyTree:
    return {
        "words": list(tree.words),
        "heads": list(tree.heads),
        "relations": list(tree.deprels),
        "tags": list(tree.upos),
    }
