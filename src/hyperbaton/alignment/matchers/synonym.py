"""Words match that are in one WordNet synset, or have a lemma in common.

English comes with the package: WordNet 3.0 (Miller 1995), reduced by `tools/build_synonyms.py` to
what is asked for here; its licence lies beside it. Other languages are read from a file of the Open
Multilingual WordNet (Bond & Foster 2013) that the user names. An inflected English word is in the
synsets of its lemmas, found in the list of irregular forms, or by the rules of detachment that
WordNet documents (morphy(7WN)).
"""

from __future__ import annotations

import lzma
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path

from hyperbaton.alignment.matchers import WordMatcher
from hyperbaton.errors import InputError, OptionError
from hyperbaton.text.reading import read_text, split_lines

_TABLE = Path(__file__).parents[1] / "data" / "wordnet-en.xz"

# Endings and what replaces them to make a lemma.
_DETACHMENT = (
    ("s", ""),
    ("ses", "s"),
    ("xes", "x"),
    ("zes", "z"),
    ("ches", "ch"),
    ("shes", "sh"),
    ("men", "man"),
    ("ies", "y"),
    ("es", "e"),
    ("es", ""),
    ("ed", "e"),
    ("ed", ""),
    ("ing", "e"),
    ("ing", ""),
    ("er", ""),
    ("est", ""),
    ("er", "e"),
    ("est", "e"),
)
_SHORTEST_INFLECTED = 3
_LEMMAS_FROM = 1 << 30  # classes of lemmas, after those of all synsets


class SynonymMatcher(WordMatcher):
    """Synonyms of one language; case does not matter."""

    def __init__(self, language: str, file: str | None = None) -> None:
        if file is not None:
            self._table: Mapping[str, str] = _open_multilingual(file)
        elif language == "en":
            self._table = _english()
        else:
            raise OptionError(
                f"matchers: synonyms come with the package for English only, not for {language!r}; "
                "leave out 'synonym' or name a file of the Open Multilingual WordNet"
            )
        self._inflects = language == "en"
        self._numbers: dict[str, int] = {}

    def classes(self, words: Sequence[str]) -> list[Sequence[int]]:
        """For each word its lemmas, itself included, and their synsets."""
        return [self._classes(word.lower()) for word in words]

    def _classes(self, word: str) -> Sequence[int]:
        found: set[int] = set()
        for lemma in (word, *(self._lemmas(word) if self._inflects else ())):
            synsets = self._table.get(lemma)
            if synsets is not None:
                found.update(map(int, synsets.split()))
                found.add(_LEMMAS_FROM + self._numbers.setdefault(lemma, len(self._numbers)))
        return sorted(found)

    def _lemmas(self, word: str) -> Iterator[str]:
        irregular = self._table.get(f"@{word}")
        if irregular is not None:
            yield from irregular.split()
        elif len(word) >= _SHORTEST_INFLECTED and not word.endswith("ss"):
            for ending, replacement in _DETACHMENT:
                if word.endswith(ending):
                    yield word.removesuffix(ending) + replacement


@cache
def _english() -> dict[str, str]:
    text = lzma.decompress(_TABLE.read_bytes()).decode()
    return dict(line.split("\t") for line in text.splitlines())


@cache
def _open_multilingual(file: str) -> dict[str, str]:
    """Synsets by word, from lines of `synset`, `lang:lemma`, `word` between tabs."""
    numbers: dict[str, int] = {}
    synsets: dict[str, list[str]] = {}
    for number, line in enumerate(split_lines(read_text(file)), start=1):
        if not line or line.startswith("#"):
            continue
        fields = line.split("\t")
        if len(fields) != len(("synset", "kind", "word")):
            raise InputError(
                f"{file}:{number}: expected a synset, a kind such as 'deu:lemma' and a word "
                f"between tabs, got {len(fields)} fields"
            )
        synset, kind, word = fields
        if kind.endswith("lemma") and " " not in word:
            identifier = str(numbers.setdefault(synset, len(numbers)))
            synsets.setdefault(word.lower(), []).append(identifier)
    return {word: " ".join(identifiers) for word, identifiers in synsets.items()}
