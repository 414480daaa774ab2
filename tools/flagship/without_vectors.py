"""A preparation in which no language has word vectors, to see what they are worth."""

from __future__ import annotations

from dataclasses import dataclass

from hyperbaton.alignment.matchers.soft import VectorSource
from hyperbaton.evidence import Preparation


class NoVectors(VectorSource):
    """Words of a language without vectors; their stems and spelling are known all the same."""

    @property
    def table(self) -> None:
        """There is none."""
        return None

    @property
    def signature(self) -> str:
        """As for any language without vectors."""
        return "vectors:none"


@dataclass(frozen=True)
class SpellingContext(Preparation):
    """The preparation as it would be without vectors."""

    @property
    def vectors(self) -> VectorSource:
        """The same language, without its vectors."""
        return NoVectors(self.language_code, None)
