"""Embeddings from a file of word vectors: one vector a word, whatever stands around it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from hyperbaton.alignment.matchers.embedding import EmbeddingMatcher, Vectors, unit_rows
from hyperbaton.alignment.word_vectors import read_vectors
from hyperbaton.text.segments import References, Segments


@dataclass(frozen=True)
class VectorMatcher(EmbeddingMatcher):
    """Matches by word vectors; a word that the file does not have matches nothing."""

    def vectors(self, segments: Segments) -> Iterator[tuple[Vectors, Vectors]]:
        """The vectors of the words of each pair."""
        arrays = segments.arrays  # first: all words must be known
        rows = segments.references.once(_GrowingVectors, self.path).extended()
        for k in range(len(segments)):
            hypothesis = rows[_sentence(arrays.hypothesis_values, arrays.hypothesis_offsets, k)]
            for r in range(arrays.groups[k], arrays.groups[k + 1]):
                yield (
                    hypothesis,
                    rows[_sentence(arrays.reference_values, arrays.reference_offsets, r)],
                )


def _sentence(values: NDArray[np.int32], offsets: NDArray[np.int64], k: int) -> NDArray[np.int32]:
    return values[offsets[k] : offsets[k + 1]]


class _GrowingVectors:
    """Vectors by word id of a vocabulary that grows from system to system.

    The file is read again for the words that a further system adds.
    """

    def __init__(self, references: References, file: str) -> None:
        self._references = references
        self._file = file
        self._rows: Vectors | None = None

    def extended(self) -> Vectors:
        known = 0 if self._rows is None else len(self._rows)
        words = self._references.vocabulary_from(known)
        if self._rows is None or words:
            added = unit_rows(read_vectors(self._file, words))
            self._rows = added if self._rows is None else np.concatenate([self._rows, added])
        return self._rows
