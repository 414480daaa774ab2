"""Explains segments of systems: what moved, and by scoring again what each move costs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from hyperbaton.alignment.alignments import Alignment
from hyperbaton.errors import InputError, OptionError
from hyperbaton.evidence import Context, Evidence, Need, Output, TestSet
from hyperbaton.explanation.details import dependency_trees, edit_scripts
from hyperbaton.explanation.moves import Move, moves_of, steps_to_order, undone
from hyperbaton.explanation.rearranging import Piece, pieces_of, rearranged
from hyperbaton.explanation.rescoring import Arrangement, Rescorer
from hyperbaton.explanation.segment import (
    ExplainedLink,
    Explanation,
    PricedMove,
    Step,
    TreeBlock,
)
from hyperbaton.forest.tree import Node, PermutationTree, Span
from hyperbaton.metrics import TextMetric
from hyperbaton.metrics.permutation.kendall import Kendall
from hyperbaton.metrics.permutation.permutation_metric import PermutationMetric
from hyperbaton.runtime.progress import progress
from hyperbaton.runtime.resources import Resources

BATCH = 500  # segments whose changed texts are scored together


@dataclass(frozen=True)
class _Draft:
    """A segment before its moves have prices."""

    segment: int
    reference: int  # among all references
    pieces: list[Piece]
    reference_tokens: Sequence[str]
    alignment: Alignment
    tree: PermutationTree
    moves: tuple[Move, ...]

    @property
    def elements(self) -> list[int]:
        """The token that stands at each position of the permutation."""
        return [link.hypothesis for link in self.alignment.links]

    def tokens_of(self, span: Span) -> tuple[int, int]:
        """The stretch of tokens from the first to the last of some positions."""
        elements = self.elements[span.start : span.stop]
        return elements[0], elements[-1] + 1

    def text_of(self, span: Span) -> str:
        """The words of that stretch, as they are written."""
        return rearranged(self.pieces, range(*self.tokens_of(span)))

    def alone(self, move: Move) -> list[int]:
        """The tokens with one move undone."""
        elements = self.elements
        block = elements[move.block.start : move.block.stop]
        beside = elements[move.neighbour.start : move.neighbour.stop]
        return undone(range(len(self.pieces)), block, beside, after=move.after)


class Explainer:
    """Explains the outputs of one system.

    Args:
        name: the name of the system.
        output: its outputs.
        test_set: the references.
        metrics: what moves are priced by; the first says which move is the dearest.
        context: how text becomes evidence.
        resources: what may be used of the machine.
        trees: whether to add dependency trees.

    Raises:
        OptionError: word order is that of the source, whose words are not the output's, or a metric
            cannot be computed for one segment alone.
    """

    def __init__(
        self,
        name: str,
        output: Output,
        test_set: TestSet,
        metrics: Sequence[TextMetric],
        context: Context,
        resources: Resources | None = None,
        *,
        trees: bool = False,
    ) -> None:
        if context.over_source:
            raise OptionError(
                "explanations need links of output and reference; leave the alignments with the "
                "source out"
            )
        self.name = name
        self.output = output
        self.test_set = test_set
        self.metrics = tuple(metrics)
        self.context = context
        self._rescorer = Rescorer(output, test_set, self.metrics, context, resources)
        self._by_order = next(
            (metric for metric in metrics if isinstance(metric, PermutationMetric)), Kendall()
        )
        whole = Evidence(test_set, output, context, resources)
        # The words whose order is explained, split as the metric of order splits them.
        self._evidence = whole.under(self._by_order.adapted(context), frozenset(Need))
        self._with_trees = trees

    def explain(self, segment: int) -> Explanation:
        """The explanation of a segment, counted from 1.

        Raises:
            InputError: there is no such segment.
        """
        return self.explain_all([segment])[0]

    def explain_all(self, segments: Sequence[int] | None = None) -> list[Explanation]:
        """The explanations of several segments, counted from 1, or of all.

        Raises:
            InputError: there is no such segment.
        """
        chosen = list(range(1, len(self.test_set) + 1)) if segments is None else list(segments)
        for segment in chosen:
            if not 1 <= segment <= len(self.test_set):
                raise InputError(
                    f"there is no segment {segment}; there are {len(self.test_set)}, counted from 1"
                )
        found: list[Explanation] = []
        begins = range(0, len(chosen), BATCH)
        for begin in progress(begins, f"explaining {self.name}", "batches", len(begins)):
            drafts = list(self._drafts(chosen[begin : begin + BATCH]))
            found.extend(self._priced(drafts))
        return found

    def _drafts(self, segments: Sequence[int]) -> Iterator[_Draft]:
        best = self._by_order.best_references(self._evidence)
        tokens, reference_tokens = self._evidence.tokens, self._evidence.reference_tokens
        alignments, order = self._evidence.alignments, self._evidence.order
        for segment in segments:
            k = segment - 1
            reference = int(self._evidence.groups[k] + best[k])
            tree = PermutationTree.from_permutation(order[reference]).flattened()
            yield _Draft(
                k,
                reference,
                pieces_of(self._evidence.texts[k], tokens[k]),
                reference_tokens[reference],
                alignments[reference],
                tree,
                moves_of(tree),
            )

    def _priced(self, drafts: Sequence[_Draft]) -> Iterator[Explanation]:
        """Prices each move alone, puts the dearest first, and undoes them one after the other."""
        asked = [
            Arrangement(draft.segment, draft.pieces, draft.alone(move))
            for draft in drafts
            for move in draft.moves
        ]
        alone = iter(self._rescorer.scores(asked))
        present = self._rescorer.present([draft.segment for draft in drafts])
        ordered = []
        for draft, now in zip(drafts, present, strict=True):
            prices = [self._prices(now, next(alone)) for _ in draft.moves]
            ranked = sorted(zip(draft.moves, prices, strict=True), key=self._cheapness)
            ordered.append(ranked)
        steps = [
            [
                Arrangement(draft.segment, draft.pieces, order)
                for order in steps_to_order(
                    draft.tree.permutation,
                    [move for move, _ in ranked],
                    draft.elements,
                    len(draft.pieces),
                )
            ]
            for draft, ranked in zip(drafts, ordered, strict=True)
        ]
        stepped = iter(self._rescorer.scores([each for listed in steps for each in listed]))
        for draft, ranked, listed, now in zip(drafts, ordered, steps, present, strict=True):
            done = [Step(tuple(each.order), each.text, next(stepped)) for each in listed]
            yield self._explanation(draft, ranked, done, now)

    def _prices(
        self, now: Mapping[str, float | None], then: Mapping[str, float | None]
    ) -> dict[str, float | None]:
        return {name: _difference(then[name], score) for name, score in now.items()}

    def _cheapness(self, priced: tuple[Move, Mapping[str, float | None]]) -> tuple[float, int]:
        """Sorts the dearest move first; of equally dear ones the first in the tree."""
        first = self.metrics[0]
        price = priced[1][str(first)] or 0.0
        return (-price if first.higher_is_better else price), priced[0].block.start

    def _explanation(
        self,
        draft: _Draft,
        ranked: Sequence[tuple[Move, Mapping[str, float | None]]],
        steps: Sequence[Step],
        now: Mapping[str, float | None],
    ) -> Explanation:
        k, tree = draft.segment, draft.tree
        tokens = self._evidence.tokens[k]
        root = tree.root
        pairs = len(tree.permutation) * (len(tree.permutation) - 1) // 2
        return Explanation(
            system=self.name,
            segment=k + 1,
            hypothesis=self.output.texts[k],
            reference=self.test_set.flat_texts[draft.reference],
            reference_number=draft.reference - int(self._evidence.groups[k]) + 1,
            hypothesis_tokens=tuple(tokens),
            reference_tokens=tuple(draft.reference_tokens),
            links=tuple(
                ExplainedLink(link.hypothesis, link.reference, link.matcher, float(link.weight))
                for link in draft.alignment.links
            ),
            permutation=tree.permutation,
            tree=None if root is None else _block(root, max(pairs, 1)),
            moves=tuple(
                _priced_move(draft, number, move, prices)
                for number, (move, prices) in enumerate(ranked, start=1)
            ),
            steps=tuple(steps),
            fewest_words=len(tree.permutation) - _longest_increasing(tree.permutation),
            scores=now,
            higher_is_better={str(metric): metric.higher_is_better for metric in self.metrics},
            source=None if self.test_set.source is None else self.test_set.source[k],
            edits=edit_scripts(tokens, draft.reference_tokens),
            trees=self._trees(draft) if self._with_trees else None,
        )

    def _trees(self, draft: _Draft) -> dict[str, Any]:
        hypotheses, references = self._evidence.trees
        return dependency_trees(hypotheses[draft.reference], references[draft.reference])


def _difference(then: float | None, now: float | None) -> float | None:
    return None if then is None or now is None else then - now


def _priced_move(
    draft: _Draft, number: int, move: Move, prices: Mapping[str, float | None]
) -> PricedMove:
    return PricedMove(
        number=number,
        start=move.block.start,
        stop=move.block.stop,
        tokens=draft.tokens_of(move.block),
        text=draft.text_of(move.block),
        neighbour=draft.tokens_of(move.neighbour),
        neighbour_text=draft.text_of(move.neighbour),
        after=move.after,
        distance=move.distance,
        depth=move.depth,
        prices=prices,
    )


def _block(node: Node, pairs: int) -> TreeBlock:
    """A node with the pairs of words that are out of order between its children."""
    children = node.children
    sizes = [child.stop - child.start for child in children]
    firsts = [child.values[0] for child in children]
    inversions = sum(
        sizes[i] * sizes[j] for j in range(len(children)) for i in range(j) if firsts[i] > firsts[j]
    )
    return TreeBlock(
        node.start,
        node.stop,
        node.kind,
        node.operator if children else (),
        inversions,
        inversions / pairs,
        tuple(_block(child, pairs) for child in children),
    )


def _longest_increasing(permutation: Sequence[int]) -> int:
    """The length of the longest increasing subsequence."""
    ends: list[int] = []
    for value in permutation:
        place = int(np.searchsorted(ends, value))
        ends[place : place + 1] = [value]
    return len(ends)
