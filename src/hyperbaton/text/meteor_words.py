"""The words that METEOR 1.5 makes of a line of text with `-norm` (Denkowski & Lavie 2014).

METEOR splits text much as the tokenizer of Moses does, and evens out what should not count as a
difference between a translation and its reference: curly quotes become straight ones, a dash
between two words goes, and so do the full stops of "U.S.".

METEOR lower-cases *after* it has split, and capitals matter until then: a full stop before a word
in lower case is taken for an abbreviation's. So lower-case the words, never the text:

    >>> split = meteor_tokenizer("en")
    >>> split("He left. Mr. Bell didn't.")
    ['He', 'left', '.', 'Mr.', 'Bell', 'didn', "'t", '.']
    >>> split("He left. Mr. Bell didn't.".lower())
    ['he', 'left.', 'mr.', 'bell', 'didn', "'t", '.']

Two oddities are left out: METEOR keeps a vertical tab inside a word, and reads the word "DOTMULTI"
as a full stop.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache, partial
from pathlib import Path

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

# Substitutions, pattern and replacement; a character that one match consumed is lost to the next.
_Rules = tuple[tuple[re.Pattern[str], str], ...]


def _rules(*pairs: tuple[str, str]) -> _Rules:
    return tuple((re.compile(pattern), replacement) for pattern, replacement in pairs)


# A comma between digits belongs to the number. Of "a,b,c" only the first comma is split off.
_COMMAS = _rules(
    ("([^0-9]),([^0-9])", r"\1 , \2"),
    ("(?<=[0-9]),(?![0-9])|(?<![0-9]),(?=[0-9])", " , "),
)

# "well-known" is two words; of "a-b-c" only the first dash goes.
_DASHES = _rules((rf"([0-9{_LETTER}.])-([0-9{_LETTER}])", r"\1 \2"))

_LONE_APOSTROPHE = (rf"([^{_LETTER}])'([^{_LETTER}])", r"\1 ' \2")
_APOSTROPHES = {
    "en": _rules(  # it 's, rock 'n'roll, the 1990 's, but 5'a
        _LONE_APOSTROPHE,
        (rf"(?<![0-9{_LETTER}])'(?=[{_LETTER}])|(?<=[{_LETTER}])'(?![{_LETTER}])", " ' "),
        (rf"([{_LETTER}])'([{_LETTER}])", r"\1 '\2"),
        ("(?<=[0-9])'(?=s)", " '"),
    ),
    "fr": _rules(  # l' eau, aujourd' hui
        _LONE_APOSTROPHE,
        (rf"(?<![{_LETTER}])'(?=[{_LETTER}])|(?<=[{_LETTER}])'(?![{_LETTER}])", " ' "),
        (rf"([{_LETTER}])'([{_LETTER}])", r"\1' \2"),
    ),
}
_OTHER_APOSTROPHES = _rules(("'", " ' "))


@cache
def meteor_tokenizer(language: str) -> Callable[[str], list[str]]:
    """What splits a line of text into the words that METEOR 1.5 counts, but with their capitals.

    >>> meteor_tokenizer("en")("“The U.S. won't pay $1,000,” they said...")
    ['"', 'The', 'US', 'won', "'t", 'pay', '$', '1,000', ',', '"', 'they', 'said', '...']
    """
    return partial(
        _words,
        _APOSTROPHES.get(language, _OTHER_APOSTROPHES),
        _abbreviations(language),
        _abbreviations(f"{language} before numbers"),
    )


def _words(
    apostrophes: _Rules, always: frozenset[str], before_numbers: frozenset[str], text: str
) -> list[str]:
    """The words; of the abbreviations some keep their full stop always, some before a number."""
    text = _with_marks_apart(f" {text} ", apostrophes)
    words: list[str] = _WORD.findall(text)
    split: list[str] = []
    for k, word in enumerate(words):
        following = words[k + 1][0] if k + 1 < len(words) else ""
        if word[-1] != "." or word == "." or word.endswith(".."):
            split.append(word)
        elif "." in word[:-1] and _HAS_LETTER.search(word):
            split.append(word.replace(".", ""))
        elif (
            word[:-1] in always
            or "a" <= following <= "z"
            or ("0" <= following <= "9" and word[:-1] in before_numbers)
        ):
            split.append(word)
        else:
            split += (word[:-1], ".")
    if text.isprintable():
        return split
    # Spaces beyond ASCII go, and control characters at both ends.
    kept = [word for word in split if word not in _WIDE_SPACES]
    inside = [k for k, word in enumerate(kept) if word >= " "]
    return kept[inside[0] : inside[-1] + 1] if inside else []


def _with_marks_apart(text: str, apostrophes: _Rules) -> str:
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


def _substituted(text: str, rules: _Rules) -> str:
    for pattern, replacement in rules:
        text = pattern.sub(replacement, text)
    return text


def _abbreviations(name: str) -> frozenset[str]:
    """The words of one list in the file of abbreviations."""
    lines = _ABBREVIATIONS.read_text(encoding="utf-8").splitlines()
    lists = [words for key, _, words in (line.partition(":") for line in lines) if key == name]
    return frozenset(" ".join(lists).split())
