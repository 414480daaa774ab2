"""How words are aligned: the options of all commands that align hypotheses with references."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from hyperbaton.alignment import Aligner

# As the fields of Aligner, which has the defaults.
OPTIONS = (
    "matchers",
    "language",
    "search",
    "synonyms",
    "paraphrases",
    "embeddings",
    "similarity",
)


def add_alignment_options(parser: argparse.ArgumentParser) -> None:
    """Adds the options to a command."""
    group = parser.add_argument_group("alignment", "how words are matched; see docs/alignment.md")
    group.add_argument(
        "--matchers",
        metavar="NAMES",
        help="of exact, stem, synonym, paraphrase and embedding, between commas; a weight may "
        "follow each, as in exact,stem:0.5 (default: those the language has)",
    )
    group.add_argument("--language", metavar="CODE", help="default: en")
    group.add_argument(
        "--search",
        choices=("best", "meteor", "bigram"),
        help="the best alignment (default), the one METEOR 1.5 finds, or by context as in RIBES",
    )
    group.add_argument("--synonyms", metavar="FILE", help="of the Open Multilingual WordNet")
    group.add_argument("--paraphrases", metavar="FILE", help="a phrase table in METEOR's format")
    group.add_argument(
        "--embeddings", metavar="PATH", help="a file of word vectors, or the folder of an encoder"
    )
    group.add_argument(
        "--similarity",
        type=float,
        metavar="X",
        help="the cosine from which on embeddings match (default: 0.7)",
    )


def aligner_of(arguments: argparse.Namespace) -> Aligner:
    """What the options say.

    Raises:
        OptionError: an option is not accepted.
    """
    from hyperbaton.alignment import Aligner

    given = {name: getattr(arguments, name) for name in OPTIONS}
    return Aligner(**{name: value for name, value in given.items() if value is not None})
