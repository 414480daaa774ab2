"""What happens to text before it is scored. All of it is named in signatures."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from hyperbaton import _core
from hyperbaton.checks import as_choice, as_flag
from hyperbaton.errors import InputError
from hyperbaton.text.text_column import TextColumn
from hyperbaton.text.tokenizers import (
    DEFAULT,
    Tokenizer,
    as_tokenizer,
    load_tokenizer,
    sees_capitals,
)
from hyperbaton.text.tokenizing.own_tokenizers import OwnTokenizer, TokenizingFunction, add_note

SUBWORDS = ("bpe", "sentencepiece")


@dataclass(frozen=True)
class Preprocessing:
    """How text becomes words.

    Attributes:
        tokenize: the name of a tokenizer, or a function of your own from text to words, see
            `hyperbaton.text.tokenizing.own_tokenizers`.
        lowercase: whether case is ignored. METEOR's tokenizers and your own function see the text
            as it is written, and their words are put in lower case; all others see it in lower
            case.
        join_subwords: None, "bpe" (`@@` at the end of a piece) or "sentencepiece" (`▁` at the
            beginning of a word).
    """

    tokenize: str | TokenizingFunction = DEFAULT
    lowercase: bool = False
    join_subwords: str | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "tokenize", as_tokenizer(self.tokenize))
        object.__setattr__(self, "lowercase", as_flag(self.lowercase, "lowercase"))
        if self.join_subwords is not None:
            as_choice(self.join_subwords, SUBWORDS, "join_subwords")

    @property
    def signature(self) -> str:
        """The choices made, such as `tok:unicode|case:mixed`."""
        return f"tok:{self.tokenize}|{self.text_signature}"

    @property
    def text_signature(self) -> str:
        """The choices that matter where text is not split into words, such as `case:mixed`."""
        joined = f"|join:{self.join_subwords}" if self.join_subwords else ""
        return f"{self.case_signature}{joined}"

    @property
    def case_signature(self) -> str:
        """Whether case is ignored, such as `case:mixed`."""
        return f"case:{'lower' if self.lowercase else 'mixed'}"

    def clean(self, text: str) -> str:
        """The text with subwords joined and case folded, not split into words."""
        return self.cleaned(TextColumn.of([text]))[0]

    def cleaned(self, texts: TextColumn, threads: int = 1) -> TextColumn:
        """The same for a column of texts."""
        joined = TextColumn.of(list(map(self._joined, texts))) if self.join_subwords else texts
        if not self.lowercase:
            return joined
        return TextColumn(*_core.lowered(joined.data, joined.offsets, threads))

    @property
    def split(self) -> Tokenizer:
        """Splits text that has not been cleaned into words."""
        chosen = as_tokenizer(self.tokenize)
        tokenizer = chosen if isinstance(chosen, OwnTokenizer) else load_tokenizer(chosen)
        if self.lowercase and sees_capitals(chosen):
            return lambda text: [word.lower() for word in tokenizer(self._joined(text))]
        if self.lowercase or self.join_subwords:
            return lambda text: tokenizer(self.clean(text))
        return tokenizer

    def _joined(self, text: str) -> str:
        if self.join_subwords == "bpe":
            return text.replace("@@ ", "").removesuffix("@@")
        if self.join_subwords == "sentencepiece":
            return text.replace(" ", "").replace("▁", " ").strip()
        return text


def split_segments(
    split: Tokenizer, texts: Sequence[str], name: str, segments: NDArray[np.int64] | None = None
) -> list[list[str]]:
    """The words of texts; what goes wrong in a user's own function is told with its segment.

    Args:
        split: splits a text.
        texts: the texts.
        name: what they are called in errors.
        segments: the segment of each text, counted from 0; as they come by default.
    """
    found = []
    for number, text in enumerate(texts):
        try:
            found.append(split(text))
        except Exception as error:
            place = f"{name}: segment {(number if segments is None else segments[number]) + 1}"
            if isinstance(error, InputError):
                raise InputError(f"{place}: {error}") from None
            add_note(error, place)
            raise
    return found


@dataclass(frozen=True)
class TextOptions:
    """What the user wants to be done to text for all metrics; None leaves it to each metric.

    The attributes are those of `Preprocessing`.
    """

    tokenize: str | TokenizingFunction | None = None
    lowercase: bool | None = None
    join_subwords: str | None = None

    def __post_init__(self) -> None:
        if self.tokenize is not None:
            object.__setattr__(self, "tokenize", as_tokenizer(self.tokenize))
        if self.lowercase is not None:
            object.__setattr__(self, "lowercase", as_flag(self.lowercase, "lowercase"))
        if self.join_subwords is not None:
            as_choice(self.join_subwords, SUBWORDS, "join_subwords")

    @classmethod
    def of(cls, preprocessing: Preprocessing) -> TextOptions:
        """Options that leave nothing open."""
        return cls(preprocessing.tokenize, preprocessing.lowercase, preprocessing.join_subwords)

    def completed(self, own: Preprocessing) -> Preprocessing:
        """A metric's own preprocessing, with what the user wants in its place."""
        return Preprocessing(
            own.tokenize if self.tokenize is None else self.tokenize,
            own.lowercase if self.lowercase is None else self.lowercase,
            own.join_subwords if self.join_subwords is None else self.join_subwords,
        )
