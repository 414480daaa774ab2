"""A digest of the texts of a batch, by which a journal knows it again."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import blake2b

import numpy as np
import pyarrow as pa

DIGEST_SIZE = 16
OFFSETS = {pa.string(): np.int32, pa.large_string(): np.int64}


def text_digest(batch: pa.RecordBatch, names: Sequence[str]) -> bytes:
    """A digest of columns of texts, whichever way Arrow keeps them."""
    digest = blake2b(digest_size=DIGEST_SIZE)
    for name in names:
        for part in _parts(batch.column(name)):
            digest.update(b"%d\n" % len(part))
            digest.update(part)
    return digest.digest()


def _parts(column: pa.Array) -> tuple[memoryview | bytes, ...]:
    """Which cells are null, how long each is, and what is in them."""
    nulls = np.packbits(column.is_null().to_numpy(zero_copy_only=False)).tobytes()
    if column.type not in OFFSETS:
        column = pa.array(column.to_pylist(), pa.large_string())
    if len(column) == 0:
        return nulls, b"", b""
    _, places, texts = column.buffers()
    offsets = np.frombuffer(places, OFFSETS[column.type])
    offsets = offsets[column.offset : column.offset + len(column) + 1]
    lengths = np.diff(offsets).astype(np.int64).tobytes()
    return nulls, lengths, b"" if texts is None else memoryview(texts)[offsets[0] : offsets[-1]]
