"""Compares alignments with those of METEOR 1.5 itself: F1 of links, and how segments differ.

    java -Xmx2G -jar meteor-1.5.jar HYP REF -l en -m 'exact stem synonym' -f PREFIX -writeAlignments
    python tools/compare_meteor.py HYP REF PREFIX-align.out --search meteor

HYP and REF hold tokens between spaces, a segment a line; blank lines are not accepted by METEOR.
Words of longer matches are paired from the left, as everywhere in hyperbaton. A segment belongs to
the first class that fits, seen from hyperbaton's alignment.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterator

from hyperbaton.alignment import Aligner
from hyperbaton.text.reading import read_segments
from hyperbaton.text.segments import Preprocessing, References, Segments

Links = set[tuple[int, int]]


def read_alignments(file: str) -> Iterator[tuple[str, str, Links]]:
    """Hypothesis, reference and links of every segment in a file of METEOR's."""
    lines = iter(read_segments(file))
    for line in lines:
        if line.startswith("Alignment\t"):
            hypothesis, reference, _header = next(lines), next(lines), next(lines)
            yield hypothesis, reference, set(read_links(lines))


def read_links(lines: Iterator[str]) -> Iterator[tuple[int, int]]:
    """Links of one segment: rows of reference and hypothesis `start:length`, matcher and score."""
    for line in lines:
        if not line:
            return
        reference, hypothesis = (map(int, field.split(":")) for field in line.split()[:2])
        j, ref_words = reference
        i, hyp_words = hypothesis
        yield from ((i + k, j + k) for k in range(min(ref_words, hyp_words)))


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
    parser.add_argument("--search", default="meteor")
    parser.add_argument("--matchers", default="exact,stem,synonym")
    parser.add_argument("--paraphrases")
    arguments = parser.parse_args()
    hypotheses = read_segments(arguments.hypotheses)
    references = read_segments(arguments.references)
    theirs = list(read_alignments(arguments.alignments))
    if [(h, r) for h, r, _ in theirs] != list(zip(hypotheses, references, strict=True)):
        parser.error("the alignments are not those of these hypotheses and references")
    aligner = Aligner(
        arguments.matchers, search=arguments.search, paraphrases=arguments.paraphrases
    )
    prepared = References([[text] for text in references], Preprocessing("none"))
    alignments = aligner.align(Segments(hypotheses, prepared))
    ours = [{(link.hypothesis, link.reference) for link in found.links} for found in alignments]
    report(ours, [links for *_, links in theirs])


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
