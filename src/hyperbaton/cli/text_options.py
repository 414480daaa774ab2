"""How text is prepared: the options of all commands that read text."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from hyperbaton.text.segments import Preprocessing


def add_text_options(parser: argparse.ArgumentParser) -> None:
    """Adds the options to a command."""
    parser.add_argument(
        "--tokenize",
        default="unicode",
        metavar="NAME",
        help="unicode (default), none, 13a, intl, zh, char, ja-mecab or ko-mecab",
    )
    parser.add_argument("--lowercase", action="store_true", help="ignore case")
    parser.add_argument(
        "--join-subwords",
        choices=("bpe", "sentencepiece"),
        help="join pieces marked with '@@' or '▁' first",
    )


def preprocessing_of(arguments: argparse.Namespace) -> Preprocessing:
    """What the options say."""
    from hyperbaton.text.segments import Preprocessing

    return Preprocessing(arguments.tokenize, arguments.lowercase, arguments.join_subwords)
