"""Alignments of single pairs of sentences, given as words between spaces."""

from hyperbaton.alignment import Aligner
from hyperbaton.text.segments import Preprocessing, References, Segments

WORDS = Preprocessing("none")


def segments_of(*pairs):
    """Segments of a hypothesis and its references each."""
    references = References([list(group) for _, *group in pairs], WORDS)
    return Segments([hypothesis for hypothesis, *_ in pairs], references)


def align(hypothesis, reference, matchers="exact", **options):
    (alignment,) = Aligner(matchers, **options).align(segments_of((hypothesis, reference)))
    return alignment


def pairs_of(alignment):
    return [(link.hypothesis, link.reference) for link in alignment.links]


def named(alignment):
    return [(link.hypothesis, link.reference, link.matcher) for link in alignment.links]
