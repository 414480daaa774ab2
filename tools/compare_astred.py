"""Compares crossings, SACr and ASTrED with those of the package astred (pip install astred).

    python tools/compare_astred.py SOURCE.conllu TARGET.conllu LINKS

One tree per sentence, as astred has it; LINKS in Pharaoh's format. Prints how many values differ,
and how long both took on one core, in seconds of processor time.
"""

from __future__ import annotations

import argparse
import time

from astred import AlignedSentences, Sentence, Word

from hyperbaton.bitext import (
    crossings,
    read_alignments,
    sequence_cross,
    syntactic_cross,
    tree_distance,
)
from hyperbaton.trees import DependencyTree, read_sentences

MEASURES = ("word_cross", "seq_cross", "sacr_cross", "ted")


def sentence(tree: DependencyTree) -> Sentence:
    """A tree as astred has it."""
    rows = enumerate(zip(tree.words, tree.heads, tree.deprels, strict=True), start=1)
    return Sentence([Word(id=k, text=w, head=h, deprel=d) for k, (w, h, d) in rows])


def main() -> None:
    """Measures with both."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    for name in ("source", "target", "links"):
        parser.add_argument(name)
    arguments = parser.parse_args()
    sides = [
        [each.tree for each in read_sentences(path)]
        for path in (arguments.source, arguments.target)
    ]
    links = read_alignments(arguments.links, *(list(map(len, side)) for side in sides))
    begin = time.process_time()
    measured = [
        crossings(links, threads=1),
        sequence_cross(links, threads=1),
        syntactic_cross(links, *sides, threads=1),
        tree_distance(links, *sides, threads=1),
    ]
    ours, begin = time.process_time() - begin, time.process_time()
    theirs = [
        AlignedSentences(sentence(source), sentence(target), word_aligns=written)
        for source, target, written in zip(*sides, links.to_pharaoh(), strict=True)
    ]
    print(f"{len(theirs)} pairs; hyperbaton {ours:.2f} s, astred", end=" ")
    print(f"{time.process_time() - begin:.2f} s")
    for name, measurement in zip(MEASURES, measured, strict=True):
        values = [getattr(each, name) for each in theirs]
        print(f"{name}: {(measurement.segments != values).sum()} values differ")


if __name__ == "__main__":
    main()
