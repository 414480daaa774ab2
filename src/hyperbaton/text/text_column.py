"""Texts as a column: one block of UTF-8, as Arrow keeps it and as native code reads it.

Rows of different lengths lie in one flat array: row k is `values[offsets[k]:offsets[k + 1]]`.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, Generic, NamedTuple, TypeVar, overload

import numpy as np
from numpy.typing import NDArray

from hyperbaton import _core
from hyperbaton.checks import as_texts
from hyperbaton.errors import InputError

ARROW_TEXTS = ("string", "large_string", "string_view")  # by name: old pyarrow lacks the last
Value = TypeVar("Value", bound=np.generic)

BLANK = re.compile(r"[\s\x00-\x1f\x7f-\x9f]*")
BEGINS_BLANK = np.zeros(256, np.bool_)  # bytes with which a blank character may begin in UTF-8
BEGINS_BLANK[[*range(0x21), 0x7F, 0xC2, 0xE1, 0xE2, 0xE3]] = True

_NATIVE: Mapping[Any, Callable[..., Any]] = {
    np.dtype(np.uint8): _core.chosen_bytes,
    np.dtype(np.int32): _core.chosen_numbers,
}


class Ragged(NamedTuple, Generic[Value]):
    """The values of all rows, and where each row begins, and the end."""

    values: NDArray[Value]
    offsets: NDArray[np.int64]


def chosen_rows(
    values: NDArray[Value], offsets: NDArray[np.int64], rows: NDArray[np.integer]
) -> Ragged[Value]:
    """Some rows, in the order given and as often as they are named."""
    lengths = np.diff(offsets)[rows]
    chosen = offsets_of(lengths)
    if chosen[-1] >= len(values) and values.dtype in _NATIVE:  # then all of them may be copied
        return Ragged(*_NATIVE[values.dtype](values, offsets, rows.astype(np.int64)))
    at = np.arange(chosen[-1]) + np.repeat(offsets[:-1][rows] - chosen[:-1], lengths)
    return Ragged(values[at], chosen)


def joined_rows(parts: list[Ragged[Value]]) -> Ragged[Value]:
    """The rows of several, one after the other."""
    if len(parts) == 1:
        return parts[0]
    lengths = np.concatenate([np.diff(part.offsets) for part in parts])
    return Ragged(np.concatenate([part.values for part in parts]), offsets_of(lengths))


def offsets_of(lengths: NDArray[np.integer | np.bool_]) -> NDArray[np.int64]:
    """Where rows of these lengths begin, and the end."""
    offsets = np.zeros(len(lengths) + 1, np.int64)
    np.cumsum(lengths, out=offsets[1:])
    return offsets


class TextColumn(Sequence[str]):
    """A list of texts of which none is a Python object before it is asked for.

        >>> texts = TextColumn.of(["in the lobby", "at noon"])
        >>> texts[1], len(texts)
        ('at noon', 2)

    Attributes:
        data: all texts in UTF-8, one after the other.
        offsets: where each text begins in it, and the end.
    """

    def __init__(self, data: NDArray[np.uint8], offsets: NDArray[np.int64]) -> None:
        self.data = data
        self.offsets = offsets

    @classmethod
    def of(cls, texts: Sequence[str]) -> TextColumn:
        """The texts of a list."""
        if isinstance(texts, TextColumn):
            return texts
        encoded = [text.encode("utf-8", "surrogatepass") for text in texts]
        lengths = np.fromiter(map(len, encoded), np.int64, len(encoded))
        return cls(np.frombuffer(b"".join(encoded), np.uint8), offsets_of(lengths))

    @classmethod
    def from_arrow(cls, array: Any, name: str) -> TextColumn:
        """The texts of an Arrow array without nulls, where they are.

        Args:
            array: an array, or a chunked one, of strings.
            name: what it is called in errors.

        Raises:
            InputError: a text is not UTF-8, which Arrow does not check; names the segment. Or the
                array is damaged, so that its texts lie outside its data.
        """
        chunks = array.chunks if hasattr(array, "chunks") else [array]
        try:
            for chunk in chunks:
                check_layout(chunk)
        except ValueError as error:
            raise InputError(f"{name}: is not an intact Arrow array ({error})") from None
        parts = [_of_chunk(chunk) for chunk in chunks]
        column = cls(*joined_rows(parts or [_of_chunk(array.combine_chunks())]))
        invalid = _core.first_invalid_utf8(column.data, column.offsets)
        if invalid >= 0:
            raise InputError("is not UTF-8", index=invalid, system=name)
        return column

    @property
    def _rows(self) -> Ragged[np.uint8]:
        return Ragged(self.data, self.offsets)

    @property
    def bytes(self) -> tuple[bytes, bytes]:
        """Everything, for digests."""
        return self.data.tobytes(), self.offsets.tobytes()

    @cached_property
    def blank(self) -> NDArray[np.bool_]:
        """Which texts have nothing but white space and control characters."""
        found: NDArray[np.bool_] = np.diff(self.offsets) == 0
        first = np.zeros(len(self), np.uint8)
        first[~found] = self.data[self.offsets[:-1][~found]]
        for k in np.flatnonzero(~found & BEGINS_BLANK[first]).tolist():
            found[k] = BLANK.fullmatch(self[k]) is not None
        return found

    def __len__(self) -> int:
        return len(self.offsets) - 1

    @overload
    def __getitem__(self, index: int) -> str: ...
    @overload
    def __getitem__(self, index: slice) -> list[str]: ...

    def __getitem__(self, index: int | slice) -> str | list[str]:
        """One text, or some of them."""
        if isinstance(index, slice):
            return [self[k] for k in range(*index.indices(len(self)))]
        begin, end = self.offsets[range(len(self))[index] :][:2]
        return _decoded(self.data[begin:end].tobytes())

    def __iter__(self) -> Iterator[str]:
        """The texts, one by one."""
        data, offsets = self.data.tobytes(), self.offsets.tolist()
        return (_decoded(data[begin:end]) for begin, end in itertools.pairwise(offsets))

    def __repr__(self) -> str:
        return f"<TextColumn of {len(self)} texts>"

    def chosen(self, texts: NDArray[np.integer] | None) -> TextColumn:
        """Some texts, in the order given and as often as they are named; None is all."""
        if texts is None:
            return self
        return TextColumn(*chosen_rows(self.data, self.offsets, texts))

    @classmethod
    def joined(cls, columns: Sequence[TextColumn]) -> TextColumn:
        """The texts of several columns, one after the other."""
        return cls(*joined_rows([column._rows for column in columns]))


def as_column(texts: Any, name: str) -> TextColumn:
    """Texts as they are passed by callers: a column, an Arrow array, or any list of texts.

    Raises:
        InputError: it is not a list of texts, or UTF-8 cannot hold one; names the segment.
    """
    if isinstance(texts, TextColumn):
        return texts
    if is_arrow_text(texts) and texts.null_count == 0:
        return TextColumn.from_arrow(texts, name)
    return TextColumn.of(as_texts(texts, name))


def is_arrow_text(value: Any) -> bool:
    """Whether it is an array of Arrow's whose items are texts."""
    return hasattr(value, "null_count") and str(getattr(value, "type", "")) in ARROW_TEXTS


