"""Texts out of the columns of a record batch: the only place where they leave Arrow."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pyarrow as pa

from hyperbaton.errors import InputError
from hyperbaton.text.arrow_tables import checked_batch, is_text
from hyperbaton.text.tables import find_column
from hyperbaton.text.text_column import TextColumn

CONTIGUOUS = (pa.string(), pa.large_string())


def check_texts(schema: pa.Schema, names: Sequence[str]) -> None:
    """Refuses a schema in which a column is missing, is there twice or does not hold texts.

    Raises:
        InputError: names the column.
    """
    for name in names:
        kind = schema.types[find_column(schema.names, name)]
        if not is_text(kind) and kind != pa.null():
            raise InputError(f"column {name!r}: holds {kind}; strings are accepted")


def intact(batch: pa.RecordBatch) -> pa.RecordBatch:
    """The batch, unless its buffers do not fit together, which would end the process.

    Raises:
        InputError: offsets or indices lead elsewhere.
    """
    try:
        return checked_batch(batch)
    except pa.ArrowInvalid as error:
        raise InputError(f"not an intact record batch ({error}); make it again") from None


def texts_of(batch: pa.RecordBatch, name: str, *, optional: bool = False) -> pa.Array | TextColumn:
    """The texts of a column, where Arrow has them.

    Args:
        batch: the rows.
        name: the column.
        optional: whether texts may be null.

    Raises:
        InputError: a text is null, or is not UTF-8; names the row.
    """
    plain = batch.column(name)
    if pa.types.is_dictionary(plain.type):
        plain = plain.dictionary_decode()
    if plain.type not in CONTIGUOUS:
        plain = plain.cast(pa.large_string())
    if plain.null_count and not optional:
        first = int(np.argmax(plain.is_null().to_numpy(zero_copy_only=False)))
        raise InputError(f"column {name!r} is null", index=first, what="row")
    try:
        column = TextColumn.from_arrow(plain.fill_null(""), name)
    except InputError as error:
        raise InputError(f"column {name!r} is not UTF-8", index=error.index, what="row") from None
    return plain if plain.null_count else column
