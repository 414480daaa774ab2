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
from typing import Any

from hyperbaton import _core
from hyperbaton.checks import SURROGATE, is_list, shown
from hyperbaton.errors import InputError, MissingDependencyError, OptionError
from hyperbaton.text.text_column import TextColumn

Tokenizer = Callable[[str], list[str]]
TokenizingFunction = Callable[[str], Iterable[str]]

DEFAULT = "unicode"

# Those that the native core has, which also numbers their words.
NATIVE = ("unicode", "none", "char", "13a")


# Languages other than English for which METEOR has rules of its own.
_METEOR = ("cs", "de", "es", "fr", "ru")


def _native(name: str) -> Tokenizer:
    return partial(_core.split_words, tokenizer=name)


def _meteor(language: str) -> Tokenizer:
    from hyperbaton.text.meteor_words import meteor_tokenizer

    return meteor_tokenizer(language)


def _sacrebleu(name: str, place: str, extra: str = "sacrebleu", **arguments: bool) -> Tokenizer:
    """A tokenizer of sacreBLEU's; `extra` installs the packages that it needs."""
    module, _, kind = place.partition(":")
    try:
        home = import_module(f"sacrebleu.tokenizers.{module}")
        tokenizer = getattr(home, kind)(**arguments)
    except (ImportError, RuntimeError) as error:
        command = f"pip install 'hyperbaton[{extra}]'"
        raise MissingDependencyError(f"tokenizer {name}", command) from error
    return lambda text: tokenizer(text.rstrip()).split()


# What makes each tokenizer when it is first asked for.
TOKENIZERS: Mapping[str, Callable[[], Tokenizer]] = MappingProxyType(
    {
        # Words, numbers and marks of any script; CJK and Thai by character.
        "unicode": partial(_native, "unicode"),
        # Splits at spaces; in lower case, the default of TER.
        "none": partial(_native, "none"),
        # WMT's mteval-v13a, as in sacreBLEU; the default of BLEU and NIST.
        "13a": partial(_native, "13a"),
        # mteval-v14 international.
        "intl": partial(_sacrebleu, "intl", "tokenizer_intl:TokenizerV14International"),
        # Chinese by character, the rest as 13a.
        "zh": partial(_sacrebleu, "zh", "tokenizer_zh:TokenizerZh"),
        # Characters, as in sacreBLEU.
        "char": partial(_native, "char"),
        # METEOR's -norm; the default of METEOR.
        "meteor": partial(_meteor, "en"),
        **{f"meteor-{language}": partial(_meteor, language) for language in _METEOR},
        # TERCOM's normalisation, which TER leaves out by default.
        "tercom": partial(
            _sacrebleu,
            "tercom",
            "tokenizer_ter:TercomTokenizer",
            normalized=True,
            case_sensitive=True,
        ),
        # Words by MeCab.
        "ja-mecab": partial(_sacrebleu, "ja-mecab", "tokenizer_ja_mecab:TokenizerJaMecab", "ja"),
        "ko-mecab": partial(_sacrebleu, "ko-mecab", "tokenizer_ko_mecab:TokenizerKoMecab", "ko"),
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
    return TOKENIZERS[name]()


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
