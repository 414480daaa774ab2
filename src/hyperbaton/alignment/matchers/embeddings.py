"""Words match whose embeddings are similar: the cosine of their vectors is large enough.

The weight of a match is that of the matcher times the cosine, so that of two words the more similar
one is preferred where nothing else decides. Vectors come from a file, one per word, or from a
transformer encoder, where a word's vector depends on its sentence: the mean of the vectors of its
pieces in the last layer. The model is read from a folder that the user names, in the layout of
transformers or of sentence-transformers, and nothing is ever downloaded.
"""

from __future__ import annotations

import json
from abc import abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from hyperbaton.alignment.matchers.matcher import Matcher, PairMatches
from hyperbaton.errors import InputError, MissingDependencyError
from hyperbaton.files import fingerprint
from hyperbaton.resources import progress
from hyperbaton.text.segments import LISTED_PAIRS, Segments, Words, check_pairs
from hyperbaton.vectors import unit_rows, vectors_of_file

if TYPE_CHECKING:
    from hyperbaton.alignment.matchers.matcher import SegmentMatches

Vectors = NDArray[np.float32]  # a row for each word, of length 1, or 0 where a word has none

ROUNDING = 1e-6  # the cosine of a vector with itself is not always exactly 1
INSTALL = "pip install 'hyperbaton[embedding]'"
SEGMENTS_AT_ONCE, SENTENCES_AT_ONCE = 256, 32
MOST_PIECES = 4096  # of a sentence, where the model itself sets no limit


@dataclass(frozen=True)
class EmbeddingMatcher(Matcher):
    """Matches words by vectors from a file or folder.

    Attributes:
        path: where they come from.
        similarity: the smallest cosine with which two words match.
    """

    path: str
    similarity: float

    @abstractmethod
    def vectors(self, segments: Segments) -> Iterator[tuple[Vectors, Vectors]]:
        """Yields the vectors of every pair of a hypothesis and a reference."""

    def of_segments(self, matches: SegmentMatches, known: None) -> PairMatches:
        """Returns all matches of single words, as similar as the cosine of their vectors.

        Raises:
            InputError: a segment has too many words.
        """
        segments = matches.segments
        check_pairs(segments.arrays, "the matcher embedding", LISTED_PAIRS)
        spans, cosines = [np.zeros((0, 4), np.int32)], [np.zeros(0, np.float32)]
        pairs = int(segments.arrays.groups[-1])
        vectors = self.vectors(segments)
        for hypothesis, reference in progress(vectors, "comparing embeddings", "references", pairs):
            cosine = hypothesis @ reference.T
            i, j = np.nonzero(cosine >= self.similarity - ROUNDING)
            one = np.ones_like(i)
            spans.append(np.column_stack([i, one, j, one]).astype(np.int32))
            cosines.append(np.minimum(cosine[i, j], np.float32(1.0)))
        offsets = np.cumsum([len(rows) for rows in spans], dtype=np.int64)
        return PairMatches(offsets, np.concatenate(spans), np.concatenate(cosines))


@dataclass(frozen=True)
class VectorMatcher(EmbeddingMatcher):
    """Matches by word vectors; a word that the file does not have matches nothing."""

    def vectors(self, segments: Segments) -> Iterator[tuple[Vectors, Vectors]]:
        """Yields the vectors of the words of each pair."""
        rows = vectors_of_file(self.path).lookup(segments.vocabulary).rows
        arrays = segments.arrays
        groups = pairwise(arrays.groups)
        hypotheses = pairwise(arrays.hypothesis_offsets)
        ends = arrays.reference_offsets
        for (begin, end), (first, last) in zip(hypotheses, groups, strict=True):
            hypothesis = rows[arrays.hypothesis_values[begin:end]]
            for r in range(first, last):
                yield hypothesis, rows[arrays.reference_values[ends[r] : ends[r + 1]]]


