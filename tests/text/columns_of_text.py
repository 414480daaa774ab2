"""Texts as the native core takes them."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise
from typing import Any

import numpy as np

from hyperbaton import _core


def column(texts: Iterable[str]) -> tuple[Any, Any]:
    """Bytes and offsets of texts."""
    return byte_column(text.encode("utf-8", "surrogatepass") for text in texts)


def byte_column(texts: Iterable[bytes]) -> tuple[Any, Any]:
    """Bytes and offsets of what need not be text."""
    parts = list(texts)
    ends = np.cumsum([0, *map(len, parts)], dtype=np.int64)
    return np.frombuffer(b"".join(parts), np.uint8), ends


def texts_of(data: Any, offsets: Any) -> list[str]:
    """Texts again."""
    raw, ends = bytes(data), offsets.tolist()
    parts = [raw[begin:end] for begin, end in pairwise(ends)]
    return [part.decode("utf-8", "surrogatepass") for part in parts]


def rows(values: Any, offsets: Any) -> list[list[int]]:
    """The list of each text."""
    flat, ends = values.tolist(), offsets.tolist()
    return [flat[begin:end] for begin, end in pairwise(ends)]


def split(texts: list[str], tokenizer: str, threads: int = 1) -> list[list[str]]:
    """The words of many texts, through their numbers."""
    vocabulary = _core.Vocabulary()
    numbered = rows(*vocabulary.number_texts(*column(texts), tokenizer, threads))
    words = vocabulary.words(0, len(vocabulary))
    return [[words[number] for number in row] for row in numbered]
