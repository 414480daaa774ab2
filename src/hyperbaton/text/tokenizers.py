"""Tokenizers: how text becomes words. The tokenizer is chosen by name and named in signatures.

`unicode` is hyperbaton's own and serves any language written with spaces; scripts without spaces
fall apart into characters. `meteor` splits as METEOR does, and the others are sacreBLEU's, so that
scores can be compared.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from difflib import get_close_matches
from functools import cache
from importlib import import_module
from types import MappingProxyType
from typing import NamedTuple

from hyperbaton.errors import ArgumentTypeError, MissingDependencyError, OptionError
from hyperbaton.runtime.arguments.shown import shown
from hyperbaton.text.meteor_words import meteor_tokenizer
from hyperbaton.text.own_tokenizers import OwnTokenizer

Tokenizer = Callable[[str], list[str]]

DEFAULT = "unicode"

# Scripts written without spaces.
_UNSPACED = r"\p{Han}\p{Hiragana}\p{Katakana}ー\p{Thai}\p{Lao}\p{Khmer}\p{Myanmar}\p{Bopomofo}"
_LETTER = rf"[[\p{{L}}\p{{M}}\p{{N}}]--[{_UNSPACED}]]"
_UNICODE_WORDS = (
    rf"[{_UNSPACED}]\p{{M}}*"  # one character, with its vowel signs and tones
    r"|\p{N}+(?:[.,:]\p{N}+)+"  # 3.5, 1,000, 6:15
    rf"|{_LETTER}+(?:['’\-‐·]{_LETTER}+)*"  # a word, also don't and well-known
    r"|[^\s\p{Cc}]"  # any other mark stands alone; control characters separate
)

# The same for text of ASCII only, where the standard library is four times as fast.
_ASCII_WORDS = r"\d+(?:[.,:]\d+)+|[A-Za-z0-9]+(?:['-][A-Za-z0-9]+)*|[!-~]"


class _SacreBleuTokenizer(NamedTuple):
    """Where sacreBLEU keeps a tokenizer, its arguments, and which extra it needs."""

    module: str
    class_name: str
    arguments: Mapping[str, bool] = MappingProxyType({})
    extra: str = ""


_SACREBLEU: Mapping[str, _SacreBleuTokenizer] = MappingProxyType(
    {
        "13a": _SacreBleuTokenizer("tokenizer_13a", "Tokenizer13a"),
        "intl": _SacreBleuTokenizer("tokenizer_intl", "TokenizerV14International"),
        "zh": _SacreBleuTokenizer("tokenizer_zh", "TokenizerZh"),
        "char": _SacreBleuTokenizer("tokenizer_char", "TokenizerChar"),
        "tercom": _SacreBleuTokenizer(
            "tokenizer_ter", "TercomTokenizer", {"normalized": True, "case_sensitive": True}
        ),
        "ja-mecab": _SacreBleuTokenizer("tokenizer_ja_mecab", "TokenizerJaMecab", extra="ja"),
        "ko-mecab": _SacreBleuTokenizer("tokenizer_ko_mecab", "TokenizerKoMecab", extra="ko"),
    }
)

# Languages other than English for which METEOR has rules of its own.
_METEOR = {"cs": "Czech", "de": "German", "es": "Spanish", "fr": "French", "ru": "Russian"}

TOKENIZERS: Mapping[str, str] = MappingProxyType(
    {
        "unicode": "words, numbers and marks of any script; CJK and Thai by character",
        "none": "what stands between spaces; in lower case, the default of TER",
        "13a": "WMT's mteval-v13a, through sacreBLEU; the default of BLEU and NIST",
        "intl": "mteval-v14 international, through sacreBLEU",
        "zh": "Chinese by character, the rest as 13a, through sacreBLEU",
        "char": "characters, through sacreBLEU",
        "meteor": "METEOR's -norm for English; the default of METEOR",
        **{f"meteor-{code}": f"METEOR's -norm for {name}" for code, name in _METEOR.items()},
        "tercom": "TERCOM's normalisation, which TER leaves out by default, through sacreBLEU",
        "ja-mecab": "Japanese words by MeCab, through sacreBLEU",
        "ko-mecab": "Korean words by MeCab, through sacreBLEU",
    }
)


@cache
def load_tokenizer(name: str) -> Tokenizer:
    """The tokenizer of that name.

    Raises:
        OptionError: there is none of that name.
        MissingDependencyError: it needs a package that is not installed.
    """
    check_tokenizer(name)
    if name == "unicode":
        return unicode_words
    if name == "none":
        return str.split
    if name.startswith("meteor"):
        return meteor_tokenizer(name.partition("-")[2] or "en")
    return _from_sacrebleu(name)


def sees_capitals(tokenizer: str | OwnTokenizer) -> bool:
    """Whether a tokenizer may split differently where there are capitals.

    Text in lower case is then put so after it has been split, as METEOR does.
    """
    return isinstance(tokenizer, OwnTokenizer) or tokenizer.startswith("meteor")


def meteor_tokenizer_for(language: str) -> str:
    """The name of METEOR's tokenizer for a language; `unicode` where METEOR has none."""
    if language == "en":
        return "meteor"
    return f"meteor-{language}" if language in _METEOR else DEFAULT


