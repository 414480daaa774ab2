"""From texts to words: cleaned, split and numbered, natively where the tokenizer is native."""

from __future__ import annotations

import string
from collections.abc import Sequence
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from hyperbaton import _core
from hyperbaton._core import Vocabulary
from hyperbaton.errors import InputError
from hyperbaton.text.segments import Sentences
from hyperbaton.text.text_column import Ragged, TextColumn
from hyperbaton.text.tokenizers import (
    NATIVE,
    OwnTokenizer,
    Tokenizer,
    load_tokenizer,
    sees_capitals,
)

SUBWORDS = ("bpe", "sentencepiece")
_MARKS = frozenset(string.punctuation)


class TextOptions(Protocol):
    """What is done to text.

    Attributes:
        tokenize: the name of a tokenizer, or the user's own.
        lowercase: whether case is ignored. METEOR's tokenizers and the user's own see the text as
            it is written, and their words are put in lower case; all others see it in lower case.
        join_subwords: None, "bpe" (`@@` at the end of a piece) or "sentencepiece" (`▁` at the
            beginning of a word).
    """

    @property
    def tokenize(self) -> str | OwnTokenizer | None: ...  # noqa: D102
    @property
    def lowercase(self) -> bool | None: ...  # noqa: D102
    @property
    def join_subwords(self) -> str | None: ...  # noqa: D102


def cleaned(texts: TextColumn, options: TextOptions, threads: int = 1) -> TextColumn:
    """The texts with subwords joined and case folded, not split into words."""
    if options.join_subwords:
        texts = TextColumn.of([joined(text, options.join_subwords) for text in texts])
    if not options.lowercase:
        return texts
    return TextColumn(*_core.lowered(texts.data, texts.offsets, threads))


def joined(text: str, subwords: str | None) -> str:
    """A text whose subwords are words again."""
    if subwords == "bpe":
        return text.replace("@@ ", "").removesuffix("@@")
    if subwords == "sentencepiece":
        return text.replace(" ", "").replace("▁", " ").strip()
    return text


def splitter(options: TextOptions) -> Tokenizer:
    """What splits text that has not been cleaned into words."""
    tokenizer = load_tokenizer(options.tokenize)
    if options.lowercase and sees_capitals(options.tokenize):
        return lambda text: [w.lower() for w in tokenizer(joined(text, options.join_subwords))]
    if options.lowercase or options.join_subwords:
        return lambda text: tokenizer(cleaned(TextColumn.of([text]), options)[0])
    return tokenizer


def number_texts(
    texts: TextColumn,
    options: TextOptions,
    known: Sentences | None = None,
    *,
    name: str,
    segments: NDArray[np.int64] | None = None,
    threads: int = 1,
) -> Sentences:
    """The words of texts as numbers.

    Args:
        texts: the texts, not cleaned.
        options: how they become words.
        known: sentences whose numbers hold here as well; new words get new ones.
        name: what the texts are called in errors.
        segments: the segment of each text, counted from 0, for errors; as they come by default.
        threads: how many threads split natively.
    """
    if options.tokenize not in NATIVE:
        return Sentences.of(_split(splitter(options), texts, name, segments), known)
    ready = cleaned(texts, options, threads)
    lexicon = Vocabulary(None if known is None else known.lexicon)
    found = lexicon.number_texts(ready.data, ready.offsets, str(options.tokenize), threads)
    return Sentences(Ragged(*found), lexicon, known)


def _split(
    split: Tokenizer, texts: Sequence[str], name: str, segments: NDArray[np.int64] | None
) -> list[list[str]]:
    """The words of texts; what goes wrong in a user's own function is told with its segment."""
    found = []
    for number, text in enumerate(texts):
        try:
            found.append(split(text))
        except Exception as error:
            place = f"{name}: segment {(number if segments is None else segments[number]) + 1}"
            if isinstance(error, InputError):
                raise InputError(f"{place}: {error}") from None
            error.add_note(place)
            raise
    return found


def characters(texts: TextColumn, threads: int = 1) -> Ragged[np.int32]:
    """The characters of texts as code points, without white space."""
    return Ragged(*_core.characters(texts.data, texts.offsets, threads))


def split_marks(text: str) -> list[str]:
    """The words between spaces, with one mark at the end, or else at the beginning, split off.

    This is how chrF++ sees words.

    >>> split_marks('"Well," said (she)')
    ['"Well,', '"', 'said', '(she', ')']
    """
    words: list[str] = []
    for word in text.split():
        if len(word) > 1 and word[-1] in _MARKS:
            words += (word[:-1], word[-1])
        elif len(word) > 1 and word[0] in _MARKS:
            words += (word[0], word[1:])
        else:
            words.append(word)
    return words
