"""How text is prepared for metrics: the one description of the options for it.

The fields of `Preparation` are the options. Their metadata say what the command line calls them and
what they write into signatures; `Choices` has them as keywords of functions. A new option of text
is one field here, one line in `Choices`, and what it does in `Preparation.cleaned`.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterable, Mapping
from dataclasses import Field, dataclass, field, fields, replace
from enum import Enum
from functools import cached_property
from itertools import chain
from typing import TYPE_CHECKING, Any, Self, TypedDict

from hyperbaton import _core
from hyperbaton.alignment import Aligner, WordAligner, as_aligner
from hyperbaton.alignment.matchers.matcher import MINIMUM
from hyperbaton.checks import as_choice, as_flag, nearest
from hyperbaton.errors import OptionError
from hyperbaton.text.languages import (
    DEFAULT_LANGUAGE,
    LanguageNotice,
    as_language,
    detected_language,
    language_name,
    seems_to_differ,
)
from hyperbaton.text.segments import TextColumn
from hyperbaton.text.tokenizers import (
    DEFAULT,
    OwnTokenizer,
    Tokenizer,
    TokenizingFunction,
    as_tokenizer,
    load_tokenizer,
    sees_capitals,
    tokenizer_in,
)
from hyperbaton.values import Parametric

if TYPE_CHECKING:
    from hyperbaton.alignment.matchers.soft import VectorSource
    from hyperbaton.evidence.texts import Output, TestSet
    from hyperbaton.parsing import Parser


# The order of parts in a signature; those of aligners and parsers follow what they belong to.
LEADING = ("tok", "case", "join", "align")


class Need(Enum):
    """What a metric is computed from, and so what its signature must name.

    A test holds every metric to the needs that it declares.
    """

    TEXT = "the text as it is"
    TOKENS = "words"
    ALIGNMENT = "an alignment of words"
    ORDER = "a permutation, or an alignment of words"
    SOURCE_ORDER = "links of the source with output and reference"
    SIMILARITY = "similarities of words"
    TREES = "dependency trees"
    TREE_ALIGNMENT = "an alignment of the words of trees"
    LANGUAGE = "the language"


class Choices(TypedDict, total=False):
    """What users choose, as keywords of `score` and others; see `Preparation`."""

    tokenize: str | tuple[str, TokenizingFunction] | None
    lowercase: bool | None
    join_subwords: str | None
    language: str | None
    aligner: WordAligner | str | None
    parser: Parser | str | None


# How subwords become words again, by the program that split them.
SUBWORDS: Mapping[str, Callable[[str], str]] = {
    "bpe": lambda text: text.replace("@@ ", "").removesuffix("@@"),
    "sentencepiece": lambda text: text.replace(" ", "").replace("▁", " ").strip(),
}

TOKENIZE = "tokenizer for all metrics, such as unicode, 13a, intl, none, char, ja-mecab"


def _of_text(
    flags: Mapping[str, tuple[str, Any]],
    read: Callable[[Any], Any],
    otherwise: Any,
    part: Callable[[Any], str],
    *,
    choices: tuple[str, ...] = (),
    of_words: bool = False,
) -> Any:
    """An option of what is done to text; None leaves it to each metric.

    Args:
        flags: what the command line calls it, each with one line of help, and the value that it
            means, or None if the value follows.
        read: checks a value.
        otherwise: the value where no metric has a choice of its own.
        part: what a value writes into signatures.
        choices: the words accepted, if there are few.
        of_words: whether it matters only where text is split into words.
    """
    return field(
        default=None,
        metadata={
            "flags": flags,
            "read": read,
            "otherwise": otherwise,
            "part": part,
            "choices": choices,
            "of_words": of_words,
        },
    )


@dataclass(frozen=True)
class Preparation:
    """How text becomes what metrics read; threads and the like are no part of it.

        >>> Preparation("13a", lowercase=True).signature({Need.TOKENS})
        'tok:13a|case:lower'

    Attributes:
        tokenize: the tokenizer, by name, or as a pair of a name for signatures and a function from
            text to words. None leaves it to each metric, and so do the next two.
        lowercase: whether case is ignored.
        join_subwords: None, "bpe" or "sentencepiece" for text in pieces.
        language: the language of hypotheses and references, such as `de`, in any form that
            `hyperbaton.text.languages.as_language` takes; None if it was not told.
        aligner: where links between hypothesis and reference come from.
        over_source: whether word order is that of the source words in hypothesis and reference, by
            alignments with the source (Birch & Osborne 2010), and not that of linked words.
        learned_source_links: whether those alignments were learned from the texts.
        parser: where dependency trees come from; None is `english`.
        given_links: whether links come with the outputs, and not from the aligner.
        given_trees: whether trees come with the texts, and not from the parser.

    Raises:
        OptionError: a value is not accepted, or two languages are told.
    """

    tokenize: str | OwnTokenizer | None = _of_text(
        {"--tokenize NAME": (TOKENIZE, None)},
        as_tokenizer,
        DEFAULT,
        "tok:{}".format,
        of_words=True,
    )
    lowercase: bool | None = _of_text(
        {"--lowercase": ("ignore case", True), "--keep-case": ("respect case", False)},
        lambda value: as_flag(value, "lowercase"),
        False,
        lambda value: f"case:{'lower' if value else 'mixed'}",
    )
    join_subwords: str | None = _of_text(
        {"--join-subwords KIND": ("first join pieces marked with '@@' or '▁'", None)},
        lambda value: as_choice(value, SUBWORDS, "join_subwords"),
        None,
        lambda value: f"join:{value}" if value else "",
        choices=tuple(SUBWORDS),
    )
    language: str | None = None
    aligner: WordAligner = Aligner()
    over_source: bool = False
    learned_source_links: bool = False
    parser: Parser | None = None
    given_links: bool = False
    given_trees: bool = False

    def __post_init__(self) -> None:
        for spec in TEXT_OPTIONS:
            if (value := getattr(self, spec.name)) is not None:
                object.__setattr__(self, spec.name, spec.metadata["read"](value))
        aligner = Aligner() if self.aligner is None else as_aligner(self.aligner)
        language = None if self.language is None else as_language(self.language)
        if aligner.language is not None:
            aligner = replace(aligner, language=as_language(aligner.language))
        if language not in (None, aligner.language):
            if aligner.language is not None:
                raise OptionError(
                    f"the text is in language {language!r}, but words are to be aligned in "
                    f"{aligner.language!r}; leave out the language of the aligner"
                )
            aligner = replace(aligner, language=language)
        object.__setattr__(self, "aligner", aligner)
        object.__setattr__(self, "language", aligner.language)
        object.__setattr__(self, "over_source", as_flag(self.over_source, "over_source"))
        if self.parser is not None:
            object.__setattr__(self, "parser", _parser(self.parser))

    @classmethod
    def of(cls, **choices: Any) -> Self:
        """A preparation from the choices that users make, with defaults for the rest.

        Raises:
            OptionError: there is no such option, or a value is not accepted.
        """
        known = Choices.__annotations__
        for name in choices.keys() - known.keys():
            if name in ("source", "source_links", "links", "trees"):
                hint = f"pass {name} to TestSet or Output, in place of the list of texts"
            else:
                hint = nearest(name, known)
            raise OptionError(f"there is no option {name!r}; {hint}")
        return cls(**choices)

    # What is done to text

    @cached_property
    def text(self) -> Preparation:
        """What is done to text alone, with hyperbaton's own defaults for what is left open."""
        return Preparation(
            **{
                spec.name: spec.metadata["otherwise"] if value is None else value
                for spec in TEXT_OPTIONS
                for value in [getattr(self, spec.name)]
            }
        )

    def prepared_as(self, own: Preparation) -> Preparation:
        """The preparation with a metric's own choices for text, so that nothing is left open.

        Some of its choices depend on the language, as with sacreBLEU.
        """
        left = {
            spec.name: getattr(own.text, spec.name)
            for spec in TEXT_OPTIONS
            if getattr(self, spec.name) is None
        }
        if "tokenize" in left:
            left["tokenize"] = tokenizer_in(self.language_code, left["tokenize"])
        return replace(self, **left)

    def cleaned(self, texts: TextColumn, threads: int = 1) -> TextColumn:
        """Texts with subwords joined and case folded, not split into words."""
        if self.changes_text:
            texts = TextColumn.of(list(map(self._changed, texts)))
        if not self.lowercase:
            return texts
        return TextColumn(*_core.lowered(texts.data, texts.offsets, threads))

    @property
    def changes_text(self) -> bool:
        """Whether any option changes a text before its case is folded."""
        return bool(self.join_subwords)

    def _changed(self, text: str) -> str:
        """The text as it is before its case is folded."""
        if self.join_subwords:
            text = SUBWORDS[self.join_subwords](text)
        return text

    @property
    def split(self) -> Tokenizer:
        """What splits text that has not been cleaned into words.

        METEOR's tokenizers and the user's own see the case in which the text is written, and then
        their words are put in lower case; all others see the cleaned text.
        """
        tokenizer = load_tokenizer(self.tokenize)
        if self.lowercase and sees_capitals(self.tokenize):
            return lambda text: [word.lower() for word in tokenizer(self._changed(text))]
        if self.lowercase or self.changes_text:
            return lambda text: tokenizer(self.cleaned(TextColumn.of([text]))[0])
        return tokenizer

    def text_parts(self, *, words: bool = True) -> list[str]:
        """What the options of text write into signatures, such as `tok:unicode`."""
        parts = [
            spec.metadata["part"](getattr(self.text, spec.name))
            for spec in TEXT_OPTIONS
            if words or not spec.metadata["of_words"]
        ]
        return [part for part in parts if part]

    # Language, links and trees

    @property
    def language_code(self) -> str:
        """The language of hypotheses and references, `en` if it was not told."""
        return self.aligner.language_code

    def in_language(self, language: str | None) -> Preparation:
        """The preparation of text in a language; None leaves it as it is."""
        return self if language is None else replace(self, language=language)

    @property
    def used_parser(self) -> Parser:
        """The parser, also where it is the built-in one."""
        from hyperbaton.parsing import English

        return self.parser or English()

    @property
    def vectors(self) -> VectorSource:
        """Where similarities of words come from: the aligner's file, or the language's vectors."""
        from hyperbaton.alignment.matchers.soft import VectorSource

        embeddings = None if self.given_links else getattr(self.aligner, "embeddings", None)
        return VectorSource(self.language_code, embeddings)

    def aligned_softly(self, similarity: float) -> Preparation:
        """The preparation with soft matches, where there are vectors and no matchers are chosen.

        They have at least that similarity, unless the aligner was told another.
        """
        aligner = self.aligner
        if self.given_links or not isinstance(aligner, Aligner) or aligner.matchers is not None:
            return self
        if self.vectors.table is None:
            return self
        matchers = [*(name for name in aligner.weights if name != "soft"), "soft"]
        told = aligner.soft_similarity != MINIMUM
        softly = replace(
            aligner,
            matchers="+".join(matchers),
            soft_similarity=aligner.soft_similarity if told else similarity,
        )
        return replace(self, aligner=softly)

    def with_given(
        self, *, links: bool, source_links: bool, trees: bool, learned: bool = False
    ) -> Preparation:
        """The preparation with what is given beside texts in place of aligner and parser."""
        return replace(
            self,
            given_links=self.given_links or links,
            over_source=self.over_source or source_links,
            learned_source_links=self.learned_source_links or learned,
            given_trees=self.given_trees or trees,
        )

    # Signatures and descriptions

    def signature(self, needs: Iterable[Need]) -> str:
        """What these needs depend on, such as `tok:unicode|case:mixed|align:exact,stem|lang:de`."""
        wanted = set(needs)
        parts = chain.from_iterable(self._parts(need) for need in Need if need in wanted)
        each = dict.fromkeys("|".join(parts).split("|"))
        return "|".join(sorted(each, key=_place))

    def _parts(self, need: Need) -> list[str]:
        words = self.text_parts()
        if need is Need.TEXT:
            return self.text_parts(words=False)
        if need is Need.SIMILARITY:
            return [*words, self.vectors.signature]
        if need is Need.LANGUAGE:
            return [f"lang:{self.language_code}"]
        if need is Need.TREES and self.given_trees:
            return ["trees:given", "roots:joined"]
        if need is Need.TREES:
            return [*words, self.used_parser.signature, "roots:joined"]
        if need is Need.SOURCE_ORDER or (need is Need.ORDER and self.over_source):
            learned = "-learned" if self.learned_source_links else ""
            return [*words, f"align:source{learned}"]  # words: how many the source has
        if need is Need.TOKENS:
            return words
        if self.given_links:
            return ["align:given"]
        if need is Need.TREE_ALIGNMENT and self.given_trees:  # their words are not split
            words = [part for part in words if part.startswith("case:")]
        return [*words, self.aligner.signature]

    def to_dict(self) -> dict[str, Any]:
        """Everything but what is given, as plain JSON; the aligner has the language."""
        if isinstance(self.tokenize, OwnTokenizer):
            raise OptionError(
                f"tokenize: {self.tokenize} is a function, which cannot be written down for other "
                "processes; name a tokenizer, or split the texts beforehand and use tokenize='none'"
            )
        found = {name: getattr(self, name) for name in DESCRIBED}
        found["parser"] = found["parser"] or "english"
        return {n: str(v) if isinstance(v, Parametric) else v for n, v in found.items()}

    @classmethod
    def from_dict(cls, found: Mapping[str, Any]) -> Self:
        """The preparation that was described."""
        if not isinstance(found, Mapping) or set(found) - set(DESCRIBED):
            raise OptionError("preparation: expected the fields that to_json writes")
        return cls(**found)


