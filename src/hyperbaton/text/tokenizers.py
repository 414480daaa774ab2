"""Tokenizers: how text becomes words. The tokenizer is chosen by name and named in signatures.

`unicode` is hyperbaton's own and serves any language written with spaces; scripts without spaces
are split into characters. `meteor` splits as METEOR does, and the others as sacreBLEU does, so
that scores can be compared. `unicode`, `none`, `char` and `13a` are native, with tables of
characters of their own: what they split does not depend on the version of Python.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache, partial
from importlib import import_module
from types import MappingProxyType
from typing import Any

from hyperbaton import _core
from hyperbaton.checks import is_list, shown
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
        # TERCOM's normalisation, which TER leaves out by default, and what it does to marks and to
        # characters of East Asia on request.
        **{
            "-".join(["tercom", *parts]): partial(
                _sacrebleu,
                "tercom",
                "tokenizer_ter:TercomTokenizer",
                normalized="raw" not in parts,
                asian_support="asian" in parts,
                no_punct="no-punct" in parts,
                case_sensitive=True,
            )
            for parts in (
                *((), ("asian",), ("no-punct",), ("asian", "no-punct")),
                *(("raw", "no-punct"), ("raw", "asian", "no-punct")),
            )
        },
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
        words: list[Any] = list(found) if is_list(found) else [None]
        for word in words:
            if not isinstance(word, str) or word.split() != [word]:
                raise InputError(
                    f"tokenize: {self.name} returns {shown(found)} for {shown(text)}; expected a "
                    "list of words, none of them empty or with white space"
                )
        return words

    def __str__(self) -> str:
        return self.name


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
    """Whether a tokenizer may split differently where there are capitals."""
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
        name = getattr(value, "__qualname__", None)
        if name is None:
            raise OptionError(
                f"tokenize: {shown(value)} has no name for signatures; pass (name, function)"
            )
        owner = getattr(value, "__objclass__", value)  # of a method of Python's own
        return OwnTokenizer(f"{owner.__module__}.{name}", value)
    if not isinstance(value, str):
        raise OptionError(
            "tokenize: expected the name of a tokenizer, a function from text to words, or a "
            f"pair of a name and a function, got {shown(value)}"
        )
    check_tokenizer(value)
    return value


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


def has_unspaced_script(texts: Sequence[str]) -> bool:
    """Whether `unicode` would split some of the texts into characters."""
    texts = TextColumn.of(texts)
    return _core.first_with_unspaced_script(texts.data, texts.offsets) >= 0
