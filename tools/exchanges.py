"""Small changes to an English sentence that turn its meaning, and one that keeps it.

Each class of changes takes a sentence and a generator of random numbers and exchanges one word, or
returns None where the sentence has nothing to exchange. `synonym` is what the others are held
against: a reader forgives it.
"""

from __future__ import annotations

import lzma
import re
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from pathlib import Path
from random import Random
from typing import NamedTuple

import hyperbaton.alignment
from hyperbaton.text.languages import function_words
from hyperbaton.vectors import vectors_of_language


class Exchanged(NamedTuple):
    """A sentence after an exchange.

    Attributes:
        text: the sentence.
        word: what stood there, in lower case.
        start: where it began.
    """

    text: str
    word: str
    start: int


Exchange = Callable[[str, Random], "Exchanged | None"]

SYNSETS = Path(hyperbaton.alignment.__file__).parent / "data" / "wordnet-en.xz"
ENOUGH_SHARED = 1 / 3
WORD = re.compile(r"[^\W_]+(?:['’-][^\W_]+)*")


def _classes(*texts: str) -> Mapping[str, Sequence[str]]:
    """For each word of some classes, all words of its class."""
    return {word: text.split() for text in texts for word in text.split()}


NUMBER_WORDS = _classes(
    "two three four five six seven eight nine ten eleven twelve",
    "twenty thirty forty fifty sixty seventy eighty ninety",
    "hundred thousand million billion",
    "second third fourth fifth sixth seventh",
)
WEEKDAYS = _classes("monday tuesday wednesday thursday friday saturday sunday")
MONTHS = _classes(
    "january february march april june july august september october november december"
)
NAMES = _classes(
    "john peter paul david thomas michael george james robert william richard daniel martin",
    "mary anna maria sarah emma laura julia susan elizabeth helen",
    "merkel obama putin cameron hollande clinton bush trump blair kohl",
    "smith miller jones brown wilson taylor johnson williams",
    "london paris berlin moscow rome vienna madrid brussels washington tokyo munich hamburg",
    "germany france italy spain russia china japan england austria poland greece iran ukraine",
    "german french italian spanish russian chinese japanese english austrian polish greek",
    "europe asia africa america australia",
)
PRONOUNS = _classes(
    "he she",
    "his her",
    "him them us",
    "himself herself themselves",
    "we they",
    "our their your my",
)
ANTONYMS = _classes(
    *"""good bad|old new|big small|large little|long short|high low|early late|first last|open close
    |opened closed|win lose|won lost|buy sell|bought sold|up down|before after|above below|more less
    |rich poor|hot cold|strong weak|easy difficult|right wrong|true false|young old|fast slow
    |accept refuse|accepted refused|allow forbid|allowed forbidden|increase decrease
    |increased decreased|rise fall|rose fell|begin end|began ended|inside outside|always never
    |best worst|better worse|safe dangerous|alive dead|happy sad|love hate|friend enemy|war peace
    |success failure|victory defeat|guilty innocent|possible impossible|legal illegal|north south
    |east west|left right|day night|cheap expensive|public private|rural urban
    |many few|most least|over under|import export|imports exports|arrive depart|arrived departed
    |remember forget|remembered forgot|raise lower|raised lowered|front back|positive negative
    |majority minority|husband wife|father mother|brother sister|son daughter|man woman|boy girl
    |men women|boys girls|king queen""".replace("\n", "").split("|")
)
UNITS = _classes(
    "second minute hour day week month year decade century",
    "seconds minutes hours days weeks months years decades centuries",
    "metre metres kilometre kilometres mile miles inch inches",
    "euro euros dollar dollars pound pounds",
    "gram grams kilogram kilograms ton tons tonnes",
    "yesterday today tomorrow",
)
SIBLINGS = _classes(
    "red blue green yellow black white brown orange",
    "dog cat horse cow sheep pig mouse",
    "doctor lawyer teacher nurse engineer farmer waiter",
    "bread butter cheese milk meat soup wine beer",
    "table chair bed door window",
    "car train bus bicycle ship plane",
    "summer winter spring autumn",
    "hand foot arm leg head eye",
    "gold silver iron copper",
    "uncle aunt cousin nephew grandmother grandfather",
)
AUXILIARIES = ("is", "are", "was", "were", "did", "has", "have", "had", "would", "could", "should")
VERBS = frozenset(AUXILIARIES) - {"did", "have"} | {"will", "can", "must", "may"}
NEGATED = {"can't": "can", "cannot": "can", "won't": "will", "don't": "do", "doesn't": "does"}
NEGATED |= {f"{verb}n't": verb for verb in AUXILIARIES}
NEGATED |= {"not": "", "never": "", "nobody": "somebody", "nothing": "something", "no": "some"}


