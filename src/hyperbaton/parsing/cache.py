"""Parses on disk, found by parser, version and words; see `hyperbaton.cache`."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Sequence
from itertools import chain
from pathlib import Path

from hyperbaton.cache import Store, cache_folder
from hyperbaton.errors import TreeError
from hyperbaton.files import digest_of
from hyperbaton.parsing.parser import Parser, Trees
from hyperbaton.trees import DependencyTree


class ParseCache:
    """The parses in a folder; use it as a context manager, or call `close`.

    A folder that cannot be used is no error: nothing is found in it, and nothing is kept.

    Args:
        folder: where they are or will be; that of the user's caches by default.
    """

    def __init__(self, folder: Path | str | None = None) -> None:
        self._store = Store(cache_folder() if folder is None else Path(folder))

    def __enter__(self) -> ParseCache:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Closes the file."""
        self._store.close()

    def __len__(self) -> int:
        return len(self._store)

    def get(self, parser: Parser, words: Sequence[str]) -> Trees | None:
        """The trees of a segment, if they are known."""
        contents = self._store.find(_key(parser, words))
        if contents is None:
            return None
        try:
            return _decoded(contents, words)
        except (ValueError, TypeError, TreeError):
            self._store.distrust()
            return None

    def add(self, parser: Parser, parses: Iterable[tuple[Sequence[str], Trees]]) -> None:
        """Stores segments with their trees, all of them or, if interrupted, none."""
        self._store.add((_key(parser, words), _encoded(trees)) for words, trees in parses)


def _key(parser: Parser, words: Sequence[str]) -> bytes:
    return bytes.fromhex(digest_of("parse", parser.identity, list(words)))


def _encoded(trees: Trees) -> bytes:
    fields = [(tree.words, tree.heads, tree.deprels, tree.upos) for tree in trees]
    return json.dumps(fields, separators=(",", ":")).encode()


def _decoded(contents: bytes, words: Sequence[str]) -> Trees:
    """The trees of these words.

    Raises:
        ValueError: they are those of other words, or something else.
    """
    # Words and labels repeat; as one object each they take a fraction of the memory.
    trees = tuple(
        DependencyTree(_interned(words), tuple(heads), _interned(relations), _interned(tags))
        for words, heads, relations, tags in json.loads(contents)
    )
    if [*chain.from_iterable(tree.words for tree in trees)] != list(words):
        raise ValueError("trees of other words")
    return trees


def _interned(texts: Iterable[str]) -> tuple[str, ...]:
    return tuple(map(sys.intern, texts))
