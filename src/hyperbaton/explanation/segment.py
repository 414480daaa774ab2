"""The explanation of one segment, as plain data with a versioned JSON form.

`docs/formats.md` describes every field. Positions of tokens and of the permutation count from 0 and
are half-open; values of the permutation and operators count from 1, as in the papers.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from html import escape
from typing import Any, ClassVar, Literal

from hyperbaton.tables.json_form import to_json
from hyperbaton.trees.dependency import DependencyTree

SCHEMA = "hyperbaton-explanation/1"
LONGEST_QUOTE = 60
MINUS = "\N{MINUS SIGN}"

Values = Mapping[str, float | None]  # by metric; None where it is not defined
Unit = Literal["word", "character"]
BlockKind = Literal["leaf", "monotone", "inverted", "prime"]
Pair = tuple[int, int]


@dataclass(frozen=True)
class ExplainedLink:
    """A word of the hypothesis and its counterpart in the reference.

    Attributes:
        hypothesis: the token of the hypothesis.
        reference: the token of the reference.
        matcher: how they were matched: `exact`, `stem` and so on.
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
    kind: BlockKind
    operator: tuple[int, ...] = ()
    inversions: int = 0
    loss: float = 0.0
    children: tuple[TreeBlock, ...] = ()


@dataclass(frozen=True)
class PricedMove:
    """A block that is out of place, and what that costs.

    Attributes:
        number: which it is in the list of moves, from 1.
        start: its first position in the permutation.
        stop: one past its last position.
        tokens: its first token in the hypothesis, and one past its last.
        text: its words, as they are written.
        role: what they are in the reference's grammar, such as `the object`; None without trees.
        neighbour: first and one past the last token of the block that it belongs next to.
        neighbour_text: the words of that block.
        after: whether it belongs after that block, and comes too early.
        distance: how many aligned words it has to pass.
        depth: how many blocks lie above its parent.
        unit: what is counted: words, or characters of text that was split into these.
        as_in_source: whether block and neighbour stand in the source as they do in the output, so
            that the move is literal; None where that is not known.
        prices: by metric, by how much the score changes when this move alone is undone; None where
            the metric cannot tell.
    """

    JSON: ClassVar = (
        "number start stop tokens text role neighbour neighbour_text after distance unit depth "
        "as_in_source prices where"
    )

    number: int
    start: int
    stop: int
    tokens: tuple[int, int]
    text: str
    role: str | None
    neighbour: tuple[int, int]
    neighbour_text: str
    after: bool
    distance: int
    unit: Unit
    depth: int
    as_in_source: bool | None
    prices: Values

    @property
    def where(self) -> str:
        """Such as `“in the lobby” comes 3 words too early, before “at noon”`."""
        words = self.unit if self.distance == 1 else f"{self.unit}s"
        how, side = ("early", "before") if self.after else ("late", "after")
        block, neighbour = quoted(self.text), quoted(self.neighbour_text)
        block += f", {self.role}," if self.role else ""
        source = {True: ", as in the source", False: ", unlike the source", None: ""}
        place = f"too {how}, {side} {neighbour}{source[self.as_in_source]}"
        return f"{block} comes {self.distance} {words} {place}"

    def costs(self, metrics: tuple[str, ...]) -> list[str]:
        """What it costs by every metric that can tell: `kendall −0.12`."""
        prices = ((name, self.prices[name]) for name in metrics)
        return [f"{name} {cost(price)}" for name, price in prices if price is not None]


@dataclass(frozen=True)
class Step:
    """The segment after some moves have been undone, most costly first.

    Attributes:
        order: the tokens of the hypothesis in their new order.
        text: the text.
        scores: by metric.
    """

    order: tuple[int, ...]
    text: str
    scores: Values


@dataclass(frozen=True)
class ExplainedText:
    """One side of a segment: as it is written, and its words."""

    text: str
    tokens: tuple[str, ...]


@dataclass(frozen=True)
class ExplainedReference(ExplainedText):
    """A reference with its number among those of the segment, from 1."""

    number: int


