"""What was computed once, on disk: one SQLite file of checksummed entries.

A store is never needed. Whatever happens to it (damaged, locked, full, read-only, not there), an
entry that cannot be read is as one that is not there, what cannot be written is not kept, and the
user gets one notice. A damaged file is replaced by an empty one.

Several processes may share a store. Entries that are written together appear together, also where
the process is killed.
"""

from __future__ import annotations

import stat
from collections.abc import Callable, Iterable
from contextlib import closing
from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from hyperbaton.runtime.cache.folders import NO_HOME
from hyperbaton.runtime.cache.notices import notify

if TYPE_CHECKING:
    from sqlite3 import Connection

FILE_NAME = "entries-1.sqlite"  # another number where the format changes
PATIENCE = 5.0  # seconds to wait for another process that is writing
SCHEMA = (
    "CREATE TABLE entries (key BLOB PRIMARY KEY, checksum BLOB NOT NULL, contents BLOB NOT NULL) "
    "WITHOUT ROWID"
)
HEADER = b"SQLite format 3\0"
VERSIONS = slice(18, 24)  # of the file's header: how it is written and read, and three constants
KNOWN_VERSIONS = (b"\1\1\0\x40\x20\x20", b"\2\2\0\x40\x20\x20")
COMPANIONS = ("-journal", "-wal", "-shm")  # files that SQLite may keep beside its own
SURROUNDINGS = (  # what SQLite says where a file cannot be used although it is intact
    *("locked", "locking protocol", "readonly", "read-only", "full", "disk I/O error"),
    *("unable to open", "out of memory", "denied", "interrupted"),
)

Result = TypeVar("Result")

_waited_in_vain: set[Path] = set()  # files that another process had not let go of


