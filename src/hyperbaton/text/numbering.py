"""From texts to numbered words: natively where the tokenizer is native, else by way of Python."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from hyperbaton._core import Vocabulary
from hyperbaton.text.preprocessing import Preprocessing, split_segments
from hyperbaton.text.ragged import Ragged
from hyperbaton.text.segments import Sentences
from hyperbaton.text.text_column import TextColumn
from hyperbaton.text.tokenizers import NATIVE


def number_texts(
    texts: TextColumn,
    preprocessing: Preprocessing,
    known: Sentences | None = None,
    *,
    name: str,
    segments: NDArray[np.int64] | None = None,
    threads: int = 1,
) -> Sentences:
    """The words of texts as numbers.

    Args:
        texts: the texts, not cleaned.
        preprocessing: how they become words.
        known: sentences whose numbers hold here as well; new words get new ones.
        name: what the texts are called in errors.
        segments: the segment of each text, counted from 0, for errors; as they come by default.
        threads: how many threads split natively.
    """
    if preprocessing.tokenize not in NATIVE:
        return Sentences.of(split_segments(preprocessing.split, texts, name, segments), known)
    cleaned = preprocessing.cleaned(texts, threads)
    lexicon = Vocabulary(None if known is None else known.lexicon)
    tokenizer = str(preprocessing.tokenize)
    found = lexicon.number_texts(cleaned.data, cleaned.offsets, tokenizer, threads)
    return Sentences(Ragged(*found), lexicon, known)