def _parser(value: str | Parser) -> Parser | None:
    """A parser, from its notation or as it is; None for the built-in one."""
    from hyperbaton.parsing import English, as_parser

    parser = as_parser(value)
    return None if parser == English() else parser


TEXT_OPTIONS: tuple[Field[Any], ...] = tuple(s for s in fields(Preparation) if "part" in s.metadata)
DESCRIBED = (*(spec.name for spec in TEXT_OPTIONS), "aligner", "over_source", "parser")


def preparation_of_given(
    preparation: Preparation, test_set: TestSet, outputs: Mapping[str, Output]
) -> Preparation:
    """The preparation with what is given beside the texts in place of aligner and parser.

    Its language is that of the texts, where nobody has said it and it is certain. A language that
    has been said stays, with a `LanguageNotice` where the texts look like another one.

    Raises:
        OptionError: something is given for some systems only.
    """
    if preparation.language or test_set.language:
        notice_language(preparation.in_language(test_set.language), test_set.flat_texts)
    else:
        detected = detected_language(test_set.flat_texts)
        preparation = preparation.in_language(None if detected == DEFAULT_LANGUAGE else detected)
    given = {
        name: [getattr(output, name) is not None for output in outputs.values()]
        for name in ("links", "source_links", "trees")
    }
    for name, found in given.items():
        if any(found) and not all(found):
            raise OptionError(f"{name}: given for {sum(found)} of {len(found)} systems; give all")
    return preparation.with_given(
        links=any(given["links"]),
        source_links=any(given["source_links"]) or test_set.source_links is not None,
        trees=any(given["trees"]) or test_set.trees is not None,
        learned=any(links.learned for links in test_set.source_links or () if links is not None),
    )


def notice_language(preparation: Preparation, texts: TextColumn) -> None:
    """Gives a `LanguageNotice` if texts look like another language than that of a preparation."""
    said, detected = preparation.language_code, detected_language(texts)
    if detected is not None and seems_to_differ(said, detected):
        warnings.warn(
            f"the text looks like {language_name(detected)} ({detected}), but is scored as "
            f"{language_name(said)} ({said})",
            LanguageNotice,
            stacklevel=4,
        )


def _place(part: str) -> int:
    key = part.partition(":")[0]
    return LEADING.index(key) if key in LEADING else len(LEADING)