class Store:
    """Entries in a folder, each found by a key; use it as a context manager.

    Attributes:
        path: the file.
    """

    def __init__(self, folder: Path) -> None:
        self.path = folder / FILE_NAME
        self._connection: Connection | None = None
        self._readable = self._writable = True

    def __enter__(self) -> Store:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Closes the file; the next question opens it again."""
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def find(self, key: bytes) -> bytes | None:
        """The contents of an entry; None where it is not there, or not as it was written."""
        if not self._readable:
            return None
        return self._tried(lambda connection: _contents(connection, key), reading=True)

    def add(self, entries: Iterable[tuple[bytes, bytes]]) -> None:
        """Writes entries, all of them or none."""
        rows = [(key, _checksum(key, contents), contents) for key, contents in entries]
        if self._writable:
            self._tried(lambda connection: _write(connection, rows), reading=False)

    def distrust(self) -> None:
        """Tells the user that an entry makes no sense, and is computed again."""
        notify(f"{self.path}: the cache has damaged entries; they are replaced")

    def __len__(self) -> int:
        return self._tried(_count, reading=True) or 0

    def _tried(self, work: Callable[[Connection], Result], *, reading: bool) -> Result | None:
        """The result of some work on the file; None, with a notice, where it cannot be done."""
        try:
            return self._done(work)
        except (OSError, ValueError, ImportError, OverflowError) as error:
            reason = getattr(error, "strerror", None) or str(error)
        except Exception as error:
            if not _is_of_sqlite(error):
                raise
            reason = str(error)
        self._give_up(reason, reading=reading)
        return None

    def _done(self, work: Callable[[Connection], Result]) -> Result:
        """Does the work, on an empty file if the one that is there is damaged."""
        from sqlite3 import DatabaseError

        try:
            return work(self._opened())
        except DatabaseError as error:
            if "locked" in str(error):
                _waited_in_vain.add(self.path)
            if not _is_damage(error):
                raise
        self._replace()
        return work(self._opened())

    def _opened(self) -> Connection:
        """The connection, made where there is none.

        Raises:
            sqlite3.DatabaseError: the file is damaged.
        """
        from sqlite3 import DatabaseError, connect

        if self._connection is None:
            self._check_folder()
            if not _is_empty_or_sqlite(self.path):
                raise DatabaseError("the file is not a cache")
            patience = 0.0 if self.path in _waited_in_vain else PATIENCE
            self._connection = connect(self.path, timeout=patience, check_same_thread=False)
            try:
                _prepare(self._connection)
            except Exception:
                self.close()
                raise
        return self._connection

    def _check_folder(self) -> None:
        """Makes the folder, and refuses what would make SQLite wait, such as a pipe."""
        if self.path.parent == NO_HOME:
            raise OSError(0, "this user has no home folder")
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
        except FileExistsError:
            raise OSError(0, "it is not a folder") from None
        for path in (self.path, *self._companions):
            if path.exists() and not stat.S_ISREG(path.stat().st_mode):
                raise OSError(0, f"{path.name} is not a file")

    @property
    def _companions(self) -> list[Path]:
        return [self.path.with_name(FILE_NAME + ending) for ending in COMPANIONS]

    def _replace(self) -> None:
        """Removes a damaged file, so that an empty one takes its place."""
        self.close()
        notify(f"{self.path}: the cache is damaged; it is replaced by a new one")
        for path in (*self._companions, self.path):
            path.unlink(missing_ok=True)

    def _give_up(self, reason: str, *, reading: bool) -> None:
        """Leaves the file alone from now on; one that can be read but not written is still read."""
        self._writable = False
        if reading:
            self._readable = False
        what = "used" if reading else "written"
        where = "" if self.path.parent == NO_HOME else f"{self.path.parent}: "
        notify(
            f"{where}the cache cannot be {what} ({reason}); going on without, choose "
            "another folder with --cache or none with --no-cache"
        )


def _is_damage(error: Exception) -> bool:
    """Whether the file is at fault, rather than its surroundings or what was to be written."""
    from sqlite3 import DatabaseError, OperationalError

    outside = any(reason in str(error) for reason in SURROUNDINGS)
    return type(error) in (DatabaseError, OperationalError) and not outside


def _is_of_sqlite(error: Exception) -> bool:
    from sqlite3 import Error

    return isinstance(error, Error)


def _is_empty_or_sqlite(path: Path) -> bool:
    """Whether SQLite can write to a file; one from the future it would take as read-only."""
    try:
        with path.open("rb") as file:
            header = file.read(VERSIONS.stop)
    except FileNotFoundError:
        return True
    return not header or (header.startswith(HEADER) and header[VERSIONS] in KNOWN_VERSIONS)


def _prepare(connection: Connection) -> None:
    """Makes the table in an empty file, and refuses a file with anything else in it."""
    from sqlite3 import DatabaseError

    connection.text_factory = bytes  # which never fails, whatever the file holds
    connection.execute("PRAGMA trusted_schema = OFF")
    # Without waiting for the disk: a file that a power cut damages is replaced.
    connection.execute("PRAGMA synchronous = OFF")
    found = _schema(connection)
    if not found:
        with connection:
            connection.execute("BEGIN IMMEDIATE")
            if not _schema(connection):  # another process may have been quicker
                connection.execute(SCHEMA)
        found = _schema(connection)
    if found != [SCHEMA.encode()]:
        raise DatabaseError("the file has other tables")


def _schema(connection: Connection) -> list[bytes | None]:
    with closing(connection.execute("SELECT sql FROM sqlite_master")) as rows:
        return [sql for (sql,) in rows]


def _contents(connection: Connection, key: bytes) -> bytes | None:
    """What was written under a key.

    Raises:
        sqlite3.DatabaseError: it is not what was written, which only happens in a damaged file.
    """
    from sqlite3 import DatabaseError

    query = "SELECT checksum, contents FROM entries WHERE key = ?"
    with closing(connection.execute(query, (key,))) as rows:
        row = rows.fetchone()
    if row is None:
        return None
    checksum, contents = row
    if not isinstance(contents, bytes) or checksum != _checksum(key, contents):
        raise DatabaseError("an entry is not as it was written")
    return contents


def _write(connection: Connection, rows: list[tuple[bytes, bytes, bytes]]) -> None:
    """Writes rows, and looks for damage that shows only then.

    Raises:
        sqlite3.DatabaseError: they are not found again.
    """
    from sqlite3 import DatabaseError

    with connection:
        connection.executemany("INSERT OR REPLACE INTO entries VALUES (?, ?, ?)", rows)
    if any(_contents(connection, key) is None for key, _, _ in rows):
        raise DatabaseError("what was written is not found again")


def _count(connection: Connection) -> int:
    with closing(connection.execute("SELECT count(*) FROM entries")) as rows:
        return int(rows.fetchone()[0])


def _checksum(key: bytes, contents: bytes) -> bytes:
    return blake2b(contents, key=blake2b(key, digest_size=32).digest(), digest_size=16).digest()
