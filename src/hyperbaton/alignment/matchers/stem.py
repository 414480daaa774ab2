"""Words match that have the same stem, by the Snowball stemmers (Porter 2001)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING

from hyperbaton.alignment.languages import SNOWBALL
from hyperbaton.alignment.matchers import WordMatcher
from hyperbaton.errors import OptionError

if TYPE_CHECKING:
    import Stemmer


class StemMatcher(WordMatcher):
    """Stems of one language; case does not matter."""

    def __init__(self, language: str) -> None:
        if language not in SNOWBALL:
            known = ", ".join(SNOWBALL)
            raise OptionError(
                f"matchers: there is no stemmer for language {language!r}; leave out 'stem' or "
                f"choose one of {known}"
            )
        self._stemmer = _stemmer(SNOWBALL[language])
        self._numbers: dict[str, int] = {}

    def classes(self, words: Sequence[str]) -> list[Sequence[int]]:
        """One class each: the number of its stem."""
        numbers = self._numbers
        stems = self._stemmer.stemWords([word.lower() for word in words])
        return [(numbers.setdefault(stem, len(numbers)),) for stem in stems]


@cache
def _stemmer(name: str) -> Stemmer.Stemmer:
    import Stemmer

    return Stemmer.Stemmer(name)
