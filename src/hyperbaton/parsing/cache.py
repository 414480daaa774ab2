"""Parses on disk: one SQLite file, found by parser, version and words.

Several processes may use one file at a time. What was stored stays when a run is interrupted; a
batch is stored as a whole or not at all.
"""

from __future__ import annotations

import json
import sqlite3
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing, contextmanager
from hashlib import blake2b
from pathlib import Path
from types import TracebackType

from hyperbaton.errors import InputError
from hyperbaton.parsing.parser import Parser, Trees
from hyperbaton.runtime.arguments.checked import checked
from hyperbaton.runtime.folders import cache_folder
from hyperbaton.runtime.output.targets import check_name
from hyperbaton.trees import DependencyTree

FILE_NAME = "parses-1.sqlite"  # another number where the format changes
PATIENCE = 60.0  # seconds to wait for another process that is writing
SCHEMA = """\
CREATE TABLE IF NOT EXISTS parses (
    parser TEXT NOT NULL, words BLOB NOT NULL, trees TEXT NOT NULL, PRIMARY KEY (parser, words)
) WITHOUT ROWID"""


@checked
class ParseCache:
    """The parses in a folder; use it as a context manager, or call `close`.

    Args:
        folder: where the file is or will be; that of the user's caches by default.

    Raises:
        InputError: the folder cannot be used, here and wherever the cache is read or written.
    """

    def __init__(self, folder: Path | str | None = None) -> None:
        self.path = Path(cache_folder() if folder is None else folder) / FILE_NAME
        try:
            check_name(str(self.path))
            self.path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            problem = f"{self.path.parent}: cannot be created as a folder ({error.strerror})"
            raise InputError(f"{problem}; choose another folder for the cache") from None
        with self._explained():
            self._connection = sqlite3.connect(self.path, timeout=PATIENCE)
            with self._connection:
                self._connection.execute(SCHEMA)

    def __enter__(self) -> ParseCache:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Closes the file."""
        self._connection.close()

    def __len__(self) -> int:
        with self._explained(), closing(self._connection.cursor()) as cursor:
            (count,) = cursor.execute("SELECT count(*) FROM parses").fetchone()
            return int(count)

    def get(self, parser: Parser, words: Sequence[str]) -> Trees | None:
        """The trees of a segment, if they are known."""
        query = "SELECT trees FROM parses WHERE parser = ? AND words = ?"
        with self._explained(), closing(self._connection.cursor()) as cursor:
            row = cursor.execute(query, (parser.identity, _key(words))).fetchone()
        return None if row is None else _decoded(row[0])

    def add(self, parser: Parser, parses: Iterable[tuple[Sequence[str], Trees]]) -> None:
        """Stores segments with their trees, all of them or, if interrupted, none."""
        identity = parser.identity
        rows = [(identity, _key(words), _encoded(trees)) for words, trees in parses]
        with self._explained(), self._connection as connection:
            connection.executemany("INSERT OR REPLACE INTO parses VALUES (?, ?, ?)", rows)

    @contextmanager
    def _explained(self) -> Iterator[None]:
        try:
            yield
        except sqlite3.Error as error:
            hint = "delete the file, or name another folder for the cache"
            raise InputError(f"{self.path}: cannot be used as a cache ({error}); {hint}") from None


def _key(words: Sequence[str]) -> bytes:
    return blake2b(json.dumps(list(words)).encode(), digest_size=16).digest()


def _encoded(trees: Trees) -> str:
    fields = [(tree.words, tree.heads, tree.deprels, tree.upos) for tree in trees]
    return json.dumps(fields, separators=(",", ":"))


def _decoded(text: str) -> Trees:
    # Words and labels repeat; as one object each they take a fraction of the memory.
    return tuple(
        DependencyTree(_interned(words), tuple(heads), _interned(relations), _interned(tags))
        for words, heads, relations, tags in json.loads(text)
    )


def _interned(texts: Iterable[str]) -> tuple[str, ...]:
    return tuple(map(sys.intern, texts))
