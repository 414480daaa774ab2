"""Alignments of single pairs of sentences, given as words between spaces."""

from itertools import accumulate

import numpy as np

from hyperbaton.alignment import ALIGNERS
from hyperbaton.alignment.matchers.matcher import SegmentMatches
from hyperbaton.text.segments import Segments, Sentences


def segments_of(*pairs):
    """The words of segments of a hypothesis and its references each."""
    groups = np.array([*accumulate((len(group) for _, *group in pairs), initial=0)], np.int64)
    references = [text.split() for _, *group in pairs for text in group]
    return Segments.of([hypothesis.split() for hypothesis, *_ in pairs], references, groups)


def aligner_of(search, **parameters):
    """An aligner by its name; `bigram` has no matchers."""
    if search == "bigram":
        parameters.pop("matchers", None)
    return ALIGNERS[search](**parameters)


def align_segments(aligner, segments, threads=1):
    return aligner.align_segments(SegmentMatches(segments, threads))


def align_systems(aligner, *systems):
    """Alignments of systems that share their references."""
    return [align_segments(aligner, system) for system in systems]


def another_system(segments, hypotheses):
    """Other hypotheses beside the same references."""
    references = segments.references
    return Segments(Sentences.of(hypotheses, references), references, segments.arrays.groups)


def align(hypothesis, reference, matchers="exact", search="best", **options):
    aligner = aligner_of(search, matchers=matchers, **options)
    return aligner.align(hypothesis.split(), reference.split())


def pairs_of(alignment):
    return [(link.hypothesis, link.reference) for link in alignment.links]


def named(alignment):
    return [(link.hypothesis, link.reference, link.matcher) for link in alignment.links]