@dataclass(frozen=True)
class EncoderMatcher(EmbeddingMatcher):
    """Matches by an encoder; words beyond the longest text that it takes match nothing."""

    def vectors(self, segments: Segments) -> Iterator[tuple[Vectors, Vectors]]:
        """Yields the vectors of the words of each pair, encoded some segments at a time."""
        encoder = _loaded(self.path, fingerprint(self.path))
        groups = segments.arrays.groups
        for begin in range(0, len(segments), SEGMENTS_AT_ONCE):
            end = min(begin + SEGMENTS_AT_ONCE, len(segments))
            hypotheses = encoder.encode(segments.tokens[begin:end])
            references = encoder.encode(segments.references.tokens[groups[begin] : groups[end]])
            for k, hypothesis in enumerate(hypotheses, start=begin):
                for r in range(groups[k], groups[k + 1]):
                    yield hypothesis, references[r - groups[begin]]


@cache
def _loaded(folder: str, _contents: str) -> _Encoder:
    return _Encoder(folder)


class _Encoder:
    """A model with its tokenizer."""

    def __init__(self, folder: str) -> None:
        try:
            self._torch, transformers = import_module("torch"), import_module("transformers")
        except ImportError as error:
            raise MissingDependencyError("matching by an encoder", INSTALL) from error
        source = _transformer_folder(Path(folder))
        try:
            transformers.utils.logging.disable_progress_bar()  # it draws them in pipes, too
            self._tokenizer = transformers.AutoTokenizer.from_pretrained(
                source, local_files_only=True, use_fast=True, add_prefix_space=True
            )
            model = transformers.AutoModel.from_pretrained(source, local_files_only=True)
        except (OSError, ValueError, KeyError) as error:
            reason = str(error).strip().partition("\n")[0]
            raise InputError(
                f"{folder}: cannot be loaded ({reason}); expected the folder of a model saved by "
                "transformers or sentence-transformers, with its tokenizer"
            ) from None
        if not self._tokenizer.is_fast:
            raise InputError(
                f"{folder}: the tokenizer does not tell which word a piece belongs to; expected "
                "one with a tokenizer.json"
            )
        self._model = model.get_encoder() if model.config.is_encoder_decoder else model
        self._most_pieces = min(
            self._tokenizer.model_max_length,
            getattr(model.config, "max_position_embeddings", MOST_PIECES),
            MOST_PIECES,
        )

    def encode(self, sentences: Words) -> list[Vectors]:
        """Returns a unit vector for every word of every sentence."""
        found = [np.zeros((0, self._model.config.hidden_size), np.float32)] * len(sentences)
        lengths = list(map(len, sentences))
        by_length = sorted(np.flatnonzero(lengths).tolist(), key=lengths.__getitem__)
        for begin in range(0, len(by_length), SENTENCES_AT_ONCE):
            batch = by_length[begin : begin + SENTENCES_AT_ONCE]
            encoded = self._encode([list(sentences[k]) for k in batch])
            for k, vectors in zip(batch, encoded, strict=True):
                found[k] = vectors
        return found

    def _encode(self, sentences: list[list[str]]) -> Iterator[Vectors]:
        pieces = self._tokenizer(
            sentences,
            is_split_into_words=True,
            padding=True,
            truncation=True,
            max_length=self._most_pieces,
            return_tensors="pt",
        )
        with self._torch.inference_mode():
            hidden = self._model(**pieces).last_hidden_state.float().numpy()
        for k, words in enumerate(sentences):
            yield _mean_of_pieces(hidden[k], pieces.word_ids(k), len(words))


def _transformer_folder(folder: Path) -> Path:
    """The folder with the model itself, which sentence-transformers may keep in one of its own."""
    modules = folder / "modules.json"
    if not modules.is_file():
        return folder
    try:
        return folder / str(json.loads(modules.read_text(encoding="utf-8"))[0]["path"])
    except (ValueError, LookupError, TypeError, OSError, RecursionError):
        raise InputError(
            f"{modules}: expected a list of modules as sentence-transformers writes it, the "
            "encoder first"
        ) from None


def _mean_of_pieces(pieces: Any, word_of_piece: list[int | None], words: int) -> Vectors:
    """The mean vector of each word's pieces; special pieces belong to none."""
    sums = np.zeros((words, pieces.shape[1]), np.float32)
    for piece, word in zip(pieces, word_of_piece, strict=True):
        if word is not None:
            sums[word] += piece
    return unit_rows(sums)  # the direction of the sum is that of the mean
