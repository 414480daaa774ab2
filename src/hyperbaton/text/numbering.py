"""From texts to numbered words: natively where the tokenizer is native, else by way of Python."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from hyperbaton._core import Vocabulary
from hyperbaton.text.preprocessing import Preprocessing, split_segments
from hyperbaton.text.ragged import Ragged
from hyperbaton.text.segments import NumberedWords, numbered
from hyperbaton.text.text_column import TextColumn
from hyperbaton.text.tokenizers import NATIVE, Tokenizer


def number_texts(
    texts: TextColumn,
    preprocessing: Preprocessing,
    lexicon: Vocabulary,
    *,
    name: str,
    split: Tokenizer | None = None,
    segments: NDArray[np.int64] | None = None,
    threads: int = 1,
) -> NumberedWords:
    """The words of texts as numbers; new words get new ones, in the order of the texts.

    Args:
        texts: the texts, not cleaned.
        preprocessing: how they become words.
        lexicon: numbers the words.
        name: what the texts are called in errors.
        split: splits a text that is not split natively; the preprocessing's tokenizer by default.
        segments: the segment of each text, counted from 0, for errors; as they come by default.
        threads: how many threads split natively.
    """
    if preprocessing.tokenize in NATIVE:
        cleaned = preprocessing.cleaned(texts, threads)
        tokenizer = str(preprocessing.tokenize)
        return Ragged(*lexicon.number_texts(cleaned.data, cleaned.offsets, tokenizer, threads))
    sentences = split_segments(split or preprocessing.split, texts, name, segments)
    return numbered(sentences, lexicon)
