"""Dependency trees: who depends on whom in a sentence.

Read in this order: `dependency` (one sentence), `conllu` (files of them).
"""

from hyperbaton.trees.conllu import MultiwordToken, Sentence, read_segment_trees, read_sentences
from hyperbaton.trees.dependency import DependencyTree

__all__ = [
    "DependencyTree",
    "MultiwordToken",
    "Sentence",
    "read_segment_trees",
    "read_sentences",
]
