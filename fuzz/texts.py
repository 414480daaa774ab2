"""Text through the tokenizers."""

from __future__ import annotations

import re
from collections.abc import Callable

import regex
from readers import DEMO
from target import Target, distinct

from hyperbaton.text.tokenizers import DEFAULT, TOKENIZERS, load_tokenizer

SEPARATORS = regex.compile(r"[\s\p{Cc}]+")
LANGUAGES = ("de", "en", "ja")
MARKS = ("'", "’", "-", "·", "ー", "\u0301", "\u200d", "\u2028", "\x00", "\x85", "ß", "İ", "ΐ", "ก็")


def text_targets() -> list[Target]:
    """One for each tokenizer that is not taken from another package."""
    seeds = tuple((DEMO / language / "reference.txt").read_bytes()[:600] for language in LANGUAGES)
    words = distinct(mark.encode() for mark in (*MARKS, "3.5", "1,000", "don't", "&quot;"))
    return [
        Target(f"tokenizer-{name}", seeds, words, longest=600, check=_check_of(name))
        for name in TOKENIZERS
        if name == DEFAULT or name.startswith("meteor")
    ]


def _check_of(name: str) -> Callable[[bytes], None]:
    tokenizer = load_tokenizer(name)

    def check(data: bytes) -> None:
        text = data.decode("utf-8", "replace")
        words = tokenizer(text)
        for word in words:
            if not word or re.search(r"\s", word, re.ASCII):
                raise AssertionError(f"{name} makes {word!r} a word")
        if name == DEFAULT and "".join(words) != SEPARATORS.sub("", text):
            raise AssertionError(f"{name} loses part of {text!r}: {words!r}")

    return check
