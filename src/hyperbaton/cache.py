"""What was computed once, kept for the next run: one SQLite file of entries with checksums.

A cache is never needed. A damaged file is replaced by an empty one; one that is locked, full,
read-only or cannot be made is done without. In each case the user gets a `CacheNotice`, which is a
warning in Python and one line on standard error on the command line.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterable
from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING, Self, TypeVar

from hyperbaton.files import NO_HOME

if TYPE_CHECKING:
    from sqlite3 import Connection

FILE_NAME = "entries-1.sqlite"  # another number where the format changes
COMPANIONS = ("-journal", "-wal", "-shm")  # files that SQLite may keep with its own
PATIENCE = 5.0  # seconds to wait for another process that is writing
SCHEMA = (
    "CREATE TABLE IF NOT EXISTS entries "
    "(key BLOB PRIMARY KEY, checksum BLOB NOT NULL, contents BLOB NOT NULL) WITHOUT ROWID"
)

Result = TypeVar("Result")


class CacheNotice(UserWarning):
    """A cache that cannot be used; results do not depend on it."""


class Store:
    """Entries in a folder, each found by a key; use it as a context manager.

    Several processes may share a folder. Entries that are written together appear together.

    Attributes:
        path: the file.
    """

    def __init__(self, folder: Path) -> None:
        self.path = folder / FILE_NAME
        self._connection: Connection | None = None
        self._readable = self._writable = True

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Closes the file; the next question opens it again."""
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def find(self, key: bytes) -> bytes | None:
        """Returns the contents of an entry; None if it is not there, or not as it was written."""
        query = "SELECT checksum, contents FROM entries WHERE key = ?"
        row = self._tried(lambda connection: connection.execute(query, (key,)).fetchone())
        if row is None:
            return None
        checksum, contents = row
        if not isinstance(contents, bytes) or checksum != _checksum(key, contents):
            self.distrust()
            return None
        return contents

    def add(self, entries: Iterable[tuple[bytes, bytes]]) -> None:
        """Writes entries, all of them or none."""
        rows = [(key, _checksum(key, contents), contents) for key, contents in entries]

        def write(connection: Connection) -> None:
            with connection:
                connection.executemany("INSERT OR REPLACE INTO entries VALUES (?, ?, ?)", rows)

        if self._writable:
            self._tried(write, writing=True)

    def distrust(self) -> None:
        """Tells the user that an entry makes no sense, and is computed again."""
        _notify(f"{self.path}: the cache has damaged entries; they are replaced")

    def __len__(self) -> int:
        query = "SELECT count(*) FROM entries"
        row = self._tried(lambda connection: connection.execute(query).fetchone())
        return int(row[0]) if row else 0

    def _tried(
        self, work: Callable[[Connection], Result], *, writing: bool = False
    ) -> Result | None:
        """Does some work on the file; returns None, with a notice, if it cannot be done."""
        from sqlite3 import DatabaseError, Error, OperationalError

        if not self._readable:
            return None
        try:
            try:
                return work(self._opened())
            except OperationalError:  # locked, full, read-only, …
                raise
            except DatabaseError:
                self._replace()
                return work(self._opened())
        except (OSError, Error) as error:
            self._give_up(error, writing=writing)
            return None

    def _opened(self) -> Connection:
        if self._connection is None:
            from sqlite3 import connect

            self.path.parent.mkdir(parents=True, exist_ok=True)
            self._connection = connect(self.path, timeout=PATIENCE, check_same_thread=False)
            self._connection.text_factory = bytes
            # Without waiting for the disk: a file that a power cut damages is replaced.
            self._connection.execute("PRAGMA synchronous = OFF")
            self._connection.execute(SCHEMA)
        return self._connection

    def _replace(self) -> None:
        """Removes a damaged file, so that an empty one takes its place."""
        self.close()
        _notify(f"{self.path}: the cache is damaged; it is replaced by a new one")
        for ending in (*COMPANIONS, ""):
            self.path.with_name(FILE_NAME + ending).unlink(missing_ok=True)

    def _give_up(self, error: Exception, *, writing: bool = False) -> None:
        """Leaves the file alone from now on; one that cannot be written is still read."""
        self.close()
        self._writable = False
        self._readable = self._readable and writing
        what = "written" if writing else "used"
        where = "" if self.path.parent == NO_HOME else f"{self.path.parent}: "
        reason = "this user has no home folder" if not where else _reason(error)
        _notify(
            f"{where}the cache cannot be {what} ({reason}); going on without, choose "
            "another folder with --cache or none with --no-cache"
        )


def _reason(error: Exception) -> str:
    if isinstance(error, FileExistsError):
        return "it is not a folder"
    return getattr(error, "strerror", None) or str(error)


def _notify(message: str) -> None:
    warnings.warn(message, CacheNotice, stacklevel=2)


def _checksum(key: bytes, contents: bytes) -> bytes:
    return blake2b(contents, key=blake2b(key, digest_size=32).digest(), digest_size=16).digest()
