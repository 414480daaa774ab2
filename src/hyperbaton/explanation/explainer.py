"""Explains segments: what moved, and by scoring again what each move costs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from statistics import mean
from typing import TYPE_CHECKING, Any, cast
from unicodedata import category

import numpy as np

from hyperbaton.checks import as_texts, each_once
from hyperbaton.errors import InputError, OptionError
from hyperbaton.evidence import Evidence, Output, Preparation, TestSet
from hyperbaton.evidence.preparation import preparation_of_given
from hyperbaton.evidence.texts import Side
from hyperbaton.explanation.kinds import role_of
from hyperbaton.explanation.moves import Move, moves_of, steps_to_order, undone
from hyperbaton.explanation.ranking import OrderScores
from hyperbaton.explanation.rescoring import (
    Key,
    Scores,
    pieces_of,
    rearranged,
    rescored,
    scored,
)
from hyperbaton.explanation.segment import (
    BlockKind,
    ExplainedLink,
    ExplainedReference,
    ExplainedSource,
    ExplainedText,
    Explanation,
    Pair,
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

if TYPE_CHECKING:
    from hyperbaton.bitext import WordAlignments

DEFAULT_METRICS = ("kendall", "pef", "hyperbaton")
BATCH = 500  # segments whose changed texts are scored together


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


def _order_among(metrics: Sequence[Metric]) -> PermutationMetric:
    return next((metric for metric in metrics if isinstance(metric, PermutationMetric)), Kendall())


class Explainer:
    """Explains the outputs of one system.

    Args:
        name: the name of the system.
        output: its outputs.
        test_set: the references, and perhaps the source, which is shown with its links.
        metrics: what moves are priced by; the first decides which costs most.
        preparation: how text becomes evidence.
        threads: how many threads to use; all cores by default.
        trees: whether to add dependency trees.
        known: statistics of all segments, by metric, that need not be computed again.

    Raises:
        OptionError: a metric cannot price one segment alone, or word order is that of the source.
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

    def explain(self, segment: int) -> Explanation:
        """The explanation of a segment, counted from 1."""
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
            yield from self._batch(chosen[begin : begin + BATCH])

    def _batch(self, numbers: Sequence[int]) -> Iterator[Explanation]:
        """Prices each move alone, puts the most costly first, and undoes them one by one."""
        chosen = [number - 1 for number in numbers]
        output, test_set = self.output.chosen(chosen), self.test_set.chosen(chosen)
        whole = Evidence(test_set, output, self.preparation, self.threads)
        # The words whose order is explained, split as the metric of order splits them.
        evidence = whole.under(self.order.adapted(self.preparation))
        known = {metric: rows[chosen] for metric, rows in self.known.items()}
        present, parts = scored(whole, self.metrics, known)
        best = self.order.best_references(evidence)
        drafts = [
            _Draft(self, evidence, k, numbers[k], int(reference), present[k], parts[k])
            for k, reference in enumerate(best)
        ]

        def scores_of(texts: Mapping[Key, str]) -> dict[Key, Scores]:
            return rescored(texts, whole, output, self.metrics, self.threads)

        texts = {key: text for draft in drafts for key, text in draft.texts(draft.alone.values())}
        scores = scores_of(texts)
        for draft in drafts:
            draft.rank(scores)
        steps = [list(draft.texts(draft.steps())) for draft in drafts]
        scores |= scores_of({key: text for each in steps for key, text in each if key not in texts})
        for draft, each in zip(drafts, steps, strict=True):
            yield draft.explanation([Step(key[1], text, scores[key]) for key, text in each])

    def order_scores(self) -> OrderScores:
        """The scores of all segments by the metric of order."""
        statistics = self.known.get(self.order.computed_as)
        if statistics is None:
            evidence = Evidence(self.test_set, self.output, self.preparation, self.threads)
            statistics = self.order.statistics(evidence)
        return OrderScores(self.name, self.order, statistics)

    @cached_property
    def _source(self) -> tuple[Side, WordAlignments | None, Sequence[WordAlignments]] | None:
        """The words of the source, and its links with the output and all streams of references."""
        if self.test_set.source is None:
            return None
        preparation = self.order.adapted(self.preparation).text
        source = Side(self.test_set.source, preparation, name="source")
        links = self.output.source_links
        if links is None or self.test_set.source_links is None:
            return source, None, ()
        sides = source, Side(self.output.texts, preparation, name=self.name)
        ours = links.alignments(*(np.diff(side.words.offsets) for side in sides))
        return source, ours, self.test_set.linked_source(self.test_set.prepared(preparation))[1]

    def source_of(self, segment: int, reference: int) -> ExplainedSource | None:
        """The source of a segment with its links; both are counted from 0."""
        if self._source is None:
            return None
        source, ours, theirs = self._source
        text, tokens = source.texts[segment], tuple(source.words.tokens[segment])
        if ours is None:
            return ExplainedSource(text, tokens, None, None)
        stream = self.test_set.stream_of[self.test_set.groups[segment] + reference]
        links = (tuple(map(tuple, each[segment].tolist())) for each in (ours, theirs[stream]))
        return ExplainedSource(text, tokens, *links)


