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
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import NamedTuple

from hyperbaton.alignment.matchers.matcher import WordMatcher
from hyperbaton.errors import InputError, OptionError, reading_a_resource
from hyperbaton.files import fingerprint
from hyperbaton.text.opening import read_text, split_lines

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
_BY_LAST_LETTER = {
    letter: tuple(rule for rule in _DETACHMENT if rule[0][-1] == letter)
    for letter in {ending[-1] for ending, _ in _DETACHMENT}
}
_SHORTEST_INFLECTED = 3
_LEMMAS_FROM = 1 << 30  # numbers of lemmas, after those of all synsets


@dataclass(frozen=True)
class SynonymMatcher(WordMatcher):
    """Synonyms of one language, from a file where one is named; case does not matter."""

    language: str
    file: str | None = None

    def __post_init__(self) -> None:
        if self.file is None and self.language != "en":
            raise OptionError(
                "matchers: synonyms come with the package for English only, not for "
                f"{self.language!r}; leave out 'synonym' or name a file of the Open Multilingual "
                "WordNet"
            )

    @property
    def contents(self) -> str:
        """A fingerprint of the file."""
        return "" if self.file is None else fingerprint(self.file)

    def classes(self, words: Sequence[str], numbers: dict[str, int]) -> list[Sequence[int]]:
        """For each word its lemmas, itself included, and their synsets."""
        table = _english() if self.file is None else _open_multilingual(self.file, self.contents)
        found: list[Sequence[int]] = []
        for word in words:
            synsets, lemmas = _entry(word.lower(), self.language, table)
            own = [_LEMMAS_FROM + numbers.setdefault(lemma, len(numbers)) for lemma in lemmas]
            found.append([*synsets, *sorted(own)])
        return found


class _Entry(NamedTuple):
    """The synsets of a word, sorted, and its lemmas."""

    synsets: tuple[int, ...]
    lemmas: tuple[str, ...]


def _entry(word: str, language: str, table: Mapping[str, str]) -> _Entry:
    """What the table of a language says about a word."""
    others = _english_lemmas(word, table) if language == "en" else ()
    lemmas = [lemma for lemma in dict.fromkeys([word, *others]) if lemma in table]
    synsets = {int(synset) for lemma in lemmas for synset in table[lemma].split()}
    return _Entry(tuple(sorted(synsets)), tuple(lemmas))


def _english_lemmas(word: str, table: Mapping[str, str]) -> Iterator[str]:
    irregular = table.get(f"@{word}")
    if irregular is not None:
        yield from irregular.split()
    elif len(word) >= _SHORTEST_INFLECTED and not word.endswith("ss"):
        for ending, replacement in _BY_LAST_LETTER.get(word[-1], ()):
            if word.endswith(ending):
                yield word.removesuffix(ending) + replacement


@cache
def _english() -> dict[str, str]:
    text = lzma.decompress(_TABLE.read_bytes()).decode()
    return dict(line.split("\t") for line in text.splitlines())


@cache
@reading_a_resource()
def _open_multilingual(file: str, _contents: str) -> dict[str, str]:
    """Synsets by word, from lines of `synset`, `lang:lemma`, `word` between tabs."""
    numbers: dict[str, int] = {}
    synsets: dict[str, list[str]] = {}
    for number, line in enumerate(split_lines(read_text(file)), start=1):
        if not line or line.startswith("#"):
            continue
        fields = line.split("\t")
        if len(fields) != len(("synset", "kind", "word")):
            raise InputError(
                f"{file}:{number}: expected a synset, a kind such as 'deu:lemma' and a word, "
                f"tab-separated, got {len(fields)} fields"
            )
        synset, kind, word = fields
        if kind.endswith("lemma") and " " not in word:
            identifier = str(numbers.setdefault(synset, len(numbers)))
            synsets.setdefault(word.lower(), []).append(identifier)
    return {word: " ".join(identifiers) for word, identifiers in synsets.items()}
