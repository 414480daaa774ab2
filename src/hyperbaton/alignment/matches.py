"""What matchers and aligners find in segments: each of them once, whoever asks."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from hyperbaton.once import cached_method
from hyperbaton.text.segments import Segments, Sentences

if TYPE_CHECKING:
    from hyperbaton.alignment.aligner import WordAligner
    from hyperbaton.alignment.alignments import Alignments
    from hyperbaton.alignment.matchers.matcher import Matcher, PairMatches, WordClasses
    from hyperbaton.alignment.matchers.soft import SimilarWords, SoftMatcher


class ReferenceMatches:
    """What matchers know about references, for all systems."""

    def __init__(self, references: Sentences) -> None:
        self.references = references

    @cached_method
    def known(self, matcher: Matcher) -> Any:
        """What a matcher knows about them."""
        return matcher.of_references(self.references)


class SegmentMatches:
    """What matchers and aligners find for one system.

    Attributes:
        segments: the words.
        threads: how many threads to compute with.
        references: what matchers know about the references, which other systems may share.
    """

    def __init__(
        self, segments: Segments, threads: int = 1, references: ReferenceMatches | None = None
    ) -> None:
        self.segments = segments
        self.threads = threads
        self.references = references or ReferenceMatches(segments.references)

    @cached_method
    def found(self, matcher: Matcher) -> WordClasses | PairMatches:
        """Classes of words, or matches of pairs."""
        return matcher.of_segments(self, self.references.known(matcher))

    @cached_method
    def similar(self, matcher: SoftMatcher) -> SimilarWords:
        """Words with their best counterparts."""
        return matcher.similar_words(self.segments, self.threads)

    @cached_method
    def alignments(self, aligner: WordAligner) -> Alignments:
        """The alignments of all hypotheses with all their references."""
        return aligner.align_segments(self, self.threads)