class _Draft:
    """A segment that is being explained.

    Attributes:
        moves: its moves, outer blocks first; once they have prices, the most costly first.
        alone: the order with each move alone undone.
    """

    def __init__(
        self,
        explainer: Explainer,
        evidence: Evidence,
        segment: int,
        number: int,
        reference: int,
        scores: Scores,
        parts: Mapping[str, Scores],
    ) -> None:
        self.explainer, self.evidence = explainer, evidence
        self.segment, self.number = segment, number  # in the batch from 0, in the test set from 1
        self.reference = reference  # of those of the segment, from 0
        self.place = reference + int(evidence.groups[segment])  # among those of all segments
        self.scores, self.parts = scores, parts
        self.tokens = tuple(evidence.tokens[segment])
        self.reference_tokens = tuple(evidence.reference_tokens[self.place])
        self.pieces = pieces_of(evidence.texts[segment], self.tokens)
        self.links = evidence.alignments[self.place].links
        self.elements = [link.hypothesis for link in self.links]  # at each place of the order
        self.tree = PermutationTree.of_batch(evidence.order, self.place, flattened=True)
        self.moves = list(moves_of(self.tree))
        self.alone: dict[Move, Key] = {}
        for move in self.moves:
            block, beside = (self.elements[slice(*span)] for span in (move.block, move.neighbour))
            order = undone(range(len(self.pieces)), block, beside, after=move.after)
            self.alone[move] = segment, tuple(order)
        self.prices: dict[Move, Scores] = {}

    def steps(self) -> Iterator[Key]:
        """The order after each move is undone, all earlier ones as well."""
        permutation, words = self.tree.permutation, len(self.pieces)
        for order in steps_to_order(permutation, self.moves, self.elements, words):
            yield self.segment, tuple(order)

    def texts(self, keys: Iterable[Key]) -> Iterator[tuple[Key, str]]:
        """The text in each of several orders."""
        return ((key, rearranged(self.pieces, key[1])) for key in keys)

    def rank(self, alone: Mapping[Key, Scores]) -> None:
        """Puts the most costly moves first, given the scores with each undone.

        Moves of nothing but function words and marks come last: mostly they are far from their
        place because their phrase is, or because a link is wrong.
        """
        first, language = self.explainer.metrics[0], self.explainer.preparation.language_code
        sign = -1.0 if first.higher_is_better else 1.0
        slight = function_words(language) | frequent_words(language)
        for move, key in self.alone.items():
            self.prices[move] = {
                name: None if now is None or (then := alone[key][name]) is None else then - now
                for name, now in self.scores.items()
            }

        def place(move: Move) -> tuple[bool, float, int]:
            words = [self.tokens[k] for k in self.elements[slice(*move.block)]]
            has_content = any(
                any(map(str.isalnum, word)) and word.lower() not in slight for word in words
            )
            return not has_content, sign * (self.prices[move][str(first)] or 0), move.block.start

        self.moves.sort(key=place)

    def explanation(self, steps: Sequence[Step]) -> Explanation:
        """The explanation, given the segment after each step."""
        explainer, evidence, k = self.explainer, self.evidence, self.segment
        trees = self._trees() if explainer.trees else None
        source = explainer.source_of(self.number - 1, self.reference)
        unit: Unit = "character" if _are_characters(self.tokens) else "word"
        return Explanation(
            system=explainer.name,
            segment=self.number,
            language=explainer.preparation.language_code,
            source=source,
            hypothesis=ExplainedText(evidence.output.texts[k], self.tokens),
            reference=ExplainedReference(
                evidence.test_set.texts[k][self.reference],
                self.reference_tokens,
                self.reference + 1,
            ),
            links=tuple(ExplainedLink(*link) for link in self.links),
            permutation=self.tree.permutation,
            tree=_blocks(self.tree),
            moves=tuple(
                self._priced(move, number, unit, trees, source)
                for number, move in enumerate(self.moves, 1)
            ),
            steps=tuple(steps),
            scores=self.scores,
            parts=self.parts,
            higher_is_better={str(m): m.higher_is_better for m in explainer.metrics},
            trees=trees,
        )

    def _priced(
        self,
        move: Move,
        number: int,
        unit: Unit,
        trees: Trees | None,
        source: ExplainedSource | None,
    ) -> PricedMove:
        tokens, neighbour = self._stretch(move.block), self._stretch(move.neighbour)
        role = None
        if trees is not None and len(trees.reference) == len(self.reference_tokens):
            words = [link.reference for link in self.links[slice(*move.block)]]
            role = role_of(trees.reference, min(words), max(words) + 1)
        return PricedMove(
            number=number,
            start=move.block.start,
            stop=move.block.stop,
            tokens=tokens,
            text=rearranged(self.pieces, range(*tokens)),
            role=role,
            neighbour=neighbour,
            neighbour_text=rearranged(self.pieces, range(*neighbour)),
            after=move.after,
            distance=move.distance,
            unit=unit,
            depth=move.depth,
            as_in_source=_as_in_source(tokens, neighbour, source),
            prices=self.prices[move],
        )

    def _stretch(self, span: Span) -> tuple[int, int]:
        """The stretch of tokens from the first to the last of some positions."""
        return self.elements[span.start], self.elements[span.stop - 1] + 1

    def _trees(self) -> Trees:
        """Both trees, and which of their words a cheapest edit script matches."""
        hypothesis, reference = (side[self.place] for side in self.evidence.trees)
        matched = edit_distance(hypothesis, reference).matched
        return Trees(hypothesis, reference, tuple((left - 1, right - 1) for left, right in matched))


