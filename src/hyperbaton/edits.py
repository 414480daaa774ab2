"""Derivations of two sentences by edits of words and swaps of blocks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from hyperbaton import _core
from hyperbaton.checks import COST
from hyperbaton.errors import InputError

# In the order of the native code.
OPERATIONS = ("match", "substitution", "insertion", "deletion", "straight", "inverted")


@dataclass(frozen=True)
class DerivationNode:
    """A part of a derivation, with the positions of its words.

    Its operation is "match", "substitution", "insertion" or "deletion" of one word, "straight" for
    parts that follow each other in both sentences, or "inverted" for two blocks that are swapped
    in the reference. Children are in the order of the hypothesis.
    """

    operation: str
    hypothesis: range
    reference: range
    children: tuple[DerivationNode, ...]


@dataclass(frozen=True)
class Derivation:
    """A derivation of two sentences, and whether it is proven to be a cheapest one.

    The root of two empty sentences is None.
    """

    hypothesis: tuple[str, ...]
    reference: tuple[str, ...]
    root: DerivationNode | None
    cost: float
    exact: bool

    def to_text(self) -> str:
        """Writes the derivation in the notation of the paper, on one line.

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
                left = " ".join(self.hypothesis[k] for k in item.hypothesis) or "ε"
                right = " ".join(self.reference[k] for k in item.reference) or "ε"
                pieces.append(f"{left}/{right}")
        return " ".join(pieces)


def derive(
    hypothesis: Sequence[str],
    reference: Sequence[str],
    insertion: float = 1.0,
    deletion: float = 1.0,
    substitution: float = 1.0,
    inversion: float = 1.0,
) -> Derivation:
    """Finds a cheapest derivation of two lists of words, by the costs of its operations.

    >>> derive("a b c".split(), "b c a".split()).to_text()
    '⟨ a/a [ b/b c/c ] ⟩'

    Raises:
        InputError: the sentences are too long for a table of all pairs of positions.
        OptionError: a cost is out of range.
    """
    names = ("insertion", "deletion", "substitution", "inversion")
    given = (insertion, deletion, substitution, inversion)
    costs = [COST.check(cost, name) for cost, name in zip(given, names, strict=True)]
    ids: dict[str, int] = {}
    ours, theirs = (
        np.array([ids.setdefault(word, len(ids)) for word in words], np.int32)
        for words in (hypothesis, reference)
    )
    try:
        rows, cost, exact = _core.inversion_derivation(ours, theirs, *costs)
    except ValueError:
        raise InputError(
            f"sentences of {len(hypothesis)} and {len(reference)} words are too long to derive; "
            "about 8,000 words on both sides are accepted"
        ) from None
    return Derivation(tuple(hypothesis), tuple(reference), _tree(rows.tolist()), cost, exact)


def _tree(rows: list[list[int]]) -> DerivationNode | None:
    """Makes nodes of pre-order rows: operation, the two spans, number of children."""
    finished: list[DerivationNode] = []  # of later siblings, the next one on top
    for operation, h_begin, h_end, r_begin, r_end, count in reversed(rows):
        children = tuple(finished.pop() for _ in range(count))
        spans = range(h_begin, h_end), range(r_begin, r_end)
        finished.append(DerivationNode(OPERATIONS[operation], *spans, children))
    return finished[0] if finished else None
