"""Permutations, where each word of one sentence is in the other, and their trees.

Read in this order: `batch` (many permutations as flat arrays), `reading`, `trees` (blocks of words
that move together, and how they are drawn), `forest` (all trees of a permutation).
"""

from hyperbaton.permutation.batch import Integers, PermutationBatch, order_of

__all__ = ["Integers", "PermutationBatch", "order_of"]
