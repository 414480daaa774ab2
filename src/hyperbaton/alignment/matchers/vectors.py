"""Embeddings from a file of word vectors: one vector per word, whatever stands around it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from hyperbaton.alignment.matchers.embedding import EmbeddingMatcher, Vectors
from hyperbaton.text.segments import Segments, Sentences
from hyperbaton.vectors import vectors_of_file


@dataclass(frozen=True)
class VectorMatcher(EmbeddingMatcher):
    """Matches by word vectors; a word that the file does not have matches nothing."""

    def of_references(self, references: Sentences) -> Vectors:
        """The vectors of the references' words."""
        return vectors_of_file(self.path).lookup(references.vocabulary).rows

    def vectors(self, segments: Segments, known: Vectors) -> Iterator[tuple[Vectors, Vectors]]:
        """The vectors of the words of each pair; the file is read again for further words."""
        rows = known
        if segments.hypotheses.further_words:
            further = vectors_of_file(self.path).lookup(segments.hypotheses.further_words).rows
            rows = np.concatenate([rows, further])
        arrays = segments.arrays
        for k in range(len(segments)):
            hypothesis = rows[_sentence(arrays.hypothesis_values, arrays.hypothesis_offsets, k)]
            for r in range(arrays.groups[k], arrays.groups[k + 1]):
                yield (
                    hypothesis,
                    rows[_sentence(arrays.reference_values, arrays.reference_offsets, r)],
                )


def _sentence(values: NDArray[np.int32], offsets: NDArray[np.int64], k: int) -> NDArray[np.int32]:
    return values[offsets[k] : offsets[k + 1]]
