"""Tokenizers: how text becomes words. The tokenizer is chosen by name and named in signatures.

`unicode` is hyperbaton's own and serves any language written with spaces; scripts without spaces
fall apart into characters. The others are sacreBLEU's, so that scores can be compared.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from difflib import get_close_matches
from functools import cache
from importlib import import_module
from types import MappingProxyType

from hyperbaton.errors import MissingDependencyError, OptionError

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

# Where sacreBLEU keeps its tokenizers, and which of its extras they need.
_SACREBLEU: Mapping[str, tuple[str, str, str]] = MappingProxyType(
    {
        "13a": ("tokenizer_13a", "Tokenizer13a", ""),
        "intl": ("tokenizer_intl", "TokenizerV14International", ""),
        "zh": ("tokenizer_zh", "TokenizerZh", ""),
        "char": ("tokenizer_char", "TokenizerChar", ""),
        "ja-mecab": ("tokenizer_ja_mecab", "TokenizerJaMecab", "ja"),
        "ko-mecab": ("tokenizer_ko_mecab", "TokenizerKoMecab", "ko"),
    }
)

TOKENIZERS: Mapping[str, str] = MappingProxyType(
    {
        "unicode": "words, numbers and marks of any script; CJK and Thai by character",
        "none": "what stands between spaces",
        "13a": "WMT's mteval-v13a, through sacreBLEU",
        "intl": "mteval-v14 international, through sacreBLEU",
        "zh": "Chinese by character, the rest as 13a, through sacreBLEU",
        "char": "characters, through sacreBLEU",
        "ja-mecab": "Japanese words by MeCab, through sacreBLEU",
        "ko-mecab": "Korean words by MeCab, through sacreBLEU",
    }
)


def load_tokenizer(name: str) -> Tokenizer:
    """The tokenizer of that name.

    Raises:
        OptionError: there is none of that name.
        MissingDependencyError: it needs a package that is not installed.
    """
    if name == "unicode":
        return unicode_words
    if name == "none":
        return str.split
    if name in _SACREBLEU:
        return _from_sacrebleu(name)
    close = get_close_matches(name, TOKENIZERS, n=2)
    hint = f"did you mean {' or '.join(close)}? " if close else ""
    raise OptionError(f"there is no tokenizer {name!r}; {hint}there are {', '.join(TOKENIZERS)}")


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
    module, class_name, extra = _SACREBLEU[name]
    try:
        tokenizer = getattr(import_module(f"sacrebleu.tokenizers.{module}"), class_name)()
    except (ImportError, RuntimeError) as error:
        package = f"sacrebleu[{extra}]" if extra else "sacrebleu"
        raise MissingDependencyError(f"tokenizer {name}", f"pip install '{package}'") from error

    def words(text: str) -> list[str]:
        split: list[str] = tokenizer(text.rstrip()).split()
        return split

    return words