def as_tokenizer(value: object) -> str | OwnTokenizer:
    """The name of a tokenizer, or a function of the user's own.

    Raises:
        ArgumentTypeError: it is neither; a class is not, but an instance of it may be.
        OptionError: there is none of that name.
    """
    if isinstance(value, OwnTokenizer):
        return value
    if callable(value) and not isinstance(value, type):
        return OwnTokenizer(value)
    if not isinstance(value, str):
        accepted = "the name of a tokenizer, or a function from text to words"
        close = get_close_matches(shown(value), TOKENIZERS, n=1)
        hint = f"did you mean {close[0]!r}?" if close else ""
        raise ArgumentTypeError("tokenize", accepted, shown(value), hint)
    check_tokenizer(value)
    return str.__str__(value)


def check_tokenizer(name: str) -> None:
    """Refuses a name that no tokenizer has.

    Raises:
        OptionError: there is none of that name.
    """
    if name not in TOKENIZERS:
        close = get_close_matches(name, TOKENIZERS, n=2)
        hint = f"did you mean {' or '.join(close)}? " if close else ""
        known = ", ".join(TOKENIZERS)
        raise OptionError(f"there is no tokenizer {shown(name)}; {hint}there are {known}")


def unicode_words(text: str) -> list[str]:
    """Splits text into words, numbers and single marks.

    >>> unicode_words("Don't pay €3.50 for well-known “facts”.")
    ["Don't", 'pay', '€', '3.50', 'for', 'well-known', '“', 'facts', '”', '.']
    """
    return _ascii_words(text) if text.isascii() else _unicode_pattern()(text)


def has_unspaced_script(text: str) -> bool:
    """Whether `unicode` would split some of the text into characters."""
    return not text.isascii() and _unspaced_pattern()(text) is not None


_ascii_words: Tokenizer = re.compile(_ASCII_WORDS, re.ASCII).findall


@cache
def _unicode_pattern() -> Tokenizer:
    import regex

    findall: Tokenizer = regex.compile(_UNICODE_WORDS, regex.V1).findall
    return findall


@cache
def _unspaced_pattern() -> Callable[[str], object]:
    import regex

    search: Callable[[str], object] = regex.compile(f"[{_UNSPACED}]", regex.V1).search
    return search


def _from_sacrebleu(name: str) -> Tokenizer:
    module, class_name, arguments, extra = _SACREBLEU[name]
    try:
        home = import_module(f"sacrebleu.tokenizers.{module}")
        tokenizer = getattr(home, class_name)(**arguments)
    except (ImportError, RuntimeError) as error:
        package = f"sacrebleu[{extra}]" if extra else "sacrebleu"
        raise MissingDependencyError(f"tokenizer {name}", f"pip install '{package}'") from error

    def words(text: str) -> list[str]:
        split: list[str] = tokenizer(text.rstrip()).split()
        return split

    return words
