"""Static word vectors: how similar two words are, and how much information each carries.

English comes with the package, further languages with `hyperbaton-vectors`, and any file of GloVe,
word2vec or fastText can take their place.
"""

from __future__ import annotations

from hyperbaton.vectors.archive import WordVectors, read_archive, write_archive
from hyperbaton.vectors.bundled import (
    install_command,
    languages_with_vectors,
    vectors_of_file,
    vectors_of_language,
)
from hyperbaton.vectors.rows import WordRows, WordTable, completed_rows, unit_rows
from hyperbaton.vectors.text_file import TextVectors, read_vectors

__all__ = [
    "TextVectors",
    "WordRows",
    "WordTable",
    "WordVectors",
    "completed_rows",
    "install_command",
    "languages_with_vectors",
    "read_archive",
    "read_vectors",
    "unit_rows",
    "vectors_of_file",
    "vectors_of_language",
    "write_archive",
]
