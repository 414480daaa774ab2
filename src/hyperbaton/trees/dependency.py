"""The dependency tree of one sentence: every word has another word as its head, or is a root."""

from __future__ import annotations

import operator
from dataclasses import dataclass
from typing import ClassVar

from hyperbaton.errors import InputError

UNKNOWN = "_"  # a relation or part of speech that is not given, as in CoNLL-U
ROOT = 0  # the head of a word that depends on no other


@dataclass(frozen=True)
class DependencyTree:
    """Words with their heads, relations and parts of speech.

        >>> tree = DependencyTree(("she", "sang", "well"), (2, 0, 2))
        >>> tree.roots, tree.children
        ((2,), ((2,), (), (1, 3), ()))

    Several words may be roots: fragments, or several sentences in one tree. The tree of an empty
    text has no words. Relations and parts of speech are `_` where left out.

    Attributes:
        words: the words in the order of the sentence.
        heads: the number of each word's head, counted from 1; 0 for a root.
        deprels: the relation of each word to its head.
        upos: universal parts of speech.

    Raises:
        InputError: the fields differ in length, a head is not a word, or heads form a cycle.
    """

    JSON: ClassVar = "words heads relations=deprels tags=upos"

    words: tuple[str, ...]
    heads: tuple[int, ...]
    deprels: tuple[str, ...] = ()
    upos: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        for name in ("words", "heads", "deprels", "upos"):
            values = getattr(self, name)
            if isinstance(values, str):
                raise InputError(f"{name}: expected a list, one value per word, got str")
            whole = map(operator.index, values) if name == "heads" else values
            object.__setattr__(self, name, tuple(whole))
            if name in ("deprels", "upos") and not values:
                object.__setattr__(self, name, (UNKNOWN,) * len(self.words))
            count = len(getattr(self, name))
            if count != len(self.words):
                problem = f"expected one value per word, got {count} for {len(self.words)} words"
                raise InputError(f"{name}: {problem}")
        _check_heads(self.heads)

    def __len__(self) -> int:
        return len(self.words)

    @property
    def roots(self) -> tuple[int, ...]:
        """The numbers of the words without a head."""
        return self.children[ROOT]

    @property
    def children(self) -> tuple[tuple[int, ...], ...]:
        """The dependents of every word, in order; those of 0 are the roots."""
        lists: list[list[int]] = [[] for _ in range(len(self.words) + 1)]
        for word, head in enumerate(self.heads, start=1):
            lists[head].append(word)
        return tuple(map(tuple, lists))


def _check_heads(heads: tuple[int, ...]) -> None:
    """Checks that every head is 0 or a word, and that heads lead from any word to a root."""
    for index, head in enumerate(heads):
        if not 0 <= head <= len(heads):
            problem = f"there is no head {head}; expected 1 to {len(heads)}, or 0 for a root"
            raise InputError(problem, index=index, what="word")
    if heads and ROOT not in heads:
        raise InputError("no word is a root; at least one head must be 0")
    follow_from = [0] * (len(heads) + 1)  # the word from which each was first reached
    for start in range(1, len(heads) + 1):
        word = start
        while word != ROOT and follow_from[word] == 0:
            follow_from[word] = start
            word = heads[word - 1]
        if word != ROOT and follow_from[word] == start:
            problem = "its heads lead back to it; heads must lead to a root"
            raise InputError(problem, index=word - 1, what="word")
