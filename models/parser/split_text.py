"""Splits files of raw text into sentences of the treebank's words, each distinct one once.

    python models/parser/split_text.py FILE... | xz > text.xz

What the student learns from has to be split as the parser splits what it reads.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

from data import read_lines

from hyperbaton.parsing.english import divide, split_words
from hyperbaton.text.tokenizers import load_tokenizer

SHORTEST, LONGEST = 2, 64  # words


def sentences_of(paths: list[Path]) -> Iterator[str]:
    """Yields the words of distinct sentences, separated by spaces."""
    split = load_tokenizer("unicode")
    seen: set[str] = set()
    for path in paths:
        for line in read_lines(path):
            for sentence in divide(split(line)):
                words, _ = split_words(sentence)
                joined = " ".join(words)
                if SHORTEST <= len(words) <= LONGEST and joined not in seen:
                    seen.add(joined)
                    yield joined


if __name__ == "__main__":
    for text in sentences_of([Path(name) for name in sys.argv[1:]]):
        print(text)