def _as_in_source(block: Pair, neighbour: Pair, source: ExplainedSource | None) -> bool | None:
    """Whether two stretches of the output have the order that their words have in the source."""
    links = (source and source.output) or ()
    ours, theirs = (
        [word for word, token in links if begin <= token < end] for begin, end in (block, neighbour)
    )
    if not ours or not theirs:
        return None
    before, after = mean(ours), mean(theirs)
    return None if before == after else (block < neighbour) == (before < after)


def _are_characters(tokens: Sequence[str]) -> bool:
    """Whether most of a text without spaces was split into characters."""
    if not has_unspaced_script(tokens):
        return False
    unspaced = [token for token in tokens if has_unspaced_script([token])]
    characters = sum(all(category(mark)[0] == "M" for mark in token[1:]) for token in unspaced)
    return 4 * characters > 3 * len(unspaced)


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
        inversions = 0
        if node.kind != "monotone":
            inversions = sum(
                sizes[i] * sizes[j]
                for j in range(len(spans))
                for i in range(j)
                if firsts[i] > firsts[j]
            )
        children = tuple(done.get(span) or TreeBlock(*span, "leaf") for span in spans)
        kind, loss = cast("BlockKind", node.kind), inversions / pairs
        block = TreeBlock(*node.span, kind, node.operator, inversions, loss, children)
        done[node.span] = block
    return block
