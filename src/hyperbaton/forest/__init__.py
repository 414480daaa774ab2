"""Permutation trees and forests: what a permutation is made of.

Read in this order: `decomposition` (trees of a whole batch as flat arrays), `tree` (one tree and
its nodes), `forest` (all trees of a permutation), `drawing` (text, DOT and JSON), `weak` (partial
factorisations, the setting of the theory of tight metrics).
"""

from hyperbaton.forest.forest import ForestEntry, PermutationForest
from hyperbaton.forest.tree import Node, PermutationTree
from hyperbaton.forest.weak import WeakFactorization

__all__ = ["ForestEntry", "Node", "PermutationForest", "PermutationTree", "WeakFactorization"]
