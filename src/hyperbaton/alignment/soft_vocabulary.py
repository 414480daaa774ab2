"""What soft matches have to know about words: their vectors, their information, their stems."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from hyperbaton._core import Vocabulary
from hyperbaton.alignment.languages import SNOWBALL
from hyperbaton.alignment.matchers.stem import StemMatcher
from hyperbaton.alignment.word_memory import Growing, WordMemory
from hyperbaton.errors import OptionError
from hyperbaton.files import fingerprint
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


def soft_vocabulary(lexicon: Vocabulary, source: VectorSource) -> SoftVocabulary:
    """What is known about the words of a lexicon, with vectors or without.

    Raises:
        InputError: the file of the vectors cannot be read.
    """
    if source.file is not None and not Path(source.file).is_file():  # a pipe is read once
        return _SoftMemory(source).recalled(lexicon)
    return _memory(source, source.signature).recalled(lexicon)


class _SoftMemory(WordMemory[SoftVocabulary]):
    """What is known about words by one source."""

    most = 1 << 17  # rows of vectors take half a kilobyte each

    def __init__(self, source: VectorSource) -> None:
        self._source = source
        super().__init__()

    def _forget(self) -> None:
        self._numbers: dict[str, int] = {}  # of stems and of digits
        self._columns: tuple[Growing, ...] | None = None

    def _learn(self, words: Sequence[str]) -> None:
        rows, information, _ = completed_rows(words, self._source.table)
        found = (rows, information, self._stems(words))
        if self._columns is None:
            self._columns = tuple(map(Growing, found))
        else:
            for column, further in zip(self._columns, found, strict=True):
                column.extend(further)

    def _facts(self, rows: NDArray[np.int32]) -> SoftVocabulary:
        if self._columns is None:
            self._learn([])
        return SoftVocabulary(*(column.rows[rows] for column in self._columns or ()))

    def _stems(self, words: Sequence[str]) -> NDArray[np.int32]:
        """Classes of stems; numbers are written in many ways, so theirs are those of their digits.

        A stem that has digits is that of a word that has them, so the two never meet.
        """
        stems = np.full(len(words), -1, np.int32)
        if self._source.language in SNOWBALL:
            found = StemMatcher(self._source.language).classes(words, self._numbers)
            stems[:] = [stem for (stem,) in found]
        for k, word in enumerate(words):
            digits = "".join(filter(str.isdigit, word))
            if digits:
                stems[k] = self._numbers.setdefault(digits, len(self._numbers))
        return stems


@lru_cache(maxsize=4)
def _memory(source: VectorSource, _signature: str) -> _SoftMemory:
    return _SoftMemory(source)
