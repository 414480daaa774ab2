"""`hyperbaton tree`: draws the permutation tree of each permutation."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from math import log
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from hyperbaton.forest import PermutationForest
    from hyperbaton.permutation import PermutationBatch

MAX_DIGITS = 4000  # Python refuses to write integers of more than 4300 digits

NAME = "tree"
HELP = "draw permutation trees"
DESCRIPTION = """\
Draws the flattened permutation tree of each permutation and says how many permutation trees
(PETs) it stands for. A node shows its operator: the order of the blocks below it; 3×⟨2,1⟩ is a
chain of four inverted blocks, which can be bracketed in any way. Values count from 1.
"""
EPILOG = """\
examples:
  hyperbaton tree "5 7 4 6 3 1 2"
  hyperbaton tree 2 4 1 3
  hyperbaton tree --format dot 2,4,1,3 | dot -Tsvg > tree.svg
  hyperbaton tree < demo/en/calque.perm
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the arguments of the command."""
    parser.add_argument(
        "permutations",
        nargs="*",
        metavar="PERMUTATION",
        help="such as '2 4 1 3' or 2,4,1,3; bare integers are one permutation (default: stdin)",
    )
    parser.add_argument(
        "--format",
        choices=("text", "dot", "json"),
        default="text",
        help="how to print (default: text)",
    )
    parser.add_argument("--ascii", action="store_true", help="draw text without Unicode lines")


def run(arguments: argparse.Namespace) -> None:
    """Draws and prints."""
    forests = list(_forests(arguments.permutations))
    if arguments.format == "json":
        from hyperbaton import __version__

        trees = [_record(forest) for forest in forests]
        json.dump({"hyperbaton": __version__, "trees": trees}, sys.stdout)
        print()
    elif arguments.format == "dot":
        for k, forest in enumerate(forests, start=1):
            print(forest.tree.to_dot(f"permutation {k}"))
    else:
        drawings = [_drawing(forest, ascii_only=arguments.ascii) for forest in forests]
        print(*drawings, sep="\n\n")


def _forests(texts: list[str]) -> Iterator[PermutationForest]:
    from hyperbaton.forest import PermutationForest

    for batch in _batches(texts):
        if (batch.bases == 0).any():
            print("hyperbaton: counted from 0 in the input, drawn from 1", file=sys.stderr)
        for permutation in batch:
            yield PermutationForest.from_permutation(permutation)


def _batches(texts: list[str]) -> Iterator[PermutationBatch]:
    from hyperbaton.permutation.reading import parse_permutation, read_permutations

    if not texts:
        yield read_permutations([])
    elif len(texts) > 1 and all(len(text.replace(",", " ").split()) == 1 for text in texts):
        yield parse_permutation(" ".join(texts), "permutation")
    else:
        for k, text in enumerate(texts, start=1):
            yield parse_permutation(text, f"permutation {k}")


def _drawing(forest: PermutationForest, *, ascii_only: bool) -> str:
    count = forest.pet_count
    trees = "1 permutation tree" if count == 1 else f"{_readable(count)} permutation trees"
    return f"{forest.tree.to_text(ascii_only=ascii_only)}\n{trees}"


def _readable(count: int) -> str:
    from decimal import Decimal

    if count < 10**15:
        return f"{count:,}"
    return f"about {Decimal(count):.1e}".replace("e+", "e")


def _record(forest: PermutationForest) -> dict[str, object]:
    log_pets = forest.log_pet_count
    exact = forest.pet_count if log_pets < MAX_DIGITS * log(10) else None
    return {**forest.tree.to_json(), "pets": exact, "log_pets": log_pets}