@dataclass(frozen=True)
class ExplainedSource(ExplainedText):
    """The source with its links, each a word of the source and one of the other side.

    Attributes:
        output: its links with the output; None where links are not known.
        reference: its links with the reference.
    """

    output: tuple[Pair, ...] | None
    reference: tuple[Pair, ...] | None


@dataclass(frozen=True)
class Trees:
    """The trees of both sides, and which of their words a cheapest edit script matches."""

    hypothesis: DependencyTree
    reference: DependencyTree
    matches: tuple[Pair, ...]


@dataclass(frozen=True, repr=False)
class Explanation:
    """What moved in one segment, how far, and what it costs.

    Attributes:
        system: the name of the system.
        segment: the number of the segment, from 1.
        language: the language that the text was taken to be in.
        source: the source, where it is known.
        hypothesis: the output.
        reference: the reference that it is compared with.
        links: which words belong together.
        permutation: the places of the output's linked words in the reference, from 1.
        tree: its flattened permutation tree; None where no word is linked.
        moves: what has to move, most costly first, content before function words and marks.
        steps: the segment after each move is undone, all earlier ones as well.
        scores: by metric, of the output as it is.
        parts: by metric what its score is the product of: `order` and `coverage`.
        higher_is_better: by metric, which way is up.
        trees: dependency trees of both sides, where they were asked for.
    """

    JSON: ClassVar = (
        "schema system segment language source hypothesis reference links permutation tree moves "
        "steps scores parts higher_is_better restored trees"
    )

    schema: ClassVar[str] = SCHEMA

    system: str
    segment: int
    language: str
    source: ExplainedSource | None
    hypothesis: ExplainedText
    reference: ExplainedReference
    links: tuple[ExplainedLink, ...]
    permutation: tuple[int, ...]
    tree: TreeBlock | None
    moves: tuple[PricedMove, ...]
    steps: tuple[Step, ...]
    scores: Values
    parts: Mapping[str, Values]
    higher_is_better: Mapping[str, bool]
    trees: Trees | None

    @property
    def restored(self) -> Values:
        """The scores with all moves undone."""
        return self.steps[-1].scores if self.steps else self.scores

    @property
    def headline(self) -> tuple[str, ...]:
        """The metrics without those that are parts of another."""
        return tuple(name for name in self.scores if "(part=" not in name)

    def sentences(self) -> list[str]:
        """The moves in words, with their prices."""
        return [" · ".join([move.where, *move.costs(self.headline)]) for move in self.moves]

    def __repr__(self) -> str:
        from hyperbaton.explanation.terminal import to_text

        return to_text(self)

    def _repr_html_(self) -> str:
        return f"<pre>{escape(str(self))}</pre>"

    def to_dict(self, *, rounded: bool = False) -> dict[str, Any]:
        """Everything, ready for JSON; rounded numbers have four places up to 1 and two beyond."""
        found: dict[str, Any] = to_json(self, as_shown if rounded else float)
        return found

    def to_json(self, *, indent: int | None = None) -> str:
        """The same as a JSON document."""
        return json.dumps(self.to_dict(), ensure_ascii=False, indent=indent)


def as_shown(value: float) -> float:
    """A number rounded as it is shown: to four places up to 1, to two beyond."""
    return round(value, 4 if -1.0 <= value <= 1.0 else 2)


def quoted(text: str) -> str:
    """A text in quotation marks, its middle left out where it is long."""
    if len(text) > LONGEST_QUOTE:
        head, tail = text[: LONGEST_QUOTE * 2 // 3], text[-LONGEST_QUOTE // 3 :]
        whole_words = head.rpartition(" ")[0] or head, tail.partition(" ")[2] or tail
        text = " … ".join(whole_words)
    return f"“{text}”"


def cost(price: float) -> str:
    """What a move does to a score, given by how much undoing it would change the score."""
    size = f"{abs(price):.2f}" if abs(price) >= 0.005 or price == 0 else f"{abs(price):.1g}"
    sign = MINUS if price > 0 else "+" if price < 0 else "±"
    return f"{sign}{size}"
