"""What soft matches have to know about words: their vectors, their information, their stems."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from hyperbaton.alignment.languages import SNOWBALL
from hyperbaton.alignment.matchers.stem import StemMatcher
from hyperbaton.errors import OptionError
from hyperbaton.vectors import (
    TextVectors,
    WordVectors,
    install_command,
    languages_with_vectors,
    vectors_of_file,
    vectors_of_language,
)


class SoftVocabulary(NamedTuple):
    """One entry per word.

    Attributes:
        rows: float32, its vector, of length 1, or zeros where it has none.
        information: float32, -ln of its frequency.
        stems: int32, the class of its stem; -1 in languages without a stemmer.
    """

    rows: NDArray[np.float32]
    information: NDArray[np.float32]
    stems: NDArray[np.int32]


def installed_vectors(language: str) -> WordVectors:
    """The vectors of a language.

    Raises:
        OptionError: there are none.
    """
    vectors = vectors_of_language(language)
    if vectors is None:
        known = ", ".join(languages_with_vectors()) or "none"
        raise OptionError(
            f"soft matches: there are no word vectors of language {language!r} (installed: "
            f"{known}); get those of further languages with '{install_command()}', or name a file "
            "with embeddings=FILE"
        )
    return vectors


def soft_vectors(language: str, file: str | None) -> WordVectors | TextVectors:
    """The vectors of a file, or those of a language where no file is named.

    Raises:
        OptionError: there are none of that language, or the file is a folder.
        InputError: the file cannot be read.
    """
    if file is None:
        return installed_vectors(language)
    if Path(file).is_dir():
        raise OptionError(
            f"{file}: is a folder; soft matches need a file of word vectors, and models of whole "
            "sentences are for the matcher 'embedding'"
        )
    return vectors_of_file(file)


def soft_vocabulary(
    words: Sequence[str], vectors: WordVectors | TextVectors, language: str
) -> SoftVocabulary:
    """What is known about words of a language.

    Raises:
        InputError: the file of the vectors cannot be read.
    """
    stems = np.full(len(words), -1, np.int32)
    if language in SNOWBALL:
        stems[:] = [stem for (stem,) in StemMatcher(language).classes(words, {})]
    return SoftVocabulary(*vectors.lookup(words), stems)
