"""Compares alignments with those of METEOR 1.5 itself: F1 of links, and how segments differ.

    java -Xmx2G -jar meteor-1.5.jar HYP REF -l en -m 'exact stem synonym' -f PREFIX -writeAlignments
    python tools/compare_meteor.py HYP REF PREFIX-align.out --aligner meteor

HYP and REF hold tokens between spaces, one segment per line; METEOR does not accept blank lines.
A segment belongs to the first class that fits, seen from hyperbaton's alignment.
"""

from __future__ import annotations

import argparse
from collections import Counter

from meteor_alignments import Links, read_meteor_alignments

from hyperbaton.alignment import as_aligner
from hyperbaton.text.reading import read_segments


def chunks(links: Links) -> int:
    """Series of links that follow one another in both sentences."""
    return sum((i - 1, j - 1) not in links for i, j in links)


def distance(links: Links) -> int:
    """Sum of the distances between linked positions."""
    return sum(abs(i - j) for i, j in links)


def difference(ours: Links, theirs: Links) -> str:
    """The class of a segment."""
    if ours == theirs:
        return "same"
    if len(ours) != len(theirs):
        return "more links" if len(ours) > len(theirs) else "fewer links"
    if chunks(ours) != chunks(theirs):
        return "fewer chunks" if chunks(ours) < chunks(theirs) else "more chunks"
    if distance(ours) != distance(theirs):
        return "smaller distance" if distance(ours) < distance(theirs) else "larger distance"
    return "other"


def main() -> None:
    """Reads, aligns and prints."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    for name in ("hypotheses", "references", "alignments"):
        parser.add_argument(name)
    parser.add_argument(
        "--aligner",
        default="meteor(matchers=exact+stem+synonym)",
        help="such as 'meteor(paraphrases=FILE)' (default: %(default)s)",
    )
    arguments = parser.parse_args()
    hypotheses = [text.split() for text in read_segments(arguments.hypotheses)]
    references = [text.split() for text in read_segments(arguments.references)]
    theirs = list(read_meteor_alignments(arguments.alignments))
    words = [(found.hypothesis, found.reference) for found in theirs]
    if words != list(zip(hypotheses, references, strict=True)):
        parser.error("the alignments are not those of these hypotheses and references")
    alignments = as_aligner(arguments.aligner).align_all(hypotheses, references)
    ours = [{(link.hypothesis, link.reference) for link in found.links} for found in alignments]
    report(ours, [found.links for found in theirs])


def report(ours: list[Links], theirs: list[Links]) -> None:
    """Prints F1 and the number of segments in each class."""
    pairs = list(zip(ours, theirs, strict=True))
    common = sum(len(a & b) for a, b in pairs)
    n_ours, n_theirs = sum(map(len, ours)), sum(map(len, theirs))
    print(f"{len(pairs)} segments; {n_ours} links, {n_theirs} of METEOR's, {common} in common")
    print(f"F1 {2 * common / (n_ours + n_theirs):.4f}")
    for name, count in Counter(difference(a, b) for a, b in pairs).most_common():
        print(f"{count:6} {name}")


if __name__ == "__main__":
    main()
