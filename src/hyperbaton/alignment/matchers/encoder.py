"""Embeddings from a transformer encoder: a word's vector depends on the sentence it stands in.

The model is read from a folder that the user names, in the layout of transformers or of
sentence-transformers, and nothing is ever downloaded. A word has the mean of the vectors of its
pieces in the last layer.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np

from hyperbaton.alignment.matchers.embedding import EmbeddingMatcher, Vectors
from hyperbaton.errors import InputError, MissingDependencyError, reading_a_resource
from hyperbaton.files import fingerprint
from hyperbaton.text.segments import Segments, Sentences, Words
from hyperbaton.vectors import unit_rows

INSTALL = "pip install 'hyperbaton[embedding]'"
SEGMENTS_AT_ONCE, SENTENCES_AT_ONCE = 256, 32
MOST_PIECES = 4096  # of a sentence, where the model itself sets no limit


@dataclass(frozen=True)
class EncoderMatcher(EmbeddingMatcher):
    """Matches by an encoder; words beyond the longest text that it takes match nothing."""

    def of_references(self, references: Sentences) -> _Encoder:
        """The model alone: a word's vector depends on its sentence, and they come in turn."""
        return _loaded(self.path, fingerprint(self.path))

    def vectors(self, segments: Segments, known: _Encoder) -> Iterator[tuple[Vectors, Vectors]]:
        """The vectors of the words of each pair, encoded some segments at a time."""
        encoder = known
        groups = segments.arrays.groups
        for begin in range(0, len(segments), SEGMENTS_AT_ONCE):
            end = min(begin + SEGMENTS_AT_ONCE, len(segments))
            hypotheses = encoder.encode(segments.tokens[begin:end])
            references = encoder.encode(segments.references.tokens[groups[begin] : groups[end]])
            for k, hypothesis in enumerate(hypotheses, start=begin):
                for r in range(groups[k], groups[k + 1]):
                    yield hypothesis, references[r - groups[begin]]


@cache
@reading_a_resource()
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
            with _without_bars(transformers.utils.logging):
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
        """A unit vector for every word of every sentence."""
        found: list[Vectors] = [np.zeros((0, self._model.config.hidden_size), np.float32)]
        found *= len(sentences)
        by_length = sorted(
            (k for k, words in enumerate(sentences) if words), key=lambda k: len(sentences[k])
        )
        for begin in range(0, len(by_length), SENTENCES_AT_ONCE):
            batch = by_length[begin : begin + SENTENCES_AT_ONCE]
            for k, vectors in zip(
                batch, self._encode([list(sentences[k]) for k in batch]), strict=True
            ):
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


@contextmanager
def _without_bars(logging: Any) -> Iterator[None]:
    """Keeps transformers from drawing bars of its own, which it does in pipes as well."""
    enabled = logging.is_progress_bar_enabled()
    logging.disable_progress_bar()
    try:
        yield
    finally:
        if enabled:
            logging.enable_progress_bar()


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
