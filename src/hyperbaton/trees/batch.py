"""Many dependency trees in flat arrays, as parsers make them and tree edit distance reads them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from hyperbaton.text.segments import Indices, Ragged, Sentences, chosen_rows
from hyperbaton.trees.dependency import DependencyTree


class Labels(NamedTuple):
    """A label for each word: its number, and the names of all numbers."""

    numbers: NDArray[np.int32]
    names: tuple[str, ...]

    @classmethod
    def of(cls, labels: Iterable[str]) -> Labels:
        """Numbers labels as they come."""
        numbers: dict[str, int] = {}
        found = [numbers.setdefault(label, len(numbers)) for label in labels]
        return cls(np.array(found, np.int32), tuple(numbers))

    def named(self, words: slice) -> tuple[str, ...]:
        """The names of the labels of some words."""
        return tuple(self.names[number] for number in self.numbers[words].tolist())


class TreeBatch:
    """Trees, none of which is an object before it is asked for.

        >>> batch = TreeBatch.of([DependencyTree(("she", "sang"), (2, 0))])
        >>> batch.heads.tolist(), batch[0].words
        ([2, 0], ('she', 'sang'))

    Attributes:
        words: the words, tree by tree.
        heads: by word, the number of its head within the tree, counted from 1; 0 for a root.
        deprels: relations.
        upos: parts of speech.
    """

    def __init__(
        self, words: Sentences, heads: NDArray[np.int32], deprels: Labels, upos: Labels
    ) -> None:
        self.words = words
        self.heads = heads
        self.deprels = deprels
        self.upos = upos

    @classmethod
    def of(cls, trees: Iterable[DependencyTree]) -> TreeBatch:
        """The trees of a list."""
        listed = list(trees)
        heads = np.fromiter(chain.from_iterable(tree.heads for tree in listed), np.int32)
        deprels, upos = (
            Labels.of(chain.from_iterable(getattr(tree, name) for tree in listed))
            for name in ("deprels", "upos")
        )
        return cls(Sentences.of([tree.words for tree in listed]), heads, deprels, upos)

    def __len__(self) -> int:
        return len(self.words)

    def __getitem__(self, index: int) -> DependencyTree:
        """One tree."""
        begin, end = self.words.offsets[range(len(self))[index] :][:2].tolist()
        vocabulary, span = self.words.vocabulary, slice(begin, end)
        return DependencyTree(
            tuple(vocabulary[word] for word in self.words.values[span].tolist()),
            tuple(self.heads[span].tolist()),
            self.deprels.named(span),
            self.upos.named(span),
        )

    def __iter__(self) -> Iterator[DependencyTree]:
        return (self[k] for k in range(len(self)))

    def chosen(self, trees: Indices) -> TreeBatch:
        """Some trees, in the order given and as often as they are named."""
        heads, deprels, upos = (
            chosen_rows(values, self.words.offsets, trees).values
            for values in (self.heads, self.deprels.numbers, self.upos.numbers)
        )
        return TreeBatch(
            self.words.chosen(trees),
            heads,
            self.deprels._replace(numbers=deprels),
            self.upos._replace(numbers=upos),
        )

    def joined(self, groups: Indices) -> TreeBatch:
        """One tree for each group of sentences, with the roots of all of them.

        Args:
            groups: where the sentences of each group begin, and the end.
        """
        words = self.words
        begins, first = words.offsets[:-1], np.repeat(groups[:-1], np.diff(groups))
        before = np.repeat(begins - begins[first], np.diff(words.offsets)).astype(np.int32)
        rows = Ragged(words.values, words.offsets[groups])
        heads = np.where(self.heads > 0, self.heads + before, 0)
        together = Sentences(rows, words.lexicon, words.known)
        return TreeBatch(together, heads, self.deprels, self.upos)

    def flattened(self) -> TreeBatch:
        """The paper's baseline without structure: each word the only child of its predecessor.

        >>> TreeBatch.of([DependencyTree(("she", "sang", "well"), (2, 0, 2))]).flattened()[0].heads
        (0, 1, 2)
        """
        offsets = self.words.offsets
        begins = np.repeat(offsets[:-1], np.diff(offsets))
        heads = (np.arange(len(self.heads)) - begins).astype(np.int32)
        return TreeBatch(self.words, heads, self.deprels, self.upos)
