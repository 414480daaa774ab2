"""Languages: what people write for one, which one a text is in, and what is known of its words.

    >>> as_language("en-US"), as_language("deu"), as_language("zh_Hant_TW"), as_language("de-en")
    ('en', 'de', 'zh', 'en')
    >>> detected_language(["駅前で友人に会った。"])
    'ja'

A text is recognised by its script where only one language is written in it, and else by frequent
words, as far as that is certain: a sentence or two tell nothing.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from functools import cache
from pathlib import Path

from hyperbaton.checks import alternatives, shown
from hyperbaton.errors import OptionError

DATA = Path(__file__).parent / "data"

# Regions of the same letters as a language, in lower case: pt-br is no pair into Breton.
LOCALES = {"de-ch", "en-ie", "fr-ch", "it-ch", "pt-br", "zh-sg", "zh-tw"}
SUBTAG = re.compile("[A-Za-z]{2}|[0-9]{3}|[A-Za-z]{4}|[A-Za-z0-9]{5,8}")  # region, script, variant

# Scripts in which mostly one language is written; Japanese and Chinese are told apart by kana, and
# Arabic has no letters beyond those here, which others that use its script have.
SCRIPTS = {
    "ja": "\u3041-\u30ff",
    "zh": "\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff",
    "ko": "\u1100-\u11ff\uac00-\ud7af",
    "th": "\u0e00-\u0e7f",
    "lo": "\u0e80-\u0eff",
    "km": "\u1780-\u17ff",
    "my": "\u1000-\u109f",
    "bo": "\u0f00-\u0fff",
    "el": "\u0370-\u03ff",
    "he": "\u0590-\u05ff",
    "ar": "\u0621-\u064a",
    "hy": "\u0530-\u058f",
    "ka": "\u10a0-\u10ff",
    "am": "\u1200-\u137f",
    "bn": "\u0980-\u09ff",
    "pa": "\u0a00-\u0a7f",
    "gu": "\u0a80-\u0aff",
    "or": "\u0b00-\u0b7f",
    "ta": "\u0b80-\u0bff",
    "te": "\u0c00-\u0c7f",
    "kn": "\u0c80-\u0cff",
    "ml": "\u0d00-\u0d7f",
    "si": "\u0d80-\u0dff",
}
TEXTS, CHARACTERS = 300, 200  # how much is looked at
SHARE = 0.5  # of letters in one script
KANA = 0.1  # of the letters of Japanese
OTHER_LETTERS = 0.01  # of the letters of Arabic
FOUND = 20  # frequent words that must be found
WORDS_SHARE = 0.15  # of all words
AHEAD = 1.5  # times as many as of any other language


# The names of Snowball's stemmers, by ISO 639-1 code (639-3 where there is none).
STEMMERS = """
    ar:arabic ca:catalan cs:czech da:danish de:german el:greek en:english eo:esperanto
    es:spanish et:estonian eu:basque fa:persian fi:finnish fr:french ga:irish hi:hindi
    hu:hungarian hy:armenian id:indonesian it:italian lt:lithuanian ne:nepali nl:dutch
    no:norwegian pl:polish pt:portuguese ro:romanian ru:russian sr:serbian st:sesotho sv:swedish
    ta:tamil tr:turkish yi:yiddish
"""
SNOWBALL: Mapping[str, str] = dict(pair.split(":") for pair in STEMMERS.split())
DEFAULT_LANGUAGE = "en"


class LanguageNotice(UserWarning):
    """The text is in another language than that with which it is scored."""


@cache
def _names() -> tuple[Mapping[str, str], Mapping[str, str]]:
    """The code of every code and name in lower case, and the name of every code."""
    codes, names = {}, {}
    for line in _lines("languages.txt"):
        known, name = line.split(": ")
        code, *others = known.split()
        names[code] = name
        codes.update(dict.fromkeys([name.lower(), *others, code], code))
    return codes, names


def _lines(file: str) -> list[str]:
    lines = (DATA / file).read_text(encoding="utf-8").splitlines()
    return [line for line in lines if not line.startswith("#")]


def as_language(written: object, name: str = "language") -> str:
    """The code of a language: ISO 639-1, or 639-3 where there is none.

    People write a code of ISO 639 with or without script and region (`en`, `eng`, `en-US`), an
    English name, or a pair of languages (`de-en`), of which the second counts.
    """
    codes, names = _names()
    hint = "; write"
    if isinstance(written, str):
        if written.lower() in codes:
            return codes[written.lower()]
        first, *others = re.split("[-_]", written)
        found = codes.get(first.lower()) if len(first) < 4 else None
        is_pair = False
        for part in others:
            if part.islower() and len(part) < 4 and part in codes and not is_pair:
                is_pair = f"{first.lower()}-{part}" not in LOCALES
                found = found and (codes[part] if is_pair else found)
            elif not SUBTAG.fullmatch(part):
                found = None
        if found:
            return found
        close = get_close_matches(written.lower(), codes, n=3)
        listed = dict.fromkeys(f"{codes[each]} ({names[codes[each]]})" for each in close)
        hint = f"; did you mean {alternatives(listed)}? Write" if listed else hint
    raise OptionError(
        f"{name}: {shown(written)} is not a language{hint} a code like de, deu or en-US, or a pair "
        "like de-en"
    )


def language_name(code: str) -> str:
    """The English name of a language."""
    return _names()[1].get(code, code)


@cache
def _frequent_words() -> Mapping[str, frozenset[str]]:
    pairs = (line.split(": ") for line in _lines("function-words.txt"))
    return {code: frozenset(words.split()) for code, words in pairs}


def frequent_words(language: str) -> frozenset[str]:
    """The most frequent words of a language, in lower case; none where there is no list."""
    return _frequent_words().get(language, frozenset())


@cache
def function_words(language: str) -> frozenset[str]:
    """Articles, prepositions, marks and the like, in lower case; only English has a list."""
    return frozenset(_lines("function-words-en.txt") if language == "en" else ())


def detected_language(texts: Sequence[str]) -> str | None:
    """The language of texts, where it is certain."""
    some = texts[:: max(1, len(texts) // TEXTS)]
    text = " ".join(each[:CHARACTERS] for each in some).lower()
    return (None if text.isascii() else _by_script(text)) or _by_words(text)


def _by_script(text: str) -> str | None:
    letters = sum(map(str.isalpha, text))
    counts = {code: len(re.findall(f"[{span}]", text)) for code, span in SCRIPTS.items()}
    together = counts["ja"] + counts["zh"]
    if together > SHARE * letters:
        return "ja" if counts["ja"] > KANA * together else "zh"
    if len(re.findall("[\u0671-\u06d3]", text)) > OTHER_LETTERS * letters:
        del counts["ar"]
    best = max(counts, key=counts.__getitem__)
    return best if counts[best] > SHARE * letters else None


def _by_words(text: str) -> str | None:
    words = Counter(word.strip(".,;:!?…\"'()[]«»„“”‘’।،؟–-") for word in text.split())
    if words.total() < FOUND:
        return None
    found = Counter(
        {code: sum(words[word] for word in known) for code, known in _frequent_words().items()}
    )
    (best, most), (_, second) = found.most_common(2)
    certain = most >= FOUND and most > WORDS_SHARE * words.total() and most > AHEAD * second
    return best if certain else None


def seems_to_differ(language: str, detected: str) -> bool:
    """Whether text that looks like one language is not in another, which would be recognised."""
    return detected != language and (language in SCRIPTS or language in _frequent_words())
