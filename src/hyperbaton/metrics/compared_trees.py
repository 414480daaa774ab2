"""Where the dependency trees of text come from: a parser, or files that were parsed before."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple, TypeAlias

import numpy as np

from hyperbaton.alignment import Alignments
from hyperbaton.errors import InputError
from hyperbaton.metrics.word_order import aligner_of, alignments_of
from hyperbaton.parsing import GivenTrees, Parsing
from hyperbaton.text.segments import Preprocessing, References, Segments
from hyperbaton.trees.dependency import DependencyTree, joined

Links: TypeAlias = Sequence[tuple[int, int]]  # words of hypothesis and reference, counted from 0


class ComparedTrees(NamedTuple):
    """What is compared: one entry per reference, segment after segment.

    Attributes:
        hypotheses: the trees of each reference's hypothesis, all sentences of it together.
        references: the trees of the references.
        links: the words aligned with each other; empty lists where nobody asked for them.
    """

    hypotheses: Sequence[DependencyTree]
    references: Sequence[DependencyTree]
    links: Sequence[Links]


def trees_of(segments: Segments, *, aligned: bool, threads: int) -> ComparedTrees:
    """The trees of segments, and the alignment of their words if it is asked for.

    Raises:
        InputError: trees are given for hypotheses or references alone, or for another number.
        MissingDependencyError: the parser is not installed.
    """
    references = segments.references
    if (segments.setting(GivenTrees) is None) != (references.setting(GivenTrees) is None):
        raise InputError("trees are given for hypotheses or references alone; give both")
    of_references = references.once(_reference_trees)
    groups = references.groups
    by_segment = segments.once(_hypothesis_trees)
    of_hypotheses = [
        tree
        for tree, count in zip(by_segment, np.diff(groups).tolist(), strict=True)
        for _ in range(count)
    ]
    links: Sequence[Links] = [[] for _ in of_references]
    if aligned:
        links = [
            [(link.hypothesis, link.reference) for link in alignment.links]
            for alignment in _alignments(segments, by_segment, of_references, threads)
        ]
    return ComparedTrees(of_hypotheses, of_references, links)


def parsing_of(references: References) -> Parsing:
    """The way of parsing chosen for these references, or the default one."""
    return references.setting(Parsing) or references.once(_default_parsing)


def tree_signature(references: References) -> str:
    """What a signature says about it."""
    given = references.setting(GivenTrees) is not None
    return "trees:given" if given else parsing_of(references).signature


def _default_parsing(_references: References) -> Parsing:
    return Parsing()


def _reference_trees(references: References) -> list[DependencyTree]:
    return _trees(references.setting(GivenTrees), references.tokens, parsing_of(references))


def _hypothesis_trees(segments: Segments) -> list[DependencyTree]:
    parsing = parsing_of(segments.references)
    return _trees(segments.setting(GivenTrees), segments.tokens, parsing)


def _trees(
    given: GivenTrees | None, texts: list[list[str]], parsing: Parsing
) -> list[DependencyTree]:
    """One tree per text, with as many roots as there are sentences."""
    if given is None:
        return [joined(trees) for trees in parsing.trees(texts)]
    if len(given.texts) != len(texts):
        raise InputError(f"trees are given for {len(given.texts)} texts; there are {len(texts)}")
    return [joined(trees) for trees in given.texts]


def _alignments(
    segments: Segments,
    hypotheses: list[DependencyTree],
    references: list[DependencyTree],
    threads: int,
) -> Alignments:
    """The alignments of the trees' words; those of the text where the words are the same."""
    if segments.references.setting(GivenTrees) is None:
        return alignments_of(segments, threads)
    texts = [_spaced(tree) for tree in references]
    grouped = [texts[begin:end] for begin, end in pairwise(segments.references.groups)]
    preprocessing = Preprocessing("none", lowercase=segments.references.preprocessing.lowercase)
    of_trees = References(grouped, preprocessing, [aligner_of(segments.references)])
    return alignments_of(Segments([_spaced(tree) for tree in hypotheses], of_trees), threads)


def _spaced(tree: DependencyTree) -> str:
    """The words of a tree between spaces; a space within a word becomes a low line."""
    return " ".join("_".join(word.split()) for word in tree.words)