def replaced(text: str, start: int, end: int, word: str) -> Exchanged:
    """The sentence with a word in the place of another, written like that one."""
    old = text[start:end]
    new = word.capitalize() if old[0].isupper() else word
    before = text[:start].rstrip() if not new else text[:start]
    return Exchanged(before + new + text[end:], old.lower(), start)


def _within(classes: Mapping[str, Sequence[str]], *, capital: bool = False) -> Exchange:
    """A word becomes another one of its class; of words with a capital only, if so said."""

    def exchange(text: str, random: Random) -> Exchanged | None:
        places = [
            found
            for found in WORD.finditer(text)
            if found[0].lower() in classes and (found[0][0].isupper() or not capital)
        ]
        if not places:
            return None
        found = random.choice(places)
        own = found[0].lower()
        other = random.choice([word for word in classes[own] if word != own])
        return replaced(text, *found.span(), other)

    return exchange


def exchange_number(text: str, random: Random) -> Exchanged | None:
    """One digit becomes another, or a number in words becomes another one."""
    digits = [found.start() for found in re.finditer("[0-9]", text)]
    if not digits:
        return _within(NUMBER_WORDS)(text, random)
    place = random.choice(digits)
    other = random.choice([digit for digit in "123456789" if digit != text[place]])
    word = next(each for each in WORD.finditer(text) if each.start() <= place < each.end())
    return Exchanged(text[:place] + other + text[place + 1 :], word[0].lower(), word.start())


def drop_negation(text: str, random: Random) -> Exchanged | None:
    """A negated sentence says what it denied."""
    places = [found for found in WORD.finditer(text) if _plain(found[0]) in NEGATED]
    if not places:
        return None
    found = random.choice(places)
    return replaced(text, *found.span(), NEGATED[_plain(found[0])])


def add_negation(text: str, random: Random) -> Exchanged | None:
    """A sentence without a negation denies what it said."""
    words = list(WORD.finditer(text))
    verbs = [found for found in words if found[0].lower() in VERBS]
    if not verbs or any(_plain(found[0]) in NEGATED for found in words):
        return None
    found = random.choice(verbs)
    text = f"{text[: found.end()]} not{text[found.end() :]}"
    return Exchanged(text, "not", found.end() + 1)


def exchange_synonym(text: str, random: Random) -> Exchanged | None:
    """A content word becomes a synonym by WordNet."""
    places = [found for found in WORD.finditer(text) if found[0].islower() and synonym_of(found[0])]
    if not places:
        return None
    found = random.choice(places)
    return replaced(text, *found.span(), synonym_of(found[0]))


EXCHANGES: Mapping[str, Exchange] = {
    "number": exchange_number,
    "name": _within(NAMES, capital=True),
    "weekday": _within(WEEKDAYS),
    "month": _within(MONTHS, capital=True),
    "antonym": _within(ANTONYMS),
    "unit": _within(UNITS),
    "sibling": _within(SIBLINGS),
    "pronoun": _within(PRONOUNS),
    "negation dropped": drop_negation,
    "negation added": add_negation,
}


def same_word_synonym(text: str, exchanged: Exchanged) -> str | None:
    """The sentence with a synonym of the word that was exchanged; None where it has none."""
    synonym = synonym_of(exchanged.word)
    if not synonym:
        return None
    return replaced(text, exchanged.start, exchanged.start + len(exchanged.word), synonym).text


@cache
def synonym_of(word: str) -> str:
    """The base form that shares the largest part of its synsets with a content word.

    The most frequent of equals; empty where a third is not reached: few of its senses are the
    word's.
    """
    senses, words = _senses()
    if word in function_words("en"):
        return ""
    own = set(senses.get(word, ()))
    others = dict.fromkeys(other for synset in senses.get(word, ()) for other in words[synset])
    shares = {
        other: len(own & set(senses[other])) / len(own | set(senses[other]))
        for other in others
        if other != word
    }
    best = max(shares, key=lambda other: shares[other], default="")
    return best if shares.get(best, 0) >= ENOUGH_SHARED else ""


@cache
def _senses() -> tuple[dict[str, Sequence[str]], dict[str, list[str]]]:
    """The synsets of every frequent base form, and their words from frequent to rare."""
    vectors = vectors_of_language("en")
    if vectors is None:
        raise FileNotFoundError("the English vectors are not installed")
    rows = (row.split("\t") for row in lzma.decompress(SYNSETS.read_bytes()).decode().splitlines())
    table = {lemma: synsets.split() for lemma, synsets in rows}
    by_frequency = sorted(zip(vectors.information.tolist(), vectors.words, strict=True))
    senses = {word: table[word] for _, word in by_frequency if word in table}
    words: dict[str, list[str]] = {}
    for word, synsets in senses.items():
        for synset in synsets:
            words.setdefault(synset, []).append(word)
    return senses, words


def _plain(word: str) -> str:
    return word.lower().replace("’", "'")