def check_layout(array: Any) -> None:
    """Refuses an array of Arrow's whose buffers do not fit together; texts may be no UTF-8.

    Raises:
        ArrowInvalid: offsets or indices lead elsewhere.
    """
    array.validate()
    as_bytes = {"string": "binary", "large_string": "large_binary"}.get(str(array.type))
    (array.view(as_bytes) if as_bytes else array).validate(full=True)


def _of_chunk(chunk: Any) -> Ragged[np.uint8]:
    """The bytes of one array of strings; those with offsets are not copied."""
    if str(chunk.type) == "string_view":
        chunk = chunk.cast("large_string")
    width = np.int64 if str(chunk.type) == "large_string" else np.int32
    _, offset_buffer, data_buffer = chunk.buffers()
    if len(chunk) == 0:
        return Ragged(np.zeros(0, np.uint8), np.zeros(1, np.int64))
    offsets = np.frombuffer(offset_buffer, width)[chunk.offset : chunk.offset + len(chunk) + 1]
    begin, end = int(offsets[0]), int(offsets[-1])
    data = np.frombuffer(b"" if data_buffer is None else data_buffer, np.uint8)[begin:end]
    return Ragged(data, offsets.astype(np.int64) - begin)


def _decoded(text: bytes) -> str:
    return text.decode("utf-8", "surrogatepass")
