"""Words match that have the same stem, by the Snowball stemmers (Porter 2001)."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass

from hyperbaton.alignment.languages import SNOWBALL
from hyperbaton.alignment.matchers.matcher import WordMatcher
from hyperbaton.errors import OptionError


@dataclass(frozen=True)
class StemMatcher(WordMatcher):
    """Stems of one language; case does not matter."""

    language: str

    def __post_init__(self) -> None:
        if self.language not in SNOWBALL:
            known = ", ".join(SNOWBALL)
            raise OptionError(
                f"matchers: there is no stemmer for language {self.language!r}; leave out 'stem' "
                f"or choose one of {known}"
            )

    def classes(self, words: Sequence[str]) -> list[Sequence[Hashable]]:
        """One class each: its stem."""
        import Stemmer

        # One of its own for every call: a stemmer must not be used by two threads at a time.
        stemmer = Stemmer.Stemmer(SNOWBALL[self.language])
        return [(stem,) for stem in stemmer.stemWords([word.lower() for word in words])]
