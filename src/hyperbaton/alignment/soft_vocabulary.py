"""What soft matches have to know about words: their vectors, their information, their stems."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from hyperbaton.alignment.languages import SNOWBALL
from hyperbaton.alignment.matchers.stem import StemMatcher
from hyperbaton.errors import OptionError
from hyperbaton.runtime.fingerprint import fingerprint
from hyperbaton.vectors import (
    WordTable,
    WordVectors,
    completed_rows,
    install_command,
    languages_with_vectors,
    vectors_of_file,
    vectors_of_language,
)


class SoftVocabulary(NamedTuple):
    """One entry per word.

    Attributes:
        rows: float32, its vector, of length 1 or less, or zeros where it has none.
        information: float32, -ln of its frequency.
        stems: int32, the class of its stem, or of its digits if it has any; -1 for words without
            digits in languages without a stemmer.
    """

    rows: NDArray[np.float32]
    information: NDArray[np.float32]
    stems: NDArray[np.int32]


@dataclass(frozen=True)
class VectorSource:
    """Where the vectors of words come from.

    Attributes:
        language: that of the words.
        file: the file with vectors; None for those that are installed, if there are any.
    """

    language: str
    file: str | None

    @property
    def table(self) -> WordTable | None:
        """The vectors; None where a language has none.

        Raises:
            InputError: the file cannot be read.
        """
        if self.file is None:
            return vectors_of_language(self.language)
        return vectors_of_file(self.file)

    def required(self) -> WordTable:
        """The vectors, where there have to be some.

        Raises:
            OptionError: the language has none, or the file is a folder.
            InputError: the file cannot be read.
        """
        if self.file is None:
            return installed_vectors(self.language)
        if Path(self.file).is_dir():
            raise OptionError(
                f"{self.file}: is a folder; soft matches need a file of word vectors, and models "
                "of whole sentences are for the matcher 'embedding'"
            )
        return vectors_of_file(self.file)

    @property
    def signature(self) -> str:
        """The vectors by name and contents, such as `vectors:en@…`."""
        if self.file is not None:
            return f"embeddings:{Path(self.file).name}@{fingerprint(self.file)}"
        installed = vectors_of_language(self.language)
        return f"vectors:{f'{self.language}@{installed.fingerprint}' if installed else 'none'}"


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


def soft_vocabulary(words: Sequence[str], table: WordTable | None, language: str) -> SoftVocabulary:
    """What is known about words of a language, with a table of vectors or without one.

    Raises:
        InputError: the file of the vectors cannot be read.
    """
    rows, information, _ = completed_rows(words, table)
    return SoftVocabulary(rows, information, _stems(words, language))


def _stems(words: Sequence[str], language: str) -> NDArray[np.int32]:
    """Classes of stems; numbers are written in many ways, so theirs are those of their digits."""
    stems = np.full(len(words), -1, np.int32)
    if language in SNOWBALL:
        stems[:] = [stem for (stem,) in StemMatcher(language).classes(words, {})]
    numbers: dict[str, int] = {}
    first = int(stems.max(initial=-1)) + 1
    for k, word in enumerate(words):
        digits = "".join(filter(str.isdigit, word))
        if digits:
            stems[k] = first + numbers.setdefault(digits, len(numbers))
    return stems
