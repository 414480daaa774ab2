"""Words match that have the same stem, or are in one WordNet synset or have a lemma in common.

Stems are those of the Snowball stemmers (Porter 2001). English synonyms come with the package:
WordNet 3.0 (Miller 1995), reduced by `tools/build_synonyms.py` to what is asked for here; its
licence lies with it. Other languages are read from a file of the Open Multilingual WordNet (Bond &
Foster 2013) that the user names. An inflected English word is in the synsets of its lemmas, found
in the list of irregular forms, or by the rules of detachment that WordNet documents (morphy(7WN)).
"""

from __future__ import annotations

import lzma
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from hyperbaton.alignment.languages import SNOWBALL
from hyperbaton.alignment.matchers.matcher import WordMatcher
from hyperbaton.errors import InputError, OptionError
from hyperbaton.files import fingerprint, read_text, split_lines

_TABLE = Path(__file__).parents[1] / "data" / "wordnet-en.xz"

# Endings and what replaces them to make a lemma.
_RULES = """
    s: ses:s xes:x zes:z ches:ch shes:sh men:man ies:y es:e es: ed:e ed: ing:e ing: er: est:
    er:e est:e
"""
_DETACHMENT = [rule.split(":") for rule in _RULES.split()]
_BY_LAST_LETTER = {
    letter: tuple(rule for rule in _DETACHMENT if rule[0][-1] == letter)
    for letter in {ending[-1] for ending, _ in _DETACHMENT}
}
_SHORTEST_INFLECTED = 3
_LEMMAS_FROM = 1 << 30  # numbers of lemmas, after those of all synsets


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
        """Returns one class each: the number of its stem."""
        from Stemmer import Stemmer

        # One for each call, as a stemmer serves one thread at a time, and without a cache.
        stems = Stemmer(SNOWBALL[self.language], 0).stemWords([word.lower() for word in words])
        return [(numbers.setdefault(stem, len(numbers)),) for stem in stems]


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
        """Returns for each word its lemmas, itself included, and their synsets."""
        table = _english() if self.file is None else _open_multilingual(self.file, self.contents)
        found: list[Sequence[int]] = []
        for word in map(str.lower, words):
            others = _english_lemmas(word, table) if self.language == "en" else ()
            lemmas = [lemma for lemma in dict.fromkeys([word, *others]) if lemma in table]
            synsets = {int(synset) for lemma in lemmas for synset in table[lemma].split()}
            own = [_LEMMAS_FROM + numbers.setdefault(lemma, len(numbers)) for lemma in lemmas]
            found.append([*sorted(synsets), *sorted(own)])
        return found


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
def _open_multilingual(file: str, _contents: str) -> dict[str, str]:
    """Synsets by word, from lines of `synset`, `lang:lemma`, `word` between tabs."""
    numbers: dict[str, int] = {}
    synsets: dict[str, list[str]] = {}
    for number, line in enumerate(split_lines(read_text(file)), start=1):
        if not line or line.startswith("#"):
            continue
        fields = line.split("\t")
        if len(fields) != 3:
            raise InputError(
                f"{file}:{number}: expected a synset, a kind such as 'deu:lemma' and a word, "
                f"tab-separated, got {len(fields)} fields"
            )
        synset, kind, word = fields
        if kind.endswith("lemma") and " " not in word:
            identifier = str(numbers.setdefault(synset, len(numbers)))
            synsets.setdefault(word.lower(), []).append(identifier)
    return {word: " ".join(identifiers) for word, identifiers in synsets.items()}
