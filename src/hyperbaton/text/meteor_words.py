"""The words that METEOR 1.5 makes of a line of text with `-norm`.

METEOR splits text much as the tokenizer of Moses does, and evens out what should not count as a
difference between a translation and its reference: curly quotes become straight ones, a dash
between two words goes, and so do the full stops of "U.S.". Michael Denkowski and Alon Lavie,
Meteor Universal: Language Specific Translation Evaluation for Any Target Language (WMT 2014).

METEOR lower-cases *after* it has split, and capitals matter until then: a full stop before a word
in lower case is taken for an abbreviation's. So lower-case the words, never the text:

    >>> meteor_words("He left. Mr. Bell didn't.")
    ['He', 'left', '.', 'Mr.', 'Bell', 'didn', "'t", '.']
    >>> meteor_words("He left. Mr. Bell didn't.".lower())
    ['he', 'left.', 'mr.', 'bell', 'didn', "'t", '.']
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import cache, partial
from itertools import dropwhile
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

from hyperbaton.errors import OptionError

LANGUAGES = ("cs", "de", "en", "es", "fr", "ru")  # METEOR refuses -norm for all others

_ABBREVIATIONS = Path(__file__).parent / "data" / "meteor-abbreviations.txt"

# What METEOR takes for letters: Latin, Cyrillic and phonetic symbols. Any other character, also
# a Greek or Chinese one, is a word of its own.
_LETTER = "A-Za-z\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u017e\u0400-\u0527\ua640-\ua66e\ua67e-\ua697"
_LETTER += "\u1d00-\u1d7f"
_SPACE = " \t\n\v\f\r"

_MARK = re.compile(rf"([^0-9{_LETTER}{_SPACE}.'`,\-‘’])")
_DOTS = re.compile(r"(\.{2,})")
_WORD = re.compile(f"[^{_SPACE}]+")
_HAS_LETTER = re.compile(f"[{_LETTER}]")

# Spaces that are words until the full stops are decided on, and then are dropped.
_WIDE_SPACES = frozenset("\xa0\u202f\u205f\u3000").union(map(chr, range(0x2000, 0x200B)))

_LOWER_CASE = frozenset("abcdefghijklmnopqrstuvwxyz")
_DIGITS = frozenset("0123456789")


class _Rule(NamedTuple):
    """A substitution; it matters that a character that one match consumed is lost to the next."""

    pattern: re.Pattern[str]
    replacement: str


def _rule(pattern: str, replacement: str) -> _Rule:
    return _Rule(re.compile(pattern), replacement)


# A comma between digits belongs to the number. Of "a,b,c" only the first comma is split off.
_COMMAS = (
    _rule("([^0-9]),([^0-9])", r"\1 , \2"),
    _rule("(?<=[0-9]),(?![0-9])|(?<![0-9]),(?=[0-9])", " , "),
)

# "well-known" is two words; of "a-b-c" only the first dash goes.
_DASHES = (_rule(rf"([0-9{_LETTER}.])-([0-9{_LETTER}])", r"\1 \2"),)

_LONE_APOSTROPHE = _rule(rf"([^{_LETTER}])'([^{_LETTER}])", r"\1 ' \2")

# it 's, rock 'n'roll, the 1990 's, but 5'a
_ENGLISH_APOSTROPHES = (
    _LONE_APOSTROPHE,
    _rule(rf"(?<![0-9{_LETTER}])'(?=[{_LETTER}])|(?<=[{_LETTER}])'(?![{_LETTER}])", " ' "),
    _rule(rf"([{_LETTER}])'([{_LETTER}])", r"\1 '\2"),
    _rule("(?<=[0-9])'(?=s)", " '"),
)

# l' eau, aujourd' hui
_FRENCH_APOSTROPHES = (
    _LONE_APOSTROPHE,
    _rule(rf"(?<![{_LETTER}])'(?=[{_LETTER}])|(?<=[{_LETTER}])'(?![{_LETTER}])", " ' "),
    _rule(rf"([{_LETTER}])'([{_LETTER}])", r"\1' \2"),
)

_OTHER_APOSTROPHES = (_rule("'", " ' "),)

_APOSTROPHES: Mapping[str, tuple[_Rule, ...]] = MappingProxyType(
    {"en": _ENGLISH_APOSTROPHES, "fr": _FRENCH_APOSTROPHES}
)


class _Abbreviations(NamedTuple):
    """Words that keep their full stop: always, and before a number."""

    always: frozenset[str]
    before_numbers: frozenset[str]


def meteor_words(text: str, language: str = "en") -> list[str]:
    """The words of a line of text as METEOR 1.5 counts them, but with their capitals.

    Two oddities are left out: METEOR keeps a vertical tab inside a word, and reads the word
    "DOTMULTI" as a full stop.

    >>> meteor_words("“The U.S. won't pay $1,000,” they said...")
    ['"', 'The', 'US', 'won', "'t", 'pay', '$', '1,000', ',', '"', 'they', 'said', '...']

    Raises:
        OptionError: METEOR does not split that language.
    """
    return meteor_tokenizer(language)(text)


@cache
def meteor_tokenizer(language: str = "en") -> Callable[[str], list[str]]:
    """`meteor_words` for one language.

    Raises:
        OptionError: METEOR does not split that language.
    """
    if language not in LANGUAGES:
        raise OptionError(
            f"METEOR does not split text of language {language!r} into words; "
            f"it does for {', '.join(LANGUAGES)}"
        )
    apostrophes = _APOSTROPHES.get(language, _OTHER_APOSTROPHES)
    return partial(_words, apostrophes, _abbreviations(language))


def _words(apostrophes: tuple[_Rule, ...], abbreviations: _Abbreviations, text: str) -> list[str]:
    text = _with_marks_apart(f" {text} ", apostrophes)
    words: list[str] = _WORD.findall(text)
    if "." in text:
        words = _with_full_stops_apart(words, abbreviations)
    return words if text.isprintable() else _without_odd_spaces(words)


def _with_marks_apart(text: str, apostrophes: tuple[_Rule, ...]) -> str:
    """Spaces around all marks but full stops; quotes and dashes of one kind."""
    text = " ".join(_MARK.split(text))
    if ".." in text:
        text = " ".join(_DOTS.split(text))
    if "," in text:
        text = _substituted(text, _COMMAS)
    text = text.replace("`", "'").replace("‘", "'").replace("’", "'")
    text = text.replace("“", '"').replace("”", '"').replace("''", ' " ')
    text = text.replace("–", "-").replace("--", "-")
    if "-" in text:
        text = _substituted(text, _DASHES)
    return _substituted(text, apostrophes) if "'" in text else text


def _substituted(text: str, rules: tuple[_Rule, ...]) -> str:
    for pattern, replacement in rules:
        text = pattern.sub(replacement, text)
    return text


def _with_full_stops_apart(words: list[str], abbreviations: _Abbreviations) -> list[str]:
    """Splits off the full stops that end words, and leaves out those of "U.S."."""
    split: list[str] = []
    for word, following in zip(words, [*words[1:], ""], strict=True):
        if word[-1] != "." or word == "." or word.endswith(".."):
            split.append(word)
        elif "." in word[:-1] and _HAS_LETTER.search(word):
            split.append(word.replace(".", ""))
        elif _keeps_its_full_stop(word[:-1], following[:1], abbreviations):
            split.append(word)
        else:
            split += (word[:-1], ".")
    return split


def _keeps_its_full_stop(word: str, following: str, abbreviations: _Abbreviations) -> bool:
    """Decides by the word and the first character of the one that follows."""
    return (
        word in abbreviations.always
        or following in _LOWER_CASE
        or (following in _DIGITS and word in abbreviations.before_numbers)
    )


def _without_odd_spaces(words: list[str]) -> list[str]:
    """Drops spaces beyond ASCII, and control characters at both ends."""
    kept = [word for word in words if word not in _WIDE_SPACES]
    while kept and kept[-1] < " ":
        kept.pop()
    return list(dropwhile(" ".__gt__, kept))


@cache
def _abbreviations(language: str) -> _Abbreviations:
    lists: dict[str, set[str]] = {}
    for line in _ABBREVIATIONS.read_text(encoding="utf-8").splitlines():
        if not line.startswith("#"):
            name, _, words = line.partition(":")
            lists.setdefault(name, set()).update(words.split())
    always, before_numbers = lists.get(language, ()), lists.get(f"{language} before numbers", ())
    return _Abbreviations(frozenset(always), frozenset(before_numbers))
