"""Words match that have the same stem, by the Snowball stemmers (Porter 2001)."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from hyperbaton.alignment.languages import SNOWBALL
from hyperbaton.alignment.matchers.matcher import WordMatcher
from hyperbaton.errors import OptionError

if TYPE_CHECKING:
    import Stemmer


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

    def classes(self, words: Sequence[str], numbers: dict[str, int]) -> list[Sequence[int]]:
        """One class each: the number of its stem."""
        stems = _stemmer(self.language).stemWords([word.lower() for word in words])
        return [(numbers.setdefault(stem, len(numbers)),) for stem in stems]


# Each thread has its own: a stemmer, which remembers words, serves one thread at a time.
_of_thread = threading.local()


def _stemmer(language: str) -> Stemmer.Stemmer:
    known: dict[str, Stemmer.Stemmer] = _of_thread.__dict__.setdefault("stemmers", {})
    if language not in known:
        import Stemmer

        known[language] = Stemmer.Stemmer(SNOWBALL[language])
    return known[language]
