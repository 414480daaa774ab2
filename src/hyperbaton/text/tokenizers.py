"""Tokenizers: how text becomes words. The tokenizer is chosen by name and named in signatures.

`unicode` is hyperbaton's own and serves any language written with spaces; scripts without spaces
are split into characters. `meteor` splits as METEOR does, and the others as sacreBLEU does, so
that scores can be compared. `unicode`, `none`, `char` and `13a` are native, with tables of
characters of their own: what they split does not depend on the version of Python.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache, partial
from importlib import import_module
from types import MappingProxyType
from typing import Any, NamedTuple

from hyperbaton import _core
from hyperbaton.checks import SURROGATE, is_list, shown
from hyperbaton.errors import InputError, MissingDependencyError, OptionError
from hyperbaton.text.text_column import TextColumn

Tokenizer = Callable[[str], list[str]]
TokenizingFunction = Callable[[str], Iterable[str]]

DEFAULT = "unicode"

# Those that the native core has.
NATIVE = ("unicode", "none", "char", "13a")


class _SacreBleuTokenizer(NamedTuple):
    """Where sacreBLEU keeps a tokenizer, its arguments, and which extra it needs."""

    module: str
    class_name: str
    arguments: Mapping[str, bool] = MappingProxyType({})
    extra: str = ""


_SACREBLEU: Mapping[str, _SacreBleuTokenizer] = MappingProxyType(
    {
        "intl": _SacreBleuTokenizer("tokenizer_intl", "TokenizerV14International"),
        "zh": _SacreBleuTokenizer("tokenizer_zh", "TokenizerZh"),
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
        "13a": "WMT's mteval-v13a, as sacreBLEU has it; the default of BLEU and NIST",
        "intl": "mteval-v14 international, through sacreBLEU",
        "zh": "Chinese by character, the rest as 13a, through sacreBLEU",
        "char": "characters, as sacreBLEU splits them",
        "meteor": "METEOR's -norm for English; the default of METEOR",
        **{f"meteor-{code}": f"METEOR's -norm for {name}" for code, name in _METEOR.items()},
        "tercom": "TERCOM's normalisation, which TER leaves out by default, through sacreBLEU",
        "ja-mecab": "Japanese words by MeCab, through sacreBLEU",
        "ko-mecab": "Korean words by MeCab, through sacreBLEU",
    }
)


@dataclass(frozen=True)
class OwnTokenizer:
    """A function of the user's that splits text into words.

    Statistics made with one are never kept on disk, since no digest can tell whether what it calls
    has changed.

    Attributes:
        name: what signatures call it.
        function: what is called with the text, as it is written but for joined subwords.
    """

    name: str
    function: TokenizingFunction

    def __post_init__(self) -> None:
        if not isinstance(self.name, str) or not re.fullmatch(r"[^|\s]+", self.name):
            raise OptionError(
                f"tokenize: expected a name without white space and |, got {shown(self.name)}"
            )

    def __call__(self, text: str) -> list[str]:
        """The words of a text.

        Raises:
            InputError: the function returns something else.
        """
        try:
            found = self.function(text)
        except Exception as error:
            error.add_note(f"tokenize: {self.name} was given the text {shown(text)}")
            raise
        words = list(found) if is_list(found) else []
        wrong = [word for word in words if not _is_word(word)]
        if wrong or not is_list(found):
            raise InputError(
                f"tokenize: {self.name} returns {shown(wrong[0] if wrong else found)} for "
                f"{shown(text)}; expected a list of words, none of them empty or with white space"
            )
        return list(map(str, words))

    def __str__(self) -> str:
        return self.name


def _is_word(word: object) -> bool:
    return isinstance(word, str) and word.split() == [word] and not SURROGATE.search(word)


def load_tokenizer(tokenizer: str | OwnTokenizer | None) -> Tokenizer:
    """The tokenizer of that name, or the user's own; `unicode` by default.

    Raises:
        OptionError: there is none of that name.
        MissingDependencyError: it needs a package that is not installed.
    """
    return tokenizer if isinstance(tokenizer, OwnTokenizer) else _named(tokenizer or DEFAULT)


@cache
def _named(name: str) -> Tokenizer:
    check_tokenizer(name)
    if name in NATIVE:
        return partial(_core.split_words, tokenizer=name)
    if name.startswith("meteor"):
        from hyperbaton.text.meteor_words import meteor_tokenizer

        return meteor_tokenizer(name.partition("-")[2] or "en")
    return _from_sacrebleu(name)


def sees_capitals(tokenizer: str | OwnTokenizer | None) -> bool:
    """Whether a tokenizer may split differently where there are capitals.

    Text in lower case is then put so after it has been split, as METEOR does.
    """
    return isinstance(tokenizer, OwnTokenizer) or str(tokenizer).startswith("meteor")


def meteor_tokenizer_for(language: str) -> str:
    """The name of METEOR's tokenizer for a language; `unicode` where METEOR has none."""
    if language == "en":
        return "meteor"
    return f"meteor-{language}" if language in _METEOR else DEFAULT


def as_tokenizer(value: object) -> str | OwnTokenizer:
    """The name of a tokenizer, or the user's own: a function, or a pair of name and function.

    Raises:
        OptionError: it is neither, there is none of that name, or a function has no name.
    """
    if isinstance(value, OwnTokenizer):
        return value
    if isinstance(value, tuple) and len(value) == 2 and callable(value[1]):
        return OwnTokenizer(*value)
    if callable(value) and not isinstance(value, type):
        return OwnTokenizer(_name_of(value), value)
    if not isinstance(value, str):
        close = get_close_matches(shown(value), TOKENIZERS, n=1)
        hint = f"; did you mean {close[0]!r}?" if close else ""
        raise OptionError(
            "tokenize: expected the name of a tokenizer, a function from text to words, or a "
            f"pair of a name and a function, got {shown(value)}{hint}"
        )
    check_tokenizer(value)
    return str.__str__(value)


def _name_of(function: Any) -> str:
    """The module and name of a function."""
    name = getattr(function, "__qualname__", None)
    if name is None:
        raise OptionError(
            f"tokenize: {shown(function)} has no name for signatures; pass (name, function)"
        )
    owner = getattr(function, "__objclass__", function)
    return f"{getattr(owner, '__module__', None) or 'builtins'}.{name}"


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
    return _core.split_words(text, "unicode")


def has_unspaced_script(text: str) -> bool:
    """Whether `unicode` would split some of the text into characters."""
    return have_unspaced_script(TextColumn.of([text]))


def have_unspaced_script(texts: TextColumn) -> bool:
    """Whether `unicode` would split some of the texts into characters."""
    return _core.first_with_unspaced_script(texts.data, texts.offsets) >= 0


def _from_sacrebleu(name: str) -> Tokenizer:
    module, class_name, arguments, extra = _SACREBLEU[name]
    try:
        home = import_module(f"sacrebleu.tokenizers.{module}")
        tokenizer = getattr(home, class_name)(**arguments)
    except (ImportError, RuntimeError) as error:
        command = f"pip install 'hyperbaton[{extra or 'sacrebleu'}]'"
        raise MissingDependencyError(f"tokenizer {name}", command) from error

    def words(text: str) -> list[str]:
        split: list[str] = tokenizer(text.rstrip()).split()
        return split

    return words
