"""Dependency trees: who depends on whom in a sentence, and how far apart two trees are.

Read in this order: `dependency` (one sentence), `conllu` (files of them), `batch` (many in flat
arrays), `edit_distance`.
"""

from hyperbaton.trees.batch import TreeBatch
from hyperbaton.trees.conllu import Sentence, read_segment_trees, read_sentences
from hyperbaton.trees.dependency import DependencyTree
from hyperbaton.trees.edit_distance import (
    OrderedTrees,
    edit_distance,
    labelled_distances,
    largest_mappings,
)

__all__ = [
    "DependencyTree",
    "OrderedTrees",
    "Sentence",
    "TreeBatch",
    "edit_distance",
    "labelled_distances",
    "largest_mappings",
    "read_segment_trees",
    "read_sentences",
]
