"""Texts out of the columns of a record batch: the only place where they leave Arrow."""

from __future__ import annotations

import numpy as np
import pyarrow as pa

from hyperbaton.errors import InputError
from hyperbaton.text.arrow_tables import checked_batch, is_text
from hyperbaton.text.tables import find_column
from hyperbaton.text.text_column import TextColumn

CONTIGUOUS = (pa.string(), pa.large_string())


def check_texts(schema: pa.Schema, name: str) -> None:
    """Refuses a schema in which a column is missing, is there twice or does not hold texts.

    Raises:
        InputError: names the column.
    """
    kind = schema.types[find_column(schema.names, name)]
    if not is_text(kind) and kind != pa.null():
        raise InputError(f"column {name!r}: holds {kind}; strings are accepted")


def check_layout(batch: pa.RecordBatch) -> None:
    """Refuses a batch whose buffers do not fit together, which would end the process.

    Raises:
        InputError: offsets or indices lead elsewhere.
    """
    try:
        checked_batch(batch)
    except pa.ArrowInvalid as error:
        raise InputError(f"not an intact record batch ({error}); make it again") from None


def texts_of(array: pa.Array, name: str) -> TextColumn:
    """The texts of a column, where Arrow has them.

    Raises:
        InputError: a text is null, or is not UTF-8; names the row.
    """
    plain = _plain(array)
    if plain.null_count:
        first = int(np.argmax(plain.is_null().to_numpy(zero_copy_only=False)))
        reason = f"column {name!r} is null; a text is needed"
        raise InputError(reason, index=first, what="row")
    return _checked(plain, name)


def texts_where_given(array: pa.Array, name: str) -> pa.Array | TextColumn:
    """The texts of a column, null where there are none.

    Raises:
        InputError: a text is not UTF-8; names the row.
    """
    plain = _plain(array)
    column = _checked(plain.fill_null("") if plain.null_count else plain, name)
    return plain if plain.null_count else column


def _plain(array: pa.Array) -> pa.Array:
    """Strings one after the other, whichever way Arrow keeps them."""
    if pa.types.is_dictionary(array.type):
        array = array.dictionary_decode()
    return array if array.type in CONTIGUOUS else array.cast(pa.large_string())


def _checked(plain: pa.Array, name: str) -> TextColumn:
    try:
        return TextColumn.from_arrow(plain, name)
    except InputError:
        first = undecodable_rows(plain)[0]
        raise InputError(f"column {name!r} is not UTF-8", index=first, what="row") from None


def undecodable_rows(column: pa.Array) -> list[int]:
    """The rows of a column whose texts are not UTF-8."""
    try:
        column.validate(full=True)
        return []
    except pa.ArrowInvalid:
        return [row for row, cell in enumerate(column) if not _is_decodable(cell)]


def _is_decodable(cell: pa.Scalar) -> bool:
    try:
        cell.as_py()
    except UnicodeDecodeError:
        return False
    return True
