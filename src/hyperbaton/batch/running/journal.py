"""What a run has scored so far, kept beside its output, so that a killed run need not start anew.

A journal is a mark, a header that says what determines the scores, and records that each hold the
scores of one batch of texts under a digest of them. Every part carries its length and a checksum:
a journal is read up to where it was cut off or damaged. Since scores are looked up by the texts
that they belong to, no journal can make a number wrong; it can only be of no use.
"""

from __future__ import annotations

import errno
import json
import os
import struct
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path
from typing import Any

import pyarrow as pa

from hyperbaton.batch.running.text_digest import DIGEST_SIZE
from hyperbaton.checks import shown
from hyperbaton.errors import InputError, OptionError

try:
    import fcntl
except ImportError:  # Windows
    fcntl = None  # type: ignore[assignment]

MARK = b"hyperbaton journal 1\n"
LENGTH = struct.Struct("<Q")
CHECKSUM_SIZE = 16
LONGEST = 1 << 31  # bytes of a record
SECONDS_BETWEEN_SYNCS = 10.0
ATTEMPTS = 20
OPENED = os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0)


@dataclass(frozen=True)
class Entry:
    """What became of a batch of texts.

    Attributes:
        digest: that of the texts.
        scores: the columns of scores, of rows that were scored.
        refused: rows that a metric refused, by their place in the batch, and why.
    """

    digest: bytes
    scores: tuple[pa.RecordBatch, ...]
    refused: tuple[tuple[int, str], ...] = ()

    def fits(self, rows: int) -> bool:
        """Whether it can be that of a batch of so many rows."""
        found = sum(each.num_rows for each in self.scores) + len(self.refused)
        return found == rows and all(0 <= row < rows for row, _ in self.refused)


class Journal:
    """The journal of one run; only one run has it at a time.

    Attributes:
        path: where it is.
        known: how many batches an earlier run has scored.
    """

    def __init__(
        self,
        path: Path,
        header: Mapping[str, Any],
        schema: pa.Schema,
        *,
        resume: bool = False,
        seconds: float = 1.0,
    ) -> None:
        """Takes the journal, or makes it.

        Args:
            path: where it is.
            header: everything that can change a score.
            schema: the columns of scores.
            resume: whether to use what it holds; it is emptied otherwise.
            seconds: how long scores may be in memory before they are written.

        Raises:
            OptionError: another run has it, or it is of another run than the one to resume.
            OSError: it cannot be made.
        """
        self.path = path
        self._schema = schema
        self._seconds = seconds
        self._places: dict[bytes, tuple[int, int]] = {}
        self._waiting: list[bytes] = []
        self._written = self._synced = time.monotonic()
        self._holds_records = False
        self._file = _locked(path)
        try:
            end = self._read(dict(header)) if resume else 0
            os.ftruncate(self._file, end)
            os.lseek(self._file, end, os.SEEK_SET)
            if end == 0:
                _write(self._file, MARK + _framed(_encoded(header)))
        except OSError:
            self.remove()
            raise
        except BaseException:
            os.close(self._file)
            raise
        self.known = len(self._places)
        self._holds_records = bool(self._places)

    def find(self, digest: bytes) -> Entry | None:
        """What an earlier run has found for these texts; may be asked on any thread."""
        place = self._places.get(digest)
        if place is None:
            return None
        begin, length = place
        payload = _unframed(os.pread(self._file, length, begin))
        return None if payload is None else self._entry(payload)

    def add(self, entry: Entry) -> None:
        """Remembers what became of a batch, within some seconds.

        Raises:
            OSError: it cannot be written.
        """
        self._waiting.append(_framed(_payload(entry)))
        if time.monotonic() - self._written >= self._seconds:
            self._write_waiting()

    @property
    def is_worth_keeping(self) -> bool:
        """Whether a later run could save time with it."""
        return self._holds_records

    def keep(self) -> None:
        """Leaves it for a later run, unless there is nothing in it.

        Raises:
            OSError: it cannot be written.
        """
        if self._holds_records:
            self._write_waiting()
            os.close(self._file)
        else:
            self.remove()

    def remove(self) -> None:
        """It is no longer needed."""
        self.path.unlink(missing_ok=True)
        os.close(self._file)

    def _write_waiting(self) -> None:
        data, self._waiting = b"".join(self._waiting), []
        _write(self._file, data)
        self._holds_records = self._holds_records or bool(data)
        self._written = time.monotonic()
        if self._written - self._synced >= SECONDS_BETWEEN_SYNCS:
            os.fsync(self._file)
            self._synced = time.monotonic()

    def _read(self, header: Mapping[str, Any]) -> int:
        """Finds the records of an earlier run; returns where they end, 0 where there are none."""
        size = os.fstat(self._file).st_size
        if os.pread(self._file, len(MARK), 0) != MARK:
            return 0
        parts = _parts(self._file, len(MARK), size)
        first = next(parts, None)
        if first is None:
            return 0
        begin, length, payload = first
        self._check(payload, header)
        end = begin + length
        for begin, length, payload in parts:
            self._places[payload[:DIGEST_SIZE]] = begin, length
            end = begin + length
        return end

    def _check(self, payload: bytes, header: Mapping[str, Any]) -> None:
        """Refuses the journal of another run, and says what is different."""
        found = json.loads(payload)
        for name in {**header, **found}:
            ours, theirs = json.loads(_encoded(header)).get(name), found.get(name)
            if ours != theirs:
                raise OptionError(
                    f"--resume: {self.path} is of a run with {_of(name, theirs)}, but this one has "
                    f"{_of(name, ours)}; run as before, or without --resume to start anew"
                )

    def _entry(self, payload: bytes) -> Entry | None:
        try:
            return _decoded(payload, self._schema)
        except (pa.ArrowException, ValueError, TypeError, KeyError, struct.error):
            return None


