"""Static word vectors: how similar two words are, and how much information each carries.

English comes with the package, further languages with `hyperbaton-vectors`, and any file of GloVe,
word2vec or fastText can take their place. `tables` reads them, `rows` says what they say of words.
"""

from hyperbaton.vectors.rows import WordRows, WordTable, completed_rows, unit_rows
from hyperbaton.vectors.tables import (
    TextVectors,
    WordVectors,
    install_command,
    languages_with_vectors,
    read_archive,
    vectors_of_file,
    vectors_of_language,
)

__all__ = [
    "TextVectors",
    "WordRows",
    "WordTable",
    "WordVectors",
    "completed_rows",
    "install_command",
    "languages_with_vectors",
    "read_archive",
    "unit_rows",
    "vectors_of_file",
    "vectors_of_language",
]
