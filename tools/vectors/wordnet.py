"""WordNet's files: which words are names, antonyms and synonyms, in any inflected form.

Its folder is `dict` of WordNet 3.0, as in Debian's package wordnet-base.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from pathlib import Path
from typing import NamedTuple

PARTS_OF_SPEECH = {"n": "noun", "v": "verb", "a": "adj", "r": "adv"}

# Endings of inflected forms and of their lemmas: WordNet's rules of detachment (morphy(7WN)).
RULES = {
    "n": "s: ses:s xes:x zes:z ches:ch shes:sh men:man ies:y",
    "v": "s: ies:y es:e es: ed:e ed: ing:e ing:",
    "a": "er: est: er:e est:e",
    "r": "",
}
DETACHED = {
    part: [(ending, lemma) for ending, lemma in (rule.split(":") for rule in rules.split())]
    for part, rules in RULES.items()
}

Lemma = tuple[str, str]  # part of speech, word in lower case
Pair = tuple[int, int]


class Pointer(NamedTuple):
    """From one lemma of a synset to one of another synset."""

    own: int
    part: str
    offset: str
    other: int


class Synset(NamedTuple):
    """A line of a data file: words of one meaning, as they are written, and their antonyms."""

    part: str
    offset: str
    words: list[str]
    antonyms: list[Pointer]

    @classmethod
    def parse(cls, part: str, line: str) -> Synset:
        """The synset of a line; its format is described in wndb(5WN)."""
        fields = line.split()
        end = 4 + 2 * int(fields[3], 16)
        words = [re.sub(r"\(.*\)", "", word) for word in fields[4:end:2]]
        pointers = fields[end + 1 : end + 1 + 4 * int(fields[end])]
        antonyms = [
            Pointer(int(lemmas[:2], 16) - 1, to.replace("s", "a"), offset, int(lemmas[2:], 16) - 1)
            for symbol, offset, to, lemmas in zip(*(pointers[k::4] for k in range(4)), strict=True)
            if symbol == "!"
        ]
        return cls(part, fields[0], words, antonyms)


Synsets = dict[tuple[str, str], Synset]  # by part of speech and offset


class Use(NamedTuple):
    """Whether tagged texts have a lemma, and whether its main sense is written with a capital."""

    attested: bool
    capital: bool


@dataclass
class WordNet:
    """Lemmas of single words.

    Attributes:
        uses: how each lemma is used.
        synonyms: the lemmas of every synset.
        antonyms: pairs of lemmas.
        irregular: the lemmas of irregular forms.
    """

    uses: dict[Lemma, Use] = field(default_factory=dict)
    synonyms: list[list[Lemma]] = field(default_factory=list)
    antonyms: set[tuple[Lemma, Lemma]] = field(default_factory=set)
    irregular: dict[Lemma, list[str]] = field(default_factory=lambda: defaultdict(list))

    @classmethod
    def read(cls, folder: Path) -> WordNet:
        """WordNet from the folder of its files."""
        found = cls()
        synsets = {}
        for part, name in PARTS_OF_SPEECH.items():
            for line in _lines(folder / f"data.{name}"):
                synset = Synset.parse(part, line)
                synsets[part, synset.offset] = synset
            for line in _lines(folder / f"{name}.exc"):
                form, *lemmas = line.split()
                found.irregular[part, form] += lemmas
        for part, name in PARTS_OF_SPEECH.items():
            for line in _lines(folder / f"index.{name}"):
                found._add_use(part, line, synsets)
        for synset in synsets.values():
            found._add_relations(synset, synsets)
        return found

    def _add_use(self, part: str, line: str, synsets: Synsets) -> None:
        lemma, _, count, *rest = line.split()
        attested, main = rest[-int(count) - 1 : -int(count) + 1 or None]
        spellings = [word for word in synsets[part, main].words if word.lower() == lemma]
        capital = not any(word[0].islower() for word in spellings)
        self.uses[part, lemma] = Use(attested != "0", capital)

    def _add_relations(self, synset: Synset, synsets: Synsets) -> None:
        lemmas = [(synset.part, word.lower()) for word in synset.words]
        self.synonyms.append(lemmas)
        for own, part, offset, other in synset.antonyms:
            antonym = synsets[part, offset].words[other].lower()
            self.antonyms.add((lemmas[own], (part, antonym)))

    def lemmas(self, word: str) -> list[Lemma]:
        """What a word may be a form of."""
        return [lemma for part in PARTS_OF_SPEECH for lemma in self._lemmas(part, word)]

    def _lemmas(self, part: str, word: str) -> list[Lemma]:
        stems = [
            word.removesuffix(ending) + lemma
            for ending, lemma in DETACHED[part]
            if word.endswith(ending) and len(word) > len(ending) + 1
        ]
        candidates = [word, *self.irregular.get((part, word), ()), *stems]
        return [(part, each) for each in dict.fromkeys(candidates) if (part, each) in self.uses]

    def is_common(self, word: str) -> bool:
        """Whether a word has a lemma that is mostly written in lower case; names have none.

        Where tagged texts have one of its lemmas, only such lemmas count: to japan is to varnish,
        but nobody does.
        """
        uses = [self.uses[lemma] for lemma in self.lemmas(word)]
        attested = [use for use in uses if use.attested]
        return not all(use.capital for use in attested or uses)

    def antonym_pairs(self, words: Sequence[str]) -> list[Pair]:
        """Places of words that are forms of antonyms."""
        return _pairs(self.antonyms, self._forms(words))

    def synonym_pairs(self, words: Sequence[str]) -> list[Pair]:
        """Places of words that are forms of synonyms, and not of the same lemma."""
        forms = self._forms(words)
        pairs = {pair for synset in self.synonyms for pair in combinations(synset, 2)}
        same = {pair for places in forms.values() for pair in combinations(sorted(places), 2)}
        return sorted(set(_pairs(pairs, forms)) - same)

    def _forms(self, words: Sequence[str]) -> dict[Lemma, list[int]]:
        forms: dict[Lemma, list[int]] = defaultdict(list)
        for place, word in enumerate(words):
            for lemma in self.lemmas(word):
                forms[lemma].append(place)
        return forms


def _pairs(lemmas: set[tuple[Lemma, Lemma]], forms: dict[Lemma, list[int]]) -> list[Pair]:
    pairs = {
        (min(a, b), max(a, b))
        for one, other in lemmas
        for a in forms.get(one, ())
        for b in forms.get(other, ())
        if a != b
    }
    return sorted(pairs)


def _lines(path: Path) -> Iterator[str]:
    """The lines of a file, without the licence, which is indented."""
    lines = path.read_text(encoding="latin-1").splitlines()
    return (line for line in lines if not line.startswith(" "))
