"""Texts out of the columns of a record batch: the only place where they leave Arrow."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from hyperbaton.batch.arrow import load_pyarrow
from hyperbaton.errors import BadRow, InputError
from hyperbaton.text.tables import find_column
from hyperbaton.text.text_column import TextColumn

if TYPE_CHECKING:
    import pyarrow as pa

CONTIGUOUS = ("string", "large_string")


def column_of(batch: pa.RecordBatch, name: str) -> pa.Array:
    """A column of texts.

    Raises:
        InputError: there is no such column, there are several, or it holds something else.
    """
    check_texts(batch.schema, name)
    return batch.column(batch.schema.get_field_index(name))


def check_texts(schema: pa.Schema, name: str) -> None:
    """Refuses a schema in which a column is missing, is there twice or does not hold texts."""
    from hyperbaton.text.arrow_tables import is_text

    kind = schema.types[find_column(schema.names, name)]
    if not is_text(kind) and str(kind) != "null":
        raise InputError(f"column {name!r}: holds {kind}; strings are accepted")


def texts_of(array: pa.Array, name: str) -> TextColumn:
    """The texts of a column, where Arrow has them.

    Args:
        array: the column.
        name: what errors call it.

    Raises:
        BadRow: a text is null, or is not UTF-8.
    """
    plain = _plain(array)
    if plain.null_count:
        first = int(np.argmax(plain.is_null().to_numpy(zero_copy_only=False)))
        raise BadRow(first, f"column {name!r} is null; a text is needed")
    return _checked(plain, name)


def texts_where_given(array: pa.Array, name: str) -> pa.Array | TextColumn:
    """The texts of a column, null where there are none.

    Raises:
        BadRow: a text is not UTF-8.
    """
    plain = _plain(array)
    column = _checked(plain.fill_null("") if plain.null_count else plain, name)
    return plain if plain.null_count else column


def _plain(array: pa.Array) -> pa.Array:
    """Strings one after the other, whichever way Arrow keeps them."""
    types = load_pyarrow("pyarrow.types")
    if types.is_dictionary(array.type):
        array = array.dictionary_decode()
    return array if str(array.type) in CONTIGUOUS else array.cast("large_string")


def _checked(plain: pa.Array, name: str) -> TextColumn:
    try:
        return TextColumn.from_arrow(plain, name)
    except InputError:
        raise BadRow(_first_undecodable(plain), f"column {name!r} is not UTF-8") from None


def _first_undecodable(array: pa.Array) -> int:
    for row, cell in enumerate(array):
        try:
            cell.as_py()
        except UnicodeDecodeError:
            return row
    raise ValueError("all texts are UTF-8")
