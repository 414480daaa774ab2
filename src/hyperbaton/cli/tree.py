"""`hyperbaton tree`: draws the permutation trees of each permutation."""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Iterator
from decimal import Decimal
from itertools import islice
from math import log
from typing import Any, TypeAlias

from hyperbaton import __version__
from hyperbaton.cli.options import option
from hyperbaton.errors import InputError
from hyperbaton.permutation.batch import PermutationBatch
from hyperbaton.permutation.reading import parse_permutation, read_permutations
from hyperbaton.permutation.trees import PermutationForest, PermutationTree

Numbered: TypeAlias = tuple[int | None, PermutationTree]  # a PET, or the flattened tree

MAX_DIGITS = 4000  # Python refuses to write integers of more than 4300 digits
MOST_PETS = 100

DESCRIPTION = f"""\
Draws the flattened permutation tree of each permutation and says how many permutation trees
(PETs) it represents. A node shows its operator: the order of the blocks below it; 3×⟨2,1⟩ is a
chain of four inverted blocks, which can be bracketed in any way. Values count from 1.
--pets draws each of these trees, up to {MOST_PETS} of them.
"""
EPILOG = """\
examples:
  hyperbaton tree "5 7 4 6 3 1 2"
  hyperbaton tree 2 4 1 3
  hyperbaton tree --format json 2,4,1,3
  hyperbaton tree --pets "4 3 2 1"
  hyperbaton tree < demo/en/calque.perm
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the arguments of the command."""
    text = "like '2 4 1 3' or 2,4,1,3; bare integers are one permutation"
    option(parser, "permutations PERMUTATION*", text, otherwise="stdin")
    option(parser, "--pets", f"draw every PET, up to {MOST_PETS}")
    option(parser, "--format", "how to print", choices=("text", "json"), default="text")


def run(arguments: argparse.Namespace) -> None:
    """Draws and prints."""
    forests = list(_forests(arguments.permutations))
    trees = [list(_trees(forest, single=arguments.pets)) for forest in forests]
    if arguments.format == "json":
        records = [
            record
            for forest, listed in zip(forests, trees, strict=True)
            for record in _records(forest, listed)
        ]
        json.dump({"hyperbaton": __version__, "trees": records}, sys.stdout)
        print()
    else:
        print(*map(_drawing, forests, trees), sep="\n\n")


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
            if os.path.isfile(text):  # noqa: PTH113 - which takes any text
                raise InputError(
                    f"{text} is a file, not a permutation; read it with hyperbaton tree < {text}"
                )
            yield parse_permutation(text, f"permutation {k}")


def _trees(forest: PermutationForest, *, single: bool) -> Iterator[Numbered]:
    if single:
        yield from enumerate(islice(forest.pets(), MOST_PETS))
    else:
        yield None, forest.tree


def _drawing(forest: PermutationForest, trees: list[Numbered]) -> str:
    """The trees of one permutation, each with a line that says which it is."""
    drawings = [(number, tree.to_text()) for number, tree in trees]
    count = forest.pet_count  # which takes a while for what is too long to draw
    total = _readable(count)
    parts = []
    for number, drawing in drawings:
        if number is None:
            parts.append(f"{drawing}\n{total} permutation tree{'s' if count > 1 else ''}")
        else:
            parts.append(f"{drawing}\npermutation tree number {number} of {total}")
    if trees[0][0] is not None and len(trees) < count:
        parts.append(f"… and {_readable(count - len(trees))} more")
    return "\n\n".join(parts)


def _readable(count: int) -> str:
    if count < 10**15:
        return f"{count:,}"
    return f"about {Decimal(count):.1e}".replace("e+", "e")


def _records(forest: PermutationForest, trees: list[Numbered]) -> Iterator[dict[str, Any]]:
    log_pets = forest.log_pet_count
    exact = forest.pet_count if log_pets < MAX_DIGITS * log(10) else None
    for number, tree in trees:
        which = {} if number is None else {"pet": number}
        yield {**tree.to_json(), **which, "pets": exact, "log_pets": log_pets}
