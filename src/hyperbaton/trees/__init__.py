"""Dependency trees: who depends on whom in a sentence, and how far two of them are apart.

Read in this order: `dependency` (one sentence), `conllu` (files of them), `ordered` (trees of many
segments as flat arrays), `edit_distance`.
"""

from hyperbaton.trees.conllu import MultiwordToken, Sentence, read_segment_trees, read_sentences
from hyperbaton.trees.dependency import DependencyTree
from hyperbaton.trees.edit_distance import (
    CostTable,
    EditCosts,
    TreeEdit,
    edit_distance,
    edit_distances,
    label_numbers,
    largest_mappings,
)
from hyperbaton.trees.ordered import OrderedTrees, flattened

__all__ = [
    "CostTable",
    "DependencyTree",
    "EditCosts",
    "MultiwordToken",
    "OrderedTrees",
    "Sentence",
    "TreeEdit",
    "edit_distance",
    "edit_distances",
    "flattened",
    "label_numbers",
    "largest_mappings",
    "read_segment_trees",
    "read_sentences",
]
