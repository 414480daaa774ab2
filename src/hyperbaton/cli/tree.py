"""`hyperbaton tree`: draws the permutation trees of each permutation."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from decimal import Decimal
from math import log
from typing import Any

from hyperbaton import __version__
from hyperbaton.cli.options import option
from hyperbaton.permutation.batch import PermutationBatch
from hyperbaton.permutation.reading import parse_permutation, read_permutations
from hyperbaton.permutation.trees import PermutationForest

MAX_DIGITS = 4000  # Python refuses to write integers of more than 4300 digits

DESCRIPTION = """\
Draws the flattened permutation tree of each permutation and says how many permutation trees
(PETs) it represents. A node shows its operator: the order of the blocks below it; 3×⟨2,1⟩ is a
chain of four inverted blocks, which can be bracketed in any way. Values count from 1.
"""
EPILOG = """\
examples:
  hyperbaton tree "5 7 4 6 3 1 2"
  hyperbaton tree --format json 2,4,1,3
  hyperbaton tree < demo/en/calque.perm
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the arguments of the command."""
    text = "like '2 4 1 3' or 2,4,1,3; bare integers are one permutation"
    option(parser, "permutations PERMUTATION*", text, otherwise="stdin")
    option(parser, "--format", "how to print", choices=("text", "json"), default="text")


def run(arguments: argparse.Namespace) -> None:
    """Draws and prints."""
    forests = list(_forests(arguments.permutations))
    if arguments.format == "json":
        print(json.dumps({"hyperbaton": __version__, "trees": list(map(_record, forests))}))
    else:
        print(*map(_drawing, forests), sep="\n\n")


def _forests(texts: list[str]) -> Iterator[PermutationForest]:
    for batch in _batches(texts):
        if (batch.bases == 0).any():
            print("hyperbaton: counted from 0 in the input, drawn from 1", file=sys.stderr)
        for permutation in batch:
            yield PermutationForest.from_permutation(permutation)


def _batches(texts: list[str]) -> Iterator[PermutationBatch]:
    if not texts:
        yield read_permutations([])
    elif len(texts) > 1 and all(len(text.replace(",", " ").split()) == 1 for text in texts):
        yield parse_permutation(" ".join(texts), "permutation")
    else:
        for k, text in enumerate(texts, start=1):
            yield parse_permutation(text, f"permutation {k}")


def _drawing(forest: PermutationForest) -> str:
    drawing = forest.tree.to_text()
    count = forest.pet_count  # which takes a while for what is too long to draw
    shown = f"{count:,}" if count < 10**15 else f"about {Decimal(count):.1e}".replace("e+", "e")
    return f"{drawing}\n{shown} permutation tree{'s' * (count > 1)}"


def _record(forest: PermutationForest) -> dict[str, Any]:
    log_pets = forest.log_pet_count
    exact = forest.pet_count if log_pets < MAX_DIGITS * log(10) else None
    return {**forest.tree.to_json(), "pets": exact, "log_pets": log_pets}
