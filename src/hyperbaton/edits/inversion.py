"""Derivations of the inversion edit distance: which words were edited, which blocks swapped."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass

from hyperbaton import _core
from hyperbaton.edits.edit_script import word_ids
from hyperbaton.errors import InputError
from hyperbaton.limits import COST

LONGEST_DERIVED = 8000  # beyond, a table of all pairs of positions would not fit

OPERATIONS = ("match", "substitution", "insertion", "deletion", "straight", "inverted")


@dataclass(frozen=True)
class Costs:
    """The costs of the operations."""

    insertion: float = 1.0
    deletion: float = 1.0
    substitution: float = 1.0
    inversion: float = 1.0


@dataclass(frozen=True)
class DerivationNode:
    """A part of a derivation.

    Attributes:
        operation: "match", "substitution", "insertion" or "deletion" of one word; "straight" for
            parts that follow each other in both sentences; "inverted" for two blocks that are
            swapped in the reference.
        hypothesis: positions of its words in the hypothesis.
        reference: positions of its words in the reference.
        children: the parts of a straight or inverted node, in the order of the hypothesis.
    """

    operation: str
    hypothesis: range
    reference: range
    children: tuple[DerivationNode, ...]


@dataclass(frozen=True)
class Derivation:
    """A cheapest derivation of two sentences.

    Attributes:
        hypothesis: the words of the hypothesis.
        reference: the words of the reference.
        root: the whole; None for two empty sentences.
        cost: what it costs.
        exact: whether it is proven to be a cheapest one.
    """

    hypothesis: tuple[str, ...]
    reference: tuple[str, ...]
    root: DerivationNode | None
    cost: float
    exact: bool

    def nodes(self) -> Iterator[DerivationNode]:
        """All parts, parents first, in the order of the hypothesis."""
        waiting = [self.root] if self.root is not None else []
        while waiting:
            node = waiting.pop()
            yield node
            waiting.extend(reversed(node.children))

    def to_text(self) -> str:
        """The derivation in the notation of the paper, on one line.

        Brackets hold parts in the same order, angle brackets two blocks that are swapped; a pair
        of words is written hypothesis/reference, with ε where one side has no word.
        """
        pieces: list[str] = []
        waiting: list[DerivationNode | str] = [self.root] if self.root is not None else []
        while waiting:
            item = waiting.pop()
            if isinstance(item, str):
                pieces.append(item)
            elif item.children:
                opening, closing = ("⟨", "⟩") if item.operation == "inverted" else ("[", "]")
                pieces.append(opening)
                waiting.extend([closing, *reversed(item.children)])
            else:
                pieces.append(self._pair(item))
        return " ".join(pieces)

    def _pair(self, node: DerivationNode) -> str:
        left = " ".join(self.hypothesis[k] for k in node.hypothesis) or "ε"
        right = " ".join(self.reference[k] for k in node.reference) or "ε"
        return f"{left}/{right}"


def derive(
    hypothesis: Sequence[str], reference: Sequence[str], costs: Costs | None = None
) -> Derivation:
    """A cheapest derivation of two lists of words.

    >>> derive("a b c".split(), "b c a".split()).to_text()
    '⟨ a/a [ b/b c/c ] ⟩'

    Raises:
        InputError: the sentences are longer than LONGEST_DERIVED words.
        OptionError: a cost is no number, or out of range.
    """
    chosen = costs or Costs()
    _check(chosen)
    hypothesis_ids, reference_ids = word_ids(hypothesis, reference)
    try:
        rows, cost, exact = _core.inversion_derivation(
            hypothesis_ids,
            reference_ids,
            chosen.insertion,
            chosen.deletion,
            chosen.substitution,
            chosen.inversion,
        )
    except ValueError:
        raise InputError(
            f"sentences of {len(hypothesis)} and {len(reference)} words are too long to derive; "
            f"about {LONGEST_DERIVED:,} words on both sides are accepted"
        ) from None
    root = _tree(rows.tolist())
    return Derivation(tuple(hypothesis), tuple(reference), root, cost, exact)


def _check(costs: Costs) -> None:
    for operation, cost in asdict(costs).items():
        COST.check(cost, f"costs: {operation}")


def _tree(rows: list[list[int]]) -> DerivationNode | None:
    """Nodes from pre-order rows: operation, the two spans, number of children."""
    finished: list[DerivationNode] = []  # of later siblings, the next one on top
    for operation, h_begin, h_end, r_begin, r_end, count in reversed(rows):
        children = tuple(finished.pop() for _ in range(count))
        finished.append(
            DerivationNode(
                OPERATIONS[operation], range(h_begin, h_end), range(r_begin, r_end), children
            )
        )
    return finished[0] if finished else None
