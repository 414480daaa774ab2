"""The explanation of one segment, as plain data with a versioned JSON form.

`docs/explain.md` describes every field. Positions of tokens and of the permutation count from 0 and
are half-open; values of the permutation and operators count from 1, as in the papers.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from hyperbaton.checks import check_same_number
from hyperbaton.errors import InputError
from hyperbaton.explanation.sentences import block_sentence, in_words

SCHEMA = "hyperbaton-explanation/1"


@dataclass(frozen=True)
class ExplainedLink:
    """A word of the hypothesis and the word of the reference that it stands for.

    Attributes:
        hypothesis: the token of the hypothesis.
        reference: the token of the reference.
        matcher: how they were found to belong together, such as `exact` or `stem`.
        credit: how good a match it is, from 0 to 1.
    """

    hypothesis: int
    reference: int
    matcher: str
    credit: float


@dataclass(frozen=True)
class TreeBlock:
    """A block of the flattened permutation tree.

    Attributes:
        start: its first position in the permutation.
        stop: one past its last position.
        kind: `leaf`, `monotone`, `inverted` or `prime`.
        operator: the order of its children; empty for a leaf.
        inversions: pairs of words out of order whose smallest common block is this one.
        loss: that number as a share of all pairs; the losses of all blocks add up to 1 - kendall.
        children: the blocks within it.
    """

    start: int
    stop: int
    kind: str
    operator: tuple[int, ...] = ()
    inversions: int = 0
    loss: float = 0.0
    children: tuple[TreeBlock, ...] = ()


@dataclass(frozen=True)
class PricedMove:
    """A block that stands in the wrong place, and what that costs.

    Attributes:
        number: 1 for the dearest.
        start: its first position in the permutation.
        stop: one past its last position.
        tokens: its first token in the hypothesis, and one past its last.
        text: its words, as they are written.
        neighbour: first and one past the last token of the block that it belongs next to.
        neighbour_text: the words of that block.
        after: whether it belongs after that block, and stands too early.
        distance: how many aligned words it has to pass.
        depth: how many blocks lie above its parent.
        prices: by metric, by how much the score changes when this move alone is undone; None where
            the metric cannot tell.
    """

    number: int
    start: int
    stop: int
    tokens: tuple[int, int]
    text: str
    neighbour: tuple[int, int]
    neighbour_text: str
    after: bool
    distance: int
    depth: int
    prices: Mapping[str, float | None]

    @property
    def where(self) -> str:
        """Such as `“in the lobby” stands 3 words too early, before “at noon”`."""
        return block_sentence(self.text, self.distance, self.after, self.neighbour_text)


@dataclass(frozen=True)
class Step:
    """The segment after some moves have been undone, the dearest first.

    Attributes:
        order: the tokens of the hypothesis as they then stand.
        text: the text.
        scores: by metric.
    """

    order: tuple[int, ...]
    text: str
    scores: Mapping[str, float | None]


@dataclass(frozen=True)
class Explanation:
    """What moved in one segment, how far, and what it costs.

    Attributes:
        system: the name of the system.
        segment: the number of the segment, from 1.
        hypothesis: the output, as it is written.
        reference: the reference that it is compared with.
        reference_number: which of the segment's references that is, from 1.
        source: the source, where it is known.
        hypothesis_tokens: the words of the output.
        reference_tokens: the words of the reference.
        links: which words belong together.
        permutation: where the linked words of the output stand in the reference, from 1.
        tree: its flattened permutation tree; None where no word is linked.
        moves: what has to move, the dearest first.
        steps: the segment after each move is undone, all earlier ones as well.
        fewest_words: the least number of words that would have to move one by one.
        scores: by metric, of the output as it is.
        higher_is_better: by metric, which way is up.
        edits: edit scripts by name: `ter` with its shifts, `invwer` with its swaps.
        trees: dependency trees of both sides, where they were asked for.
    """

    system: str
    segment: int
    hypothesis: str
    reference: str
    reference_number: int
    hypothesis_tokens: tuple[str, ...]
    reference_tokens: tuple[str, ...]
    links: tuple[ExplainedLink, ...]
    permutation: tuple[int, ...]
    tree: TreeBlock | None
    moves: tuple[PricedMove, ...]
    steps: tuple[Step, ...]
    fewest_words: int
    scores: Mapping[str, float | None]
    higher_is_better: Mapping[str, bool]
    source: str | None = None
    edits: Mapping[str, Any] = field(default_factory=dict)
    trees: Mapping[str, Any] | None = None

    def __post_init__(self) -> None:
        words = len(self.hypothesis_tokens), len(self.reference_tokens)
        for link in self.links:
            if not (0 <= link.hypothesis < words[0] and 0 <= link.reference < words[1]):
                raise InputError(
                    f"links: expected tokens of a hypothesis of {words[0]} and a reference of "
                    f"{words[1]}, counted from 0, got {link.hypothesis}-{link.reference}"
                )
        check_same_number(links=self.links, permutation=self.permutation)
        blocks = 0 if self.tree is None else self.tree.stop
        if blocks != len(self.links):
            raise InputError(
                f"tree: expected one over {len(self.links)} linked words, got {blocks}"
            )

    @property
    def restored(self) -> Mapping[str, float | None]:
        """The scores with all moves undone."""
        return self.steps[-1].scores if self.steps else self.scores

    @cached_property
    def interaction(self) -> dict[str, float | None]:
        """By metric, what all moves cost together less the sum of their prices."""
        found: dict[str, float | None] = {}
        for metric, score in self.scores.items():
            restored = self.restored[metric]
            prices = [move.prices[metric] for move in self.moves]
            known = [price for price in prices if price is not None]
            if score is None or restored is None or len(known) < len(prices):
                found[metric] = None
            else:
                found[metric] = restored - score - sum(known)
        return found

    @property
    def headline(self) -> tuple[str, ...]:
        """The metrics without those that are parts of another."""
        return tuple(name for name in self.scores if "(part=" not in name)

    def sentences(self) -> list[str]:
        """The moves in words, with their prices."""
        return [
            in_words(move.where, {name: move.prices[name] for name in self.headline})
            for move in self.moves
        ]

    def __str__(self) -> str:
        from hyperbaton.explanation.terminal import to_text

        return to_text(self)

    def _repr_html_(self) -> str:
        from hyperbaton.explanation.notebook import to_html

        return to_html(self)

    def to_dict(self, *, rounded: bool = False) -> dict[str, Any]:
        """Everything, as JSON has it.

        Args:
            rounded: whether numbers are, to four places up to 1 and to two beyond.
        """
        written = _Written(as_shown if rounded else float)
        return {
            "schema": SCHEMA,
            "system": self.system,
            "segment": self.segment,
            "source": self.source,
            "hypothesis": {"text": self.hypothesis, "tokens": list(self.hypothesis_tokens)},
            "reference": {
                "text": self.reference,
                "tokens": list(self.reference_tokens),
                "number": self.reference_number,
            },
            "links": [vars(link) for link in self.links],
            "permutation": list(self.permutation),
            "tree": None if self.tree is None else written.block(self.tree),
            "moves": [written.move(move) for move in self.moves],
            "steps": [
                {
                    "order": list(step.order),
                    "text": step.text,
                    "scores": written.numbers(step.scores),
                }
                for step in self.steps
            ],
            "fewest_words": self.fewest_words,
            "scores": written.numbers(self.scores),
            "higher_is_better": dict(self.higher_is_better),
            "restored": written.numbers(self.restored),
            "interaction": written.numbers(self.interaction),
            "edits": dict(self.edits),
            "trees": None if self.trees is None else dict(self.trees),
        }

    def to_json(self, *, indent: int | None = None) -> str:
        """The same as a JSON document."""
        return json.dumps(self.to_dict(), ensure_ascii=False, indent=indent)

    @classmethod
    def from_dict(cls, record: Mapping[str, Any]) -> Explanation:
        """An explanation from its JSON form.

        Raises:
            InputError: it has another schema, or something is missing.
        """
        schema = record.get("schema")
        if schema != SCHEMA:
            raise InputError(f"explanation: the schema {SCHEMA} is accepted, got {schema!r}")
        try:
            return cls(
                system=record["system"],
                segment=record["segment"],
                hypothesis=record["hypothesis"]["text"],
                reference=record["reference"]["text"],
                reference_number=record["reference"]["number"],
                hypothesis_tokens=tuple(record["hypothesis"]["tokens"]),
                reference_tokens=tuple(record["reference"]["tokens"]),
                links=tuple(ExplainedLink(**link) for link in record["links"]),
                permutation=tuple(record["permutation"]),
                tree=None if record["tree"] is None else _block_from_dict(record["tree"]),
                moves=tuple(map(_move_from_dict, record["moves"])),
                steps=tuple(
                    Step(tuple(step["order"]), step["text"], step["scores"])
                    for step in record["steps"]
                ),
                fewest_words=record["fewest_words"],
                scores=record["scores"],
                higher_is_better=record["higher_is_better"],
                source=record["source"],
                edits=record["edits"],
                trees=record["trees"],
            )
        except (KeyError, TypeError, AttributeError, ValueError) as error:
            raise InputError(f"explanation: not as {SCHEMA} has it ({error})") from None


def as_shown(value: float) -> float:
    """A number rounded as it is shown: to four places up to 1, to two beyond."""
    return round(value, 4 if -1.0 <= value <= 1.0 else 2)


class _Written:
    """Parts of an explanation as JSON has them, with numbers that a function rounds."""

    def __init__(self, number: Callable[[float], float]) -> None:
        self.number = number

    def numbers(self, values: Mapping[str, float | None]) -> dict[str, float | None]:
        return {
            name: None if value is None or not math.isfinite(value) else self.number(value)
            for name, value in values.items()
        }

    def block(self, block: TreeBlock) -> dict[str, Any]:
        return {
            "start": block.start,
            "stop": block.stop,
            "kind": block.kind,
            "operator": list(block.operator),
            "inversions": block.inversions,
            "loss": self.number(block.loss),
            "children": [self.block(child) for child in block.children],
        }

    def move(self, move: PricedMove) -> dict[str, Any]:
        return {
            **vars(move),
            "tokens": list(move.tokens),
            "neighbour": list(move.neighbour),
            "prices": self.numbers(move.prices),
            "where": move.where,
        }


def _block_from_dict(record: Mapping[str, Any]) -> TreeBlock:
    changed = {
        "operator": tuple(record["operator"]),
        "children": tuple(map(_block_from_dict, record["children"])),
    }
    return TreeBlock(**{**record, **changed})


def _move_from_dict(record: Mapping[str, Any]) -> PricedMove:
    fields = {name: value for name, value in record.items() if name != "where"}
    return PricedMove(
        **{
            **fields,
            "tokens": tuple(record["tokens"]),
            "neighbour": tuple(record["neighbour"]),
        }
    )