def _of(name: str, value: Any) -> str:
    written = ", ".join(map(str, value)) if isinstance(value, list) else str(value)
    return f"{name} {shown(written)}" if len(written) > 200 else f"{name} {written}"


def _payload(entry: Entry) -> bytes:
    described = _encoded({"refused": entry.refused, "sizes": [b.num_rows for b in entry.scores]})
    batches = [each.serialize().to_pybytes() for each in entry.scores]
    parts = [described, *batches]
    return entry.digest + b"".join(LENGTH.pack(len(part)) + part for part in parts)


def _decoded(payload: bytes, schema: pa.Schema) -> Entry:
    described, *batches = _sized(payload, DIGEST_SIZE)
    refused = json.loads(described)["refused"]
    scores = tuple(pa.ipc.read_record_batch(pa.py_buffer(part), schema) for part in batches)
    return Entry(payload[:DIGEST_SIZE], scores, tuple((row, reason) for row, reason in refused))


def _sized(data: bytes, begin: int) -> Iterator[bytes]:
    while begin < len(data):
        (length,) = LENGTH.unpack_from(data, begin)
        begin += LENGTH.size
        yield data[begin : begin + length]
        begin += length


def _encoded(header: Mapping[str, Any]) -> bytes:
    return json.dumps(header, sort_keys=True, ensure_ascii=False).encode("utf-8", "surrogatepass")


def _framed(payload: bytes) -> bytes:
    return LENGTH.pack(len(payload)) + _checksum(payload) + payload


def _unframed(data: bytes) -> bytes | None:
    """The payload of a part; None where it is not whole."""
    begin = LENGTH.size + CHECKSUM_SIZE
    if len(data) < begin or LENGTH.unpack_from(data)[0] != len(data) - begin:
        return None
    payload = data[begin:]
    return payload if data[LENGTH.size : begin] == _checksum(payload) else None


def _checksum(payload: bytes) -> bytes:
    return blake2b(payload, digest_size=CHECKSUM_SIZE).digest()


def _parts(file: int, begin: int, size: int) -> Iterator[tuple[int, int, bytes]]:
    """The parts of a journal, each with its place, up to the first that is not whole."""
    while begin + LENGTH.size <= size:
        (length,) = LENGTH.unpack(os.pread(file, LENGTH.size, begin))
        whole = LENGTH.size + CHECKSUM_SIZE + length
        if length > LONGEST or begin + whole > size:
            return
        payload = _unframed(os.pread(file, whole, begin))
        if payload is None:
            return
        yield begin, whole, payload
        begin += whole


def _write(file: int, data: bytes) -> None:
    view = memoryview(data)
    while view:
        view = view[os.write(file, view) :]


def _locked(path: Path) -> int:
    """The journal, opened by nobody else; it may be removed by another run just before."""
    for _ in range(ATTEMPTS):
        file = os.open(path, OPENED, 0o600)
        try:
            if fcntl is not None:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            if fcntl is None or _is_at(file, path):
                return file
        except BlockingIOError:
            os.close(file)
            raise InputError(
                f"{path}: another run is working on this output; wait for it, or choose another "
                "output"
            ) from None
        except OSError as error:
            if error.errno in (errno.ENOLCK, errno.ENOTSUP, errno.EINVAL):
                return file  # a file system without locks
            os.close(file)
            raise
        os.close(file)
    raise OSError(errno.EAGAIN, "the journal vanishes")


def _is_at(file: int, path: Path) -> bool:
    try:
        return os.path.samestat(os.fstat(file), path.lstat())
    except FileNotFoundError:
        return False
