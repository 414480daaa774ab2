"""Explains segments: what moved, and by scoring again what each move costs."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, cast

from hyperbaton.checks import as_texts, each_once
from hyperbaton.edits import derive, translation_edit_script
from hyperbaton.errors import InputError, OptionError
from hyperbaton.evidence import Evidence, Output, Preparation, TestSet
from hyperbaton.evidence.preparation import preparation_of_given
from hyperbaton.explanation.grammar import role_of
from hyperbaton.explanation.moves import Move, moves_of, steps_to_order, undone
from hyperbaton.explanation.ranking import OrderScores
from hyperbaton.explanation.rescoring import (
    Key,
    Scores,
    parts_of,
    pieces_of,
    rearranged,
    rescored,
    scored,
    statistics_of,
)
from hyperbaton.explanation.segment import (
    BlockKind,
    Derivation,
    Edits,
    ExplainedLink,
    Explanation,
    PricedMove,
    Step,
    TreeBlock,
    Trees,
    Unit,
)
from hyperbaton.metrics import Metric, text_metrics
from hyperbaton.metrics.base import Statistics
from hyperbaton.metrics.permutation_metric import Kendall, PermutationMetric
from hyperbaton.permutation.trees import PermutationTree, Span
from hyperbaton.text.languages import frequent_words, function_words
from hyperbaton.text.tokenizers import has_unspaced_script
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
        '“in the lobby” comes 4 words too early, before “we met at noon”'
        >>> round(found.moves[0].prices["kendall"], 2)
        0.57

    Args:
        hypothesis: the output, or an `Output` of one segment.
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
        threads: how many threads to use; all cores by default.
        trees: whether to add dependency trees.
        known: statistics of all segments by metric that have been computed already.
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
        threads: int | None = None,
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
        self.order = _order_among(metrics)
        self.preparation = preparation.in_language(test_set.language)
        self.threads = threads
        self.trees = trees
        self.known = known or {}
        self.edits = edits

    def explain(self, segment: int) -> Explanation:
        """The explanation of a segment, counted from 1.

        Raises:
            InputError: there is no such segment.
        """
        return next(self.explained([segment]))

    def explained(self, segments: Sequence[int] | None = None) -> Iterator[Explanation]:
        """The explanations of several segments, counted from 1, or of all, a batch at a time.

        Raises:
            InputError: there is no such segment.
        """
        last = len(self.test_set)
        chosen = range(1, last + 1) if segments is None else each_once(segments, "segments")
        for segment in chosen:
            if not 1 <= segment <= last:
                raise InputError(f"there is no segment {segment}; there are {last}, counted from 1")
        for begin in range(0, len(chosen), BATCH):
            yield from _Batch(self, chosen[begin : begin + BATCH]).explanations()

    def order_scores(self) -> OrderScores:
        """The scores of all segments by the metric of order."""
        evidence = Evidence(self.test_set, self.output, self.preparation, self.threads)
        return OrderScores(self.name, self.order, self.order.statistics(evidence))


class _Batch:
    """Some segments of a system, whose changed texts are scored together."""

    def __init__(self, explainer: Explainer, numbers: Sequence[int]) -> None:
        chosen = [number - 1 for number in numbers]
        self.explainer = explainer
        self.numbers = numbers
        self.output = explainer.output.chosen(chosen)
        self.test_set = explainer.test_set.chosen(chosen)
        preparation = explainer.preparation
        self.whole = Evidence(self.test_set, self.output, preparation, explainer.threads)
        self.known = {metric: rows[chosen] for metric, rows in explainer.known.items()}
        # The words whose order is explained, split as the metric of order splits them.
        self.evidence = self.whole.under(explainer.order.adapted(preparation))

    def explanations(self) -> Iterator[Explanation]:
        """Prices each move alone, puts the most costly first, and undoes them one by one."""
        best = self.explainer.order.best_references(self.evidence) + self.evidence.groups[:-1]
        metrics = self.explainer.metrics
        statistics = statistics_of(self.whole, metrics, self.known)
        present = scored(statistics, metrics)
        parts = parts_of(statistics, metrics, len(present))
        drafts = [
            _Draft(self, k, reference, present[k], parts[k])
            for k, reference in enumerate(best.tolist())
        ]
        texts: dict[Key, str] = {}
        for draft in drafts:
            texts |= draft.texts(map(draft.alone, draft.moves))
        scores = self._rescored(texts)
        steps = []
        further: dict[Key, str] = {}
        for draft in drafts:
            draft.rank(scores)
            steps.append(draft.steps())
            further |= draft.texts(key for key in steps[-1] if key not in texts)
        texts |= further
        scores |= self._rescored(further)
        for draft, keys in zip(drafts, steps, strict=True):
            yield draft.explanation(tuple(Step(key[1], texts[key], scores[key]) for key in keys))

    def _rescored(self, texts: Mapping[Key, str]) -> dict[Key, Scores]:
        metrics, threads = self.explainer.metrics, self.explainer.threads
        return rescored(texts, self.whole, self.output, metrics, threads)


class _Draft:
    """A segment that is being explained.

    Attributes:
        segment: which of its batch, from 0.
        moves: its moves, outer blocks first; once they have prices, the most costly first.
    """

    def __init__(
        self,
        batch: _Batch,
        segment: int,
        reference: int,
        scores: Scores,
        parts: Mapping[str, Scores],
    ) -> None:
        evidence = batch.evidence
        self.segment = segment
        self._batch = batch
        self._reference = reference  # among those of all segments
        self._scores = scores
        self._parts = parts
        self._tokens = evidence.tokens[segment]
        self._reference_tokens = evidence.reference_tokens[reference]
        self._pieces = pieces_of(evidence.texts[segment], self._tokens)
        self._links = evidence.alignments[reference].links
        self._elements = [link.hypothesis for link in self._links]  # at each place of the order
        self._tree = PermutationTree.of_batch(evidence.order, reference, flattened=True)
        language = batch.explainer.preparation.language_code
        slight = function_words(language) | frequent_words(language)
        self._content = [
            any(map(str.isalnum, token)) and token.lower() not in slight for token in self._tokens
        ]
        self._unit: Unit = "character" if _are_characters(self._tokens) else "word"
        self.moves = list(moves_of(self._tree))
        self._prices: dict[Move, Scores] = {}

    def alone(self, move: Move) -> Key:
        """The order with one move undone."""
        block, beside = (
            self._elements[span.start : span.stop] for span in (move.block, move.neighbour)
        )
        order = undone(range(len(self._pieces)), block, beside, after=move.after)
        return self.segment, tuple(order)

    def steps(self) -> list[Key]:
        """The order after each move is undone, all earlier ones as well."""
        permutation, words = self._tree.permutation, len(self._pieces)
        orders = steps_to_order(permutation, self.moves, self._elements, words)
        return [(self.segment, tuple(order)) for order in orders]

    def texts(self, keys: Iterable[Key]) -> dict[Key, str]:
        """The text in each of several orders."""
        return {key: rearranged(self._pieces, key[1]) for key in keys}

    def rank(self, alone: Mapping[Key, Scores]) -> None:
        """Puts the most costly moves first, given the scores with each undone.

        Moves of nothing but function words and marks come last: mostly they are far from their
        place because their phrase is, or because a link is wrong.
        """
        first = self._batch.explainer.metrics[0]
        name, sign = str(first), -1.0 if first.higher_is_better else 1.0
        prices = {move: _differences(alone[self.alone(move)], self._scores) for move in self.moves}

        def place(move: Move) -> tuple[bool, float, int]:
            words = self._elements[move.block.start : move.block.stop]
            has_content = any(self._content[word] for word in words)
            return not has_content, sign * (prices[move][name] or 0), move.block.start

        self._prices = prices
        self.moves.sort(key=place)

    def explanation(self, steps: tuple[Step, ...]) -> Explanation:
        """The explanation, given the segment after each step."""
        batch, k = self._batch, self.segment
        number = self._reference - int(batch.evidence.groups[k])
        explainer, source = batch.explainer, batch.test_set.source
        trees = self._trees() if explainer.trees else None
        return Explanation(
            system=explainer.name,
            segment=batch.numbers[k],
            language=explainer.preparation.language_code,
            hypothesis=batch.output.texts[k],
            reference=batch.test_set.texts[k][number],
            reference_number=number + 1,
            hypothesis_tokens=tuple(self._tokens),
            reference_tokens=tuple(self._reference_tokens),
            links=tuple(ExplainedLink(*link) for link in self._links),
            permutation=self._tree.permutation,
            tree=_blocks(self._tree),
            moves=tuple(
                self._priced(move, number, self._role(move, trees))
                for number, move in enumerate(self.moves, start=1)
            ),
            steps=steps,
            fewest_words=_fewest_words(self._tree.permutation),
            scores=self._scores,
            parts=self._parts,
            higher_is_better={str(m): m.higher_is_better for m in explainer.metrics},
            source=None if source is None else source[k],
            edits=_edits(self._tokens, self._reference_tokens) if explainer.edits else Edits(),
            trees=trees,
        )

    def _role(self, move: Move, trees: Trees | None) -> str | None:
        """What a block is in the grammar of the reference, if its tree has the same words."""
        if trees is None or len(trees.reference) != len(self._reference_tokens):
            return None
        words = [link.reference for link in self._links[move.block.start : move.block.stop]]
        return role_of(trees.reference, min(words), max(words) + 1)

    def _priced(self, move: Move, number: int, role: str | None) -> PricedMove:
        tokens, neighbour = self._stretch(move.block), self._stretch(move.neighbour)
        return PricedMove(
            number=number,
            start=move.block.start,
            stop=move.block.stop,
            tokens=tokens,
            text=rearranged(self._pieces, range(*tokens)),
            role=role,
            neighbour=neighbour,
            neighbour_text=rearranged(self._pieces, range(*neighbour)),
            after=move.after,
            distance=move.distance,
            unit=self._unit,
            depth=move.depth,
            prices=self._prices[move],
        )

    def _stretch(self, span: Span) -> tuple[int, int]:
        """The stretch of tokens from the first to the last of some positions."""
        return self._elements[span.start], self._elements[span.stop - 1] + 1

    def _trees(self) -> Trees:
        """Both trees, and which of their words a cheapest edit script matches."""
        hypothesis, reference = (side[self._reference] for side in self._batch.evidence.trees)
        matched = edit_distance(hypothesis, reference).matched
        return Trees(hypothesis, reference, tuple((left - 1, right - 1) for left, right in matched))


def _are_characters(tokens: Sequence[str]) -> bool:
    """Whether most of a text without spaces was split into characters."""
    if not has_unspaced_script(tokens):
        return False
    unspaced = [token for token in tokens if has_unspaced_script(token)]
    return 4 * sum(len(token) == 1 for token in unspaced) > 3 * len(unspaced)


def _fewest_words(permutation: Sequence[int]) -> int:
    """The least number of words that would have to move one by one."""
    ends: list[int] = []  # of increasing subsequences, by length
    for value in permutation:
        place = bisect_left(ends, value)
        ends[place : place + 1] = [value]
    return len(permutation) - len(ends)


def _blocks(tree: PermutationTree) -> TreeBlock | None:
    """The tree as an explanation has it: each node with the pairs that it puts out of order."""
    words = len(tree.permutation)
    pairs = words * (words - 1) // 2
    block = TreeBlock(0, 1, "leaf") if words else None
    done: dict[Span, TreeBlock] = {}  # inner nodes, children before parents
    for node in tree.nodes:
        spans = [child.span for child in node.children]
        firsts = [tree.permutation[span.start] for span in spans]
        sizes = [span.stop - span.start for span in spans]
        inversions = (
            0
            if node.kind == "monotone"
            else sum(
                sizes[i] * sizes[j]
                for j in range(len(spans))
                for i in range(j)
                if firsts[i] > firsts[j]
            )
        )
        children = tuple(done.get(span) or TreeBlock(*span, "leaf") for span in spans)
        kind = cast("BlockKind", node.kind)
        loss = inversions / pairs
        block = TreeBlock(*node.span, kind, node.operator, inversions, loss, children)
        done[node.span] = block
    return block


def _order_among(metrics: Sequence[Metric]) -> PermutationMetric:
    """The first metric of order there is, or Kendall's."""
    return next((metric for metric in metrics if isinstance(metric, PermutationMetric)), Kendall())


def _differences(then: Scores, now: Scores) -> Scores:
    """By how much each score changes; None where one of the two is not defined."""
    found: Scores = {}
    for name, score in now.items():
        changed = then[name]
        found[name] = None if score is None or changed is None else changed - score
    return found


def _edits(hypothesis: Sequence[str], reference: Sequence[str]) -> Edits:
    script = translation_edit_script(hypothesis, reference)
    if max(len(hypothesis), len(reference)) > LONGEST_DERIVED:
        return Edits(script)
    found = derive(hypothesis, reference)
    swaps = tuple(
        tuple((part.hypothesis.start, part.hypothesis.stop) for part in node.children)
        for node in found.nodes()
        if node.operation == "inverted"
    )
    return Edits(script, Derivation(found.cost, found.exact, found.to_text(), swaps))
