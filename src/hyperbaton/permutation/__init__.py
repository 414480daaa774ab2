"""Permutations: where each word of one sentence stands in the other."""

from hyperbaton.permutation.batch import (
    Integers,
    PermutationBatch,
    as_integers,
    as_offsets,
)

__all__ = ["Integers", "PermutationBatch", "as_integers", "as_offsets"]
