"""What matchers find in segments: each matcher once, whatever aligners use it."""

from __future__ import annotations

from typing import Any

from hyperbaton.alignment.matchers.matcher import Matcher, PairMatches, WordClasses
from hyperbaton.alignment.similar_words import SimilarWords, SoftSearch
from hyperbaton.once import OncePer
from hyperbaton.text.segments import References, Segments


class ReferenceMatches:
    """What matchers know about the references of a test set."""

    def __init__(self, references: References) -> None:
        self.references = references
        self.known: OncePer[Matcher, Any] = OncePer(
            lambda matcher: matcher.of_references(references)
        )


class SegmentMatches:
    """What matchers find for one system.

    Attributes:
        segments: the words.
        found: by matcher, classes of words or matches of pairs.
        soft: by search, words with their best counterparts.
    """

    def __init__(self, segments: Segments, references: ReferenceMatches, threads: int) -> None:
        self.segments = segments
        self.found: OncePer[Matcher, WordClasses | PairMatches] = OncePer(
            lambda matcher: matcher.of_segments(self, references.known[matcher])
        )
        self.soft: OncePer[SoftSearch, SimilarWords] = OncePer(
            lambda search: search.of_segments(segments, threads)
        )

    @classmethod
    def of(cls, segments: Segments, threads: int) -> SegmentMatches:
        """For segments whose references no other system shares."""
        return cls(segments, ReferenceMatches(segments.references), threads)
