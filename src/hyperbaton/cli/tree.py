"""`hyperbaton tree`: draws the permutation trees of each permutation, or lists what they share."""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Iterable, Iterator
from decimal import Decimal
from itertools import islice
from math import log
from typing import Any, TypeAlias

from hyperbaton import __version__, checks
from hyperbaton.checks import shown
from hyperbaton.cli.options import option
from hyperbaton.errors import InputError, OptionError
from hyperbaton.permutation import PermutationBatch
from hyperbaton.permutation.forest import ForestEntry, PermutationForest
from hyperbaton.permutation.reading import parse_permutation, read_permutations
from hyperbaton.permutation.trees import PermutationTree, operator_text
from hyperbaton.tables.layout import Rows, aligned

Numbered: TypeAlias = tuple[int | None, PermutationTree]  # a PET, or the flattened tree

MAX_DIGITS = 4000  # Python refuses to write integers of more than 4300 digits
MOST_PETS = 100
MAX_CHARTED = 100  # words; the splits of n inverted words are n³ / 6

DESCRIPTION = """\
Draws the flattened permutation tree of each permutation and says how many permutation trees
(PETs) it stands for. A node shows its operator: the order of the blocks below it; 3×⟨2,1⟩ is a
chain of four inverted blocks, which can be bracketed in any way. Values count from 1.
--pet and --pets draw single trees, --chart prints a table. Positions count from 0.
"""
EPILOG = """\
examples:
  hyperbaton tree "5 7 4 6 3 1 2"
  hyperbaton tree 2 4 1 3
  hyperbaton tree --format dot 2,4,1,3 | dot -Tsvg > tree.svg
  hyperbaton tree --pets "4 3 2 1"
  hyperbaton tree --chart "4 3 2 1"
  hyperbaton tree < demo/en/calque.perm
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the arguments of the command."""
    text = "such as '2 4 1 3' or 2,4,1,3; bare integers are one permutation"
    option(parser, "permutations PERMUTATION*", text, otherwise="stdin")
    views = parser.add_mutually_exclusive_group()
    text = "draw one PET by its number; 0 is the canonical one"
    option(views, "--pet N", text, range=checks.PET, otherwise="the flattened tree")
    option(views, "--pets", "draw every PET")
    option(views, "--chart", "list the blocks of all PETs and how each splits")
    text = "most PETs that --pets draws"
    option(parser, "--limit N", text, range=checks.PETS, otherwise=str(MOST_PETS))
    option(parser, "--format", "how to print", choices=("text", "dot", "json"), default="text")
    option(parser, "--ascii", "draw text without Unicode lines")


def run(arguments: argparse.Namespace) -> None:
    """Draws or lists, and prints."""
    _check(arguments)
    forests = list(_forests(arguments.permutations))
    if arguments.chart:
        _print_charts(forests, arguments)
    elif arguments.format == "json":
        _print_json(trees=[record for forest in forests for record in _records(forest, arguments)])
    elif arguments.format == "dot":
        for place, forest in enumerate(forests, start=1):
            for number, tree in _trees(forest, arguments):
                which = "" if number is None else f", tree {number}"
                print(tree.to_dot(f"permutation {place}{which}"))
    else:
        print(*(_drawing(forest, arguments) for forest in forests), sep="\n\n")


def _check(arguments: argparse.Namespace) -> None:
    if arguments.limit is not None and not arguments.pets:
        raise OptionError("--limit says how many trees --pets draws; add --pets")
    if arguments.format == "dot" and arguments.chart:
        raise OptionError("--chart prints a table; choose --format text or json")


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
                    f"{text}: is a file, expected a permutation; hyperbaton tree < {text} reads it"
                )
            yield parse_permutation(text, f"permutation {k}")


def _trees(forest: PermutationForest, arguments: argparse.Namespace) -> Iterator[Numbered]:
    if arguments.pets:
        yield from enumerate(islice(forest.pets(), arguments.limit or MOST_PETS))
    elif arguments.pet is not None:
        yield arguments.pet, _pet(forest, arguments.pet)
    else:
        yield None, forest.tree


def _pet(forest: PermutationForest, number: int) -> PermutationTree:
    if number == 0:
        return forest.canonical
    count = forest.pet_count
    if number >= count:
        there_are = "1 PET, number 0" if count == 1 else f"{_readable(count)} PETs, from number 0"
        raise InputError(f"--pet: there is no number {shown(number)}; the forest has {there_are}")
    return forest.pet(number)


def _drawing(forest: PermutationForest, arguments: argparse.Namespace) -> str:
    """The trees of one permutation, each with a line that says which it is."""
    drawings = [
        (number, tree.to_text(ascii_only=arguments.ascii))
        for number, tree in _trees(forest, arguments)
    ]
    count = forest.pet_count  # which takes a while for what is too long to draw
    total = _readable(count)
    parts = []
    for number, drawing in drawings:
        if number is None:
            parts.append(f"{drawing}\n{total} permutation tree{'s' if count > 1 else ''}")
        else:
            parts.append(f"{drawing}\npermutation tree number {number} of {total}")
    if arguments.pets and len(drawings) < count:
        dots = "..." if arguments.ascii else "…"
        parts.append(f"{dots} and {_readable(count - len(drawings))} more")
    return "\n\n".join(parts)


def _readable(count: int) -> str:
    if count < 10**15:
        return f"{count:,}"
    return f"about {Decimal(count):.1e}".replace("e+", "e")


def _records(forest: PermutationForest, arguments: argparse.Namespace) -> Iterator[dict[str, Any]]:
    log_pets = forest.log_pet_count
    exact = forest.pet_count if log_pets < MAX_DIGITS * log(10) else None
    for number, tree in _trees(forest, arguments):
        which = {} if number is None else {"pet": number}
        yield {**tree.to_json(), **which, "pets": exact, "log_pets": log_pets}


def _print_charts(forests: list[PermutationForest], arguments: argparse.Namespace) -> None:
    """The blocks of all trees, the longest first, each with every way to split it."""
    charts = [_chart(forest) for forest in forests]
    if arguments.format == "json":
        _print_json(
            charts=[
                {
                    "permutation": list(forest.tree.permutation),
                    "entries": [
                        {
                            "start": entry.start,
                            "stop": entry.stop,
                            "operator": list(entry.operator),
                            "splits": list(map(list, entry.inferences)),
                        }
                        for entry in chart
                    ],
                }
                for forest, chart in zip(forests, charts, strict=True)
            ]
        )
    else:
        _print_tables(_chart_rows(chart, ascii_only=arguments.ascii) for chart in charts)


def _chart(forest: PermutationForest) -> list[ForestEntry]:
    length = len(forest.tree.permutation)
    if length > MAX_CHARTED:
        raise InputError(
            f"a permutation of {length} words is too long for a chart; up to {MAX_CHARTED} are "
            "accepted"
        )
    return sorted(forest.entries(), key=lambda entry: (entry.start - entry.stop, entry.start))


def _chart_rows(chart: list[ForestEntry], *, ascii_only: bool) -> Rows:
    rows = [("start", "stop", "operator", "splits")]
    for entry in chart:
        ways = " | ".join(",".join(map(str, way)) for way in entry.inferences)
        operator = operator_text(entry.operator, ascii_only=ascii_only)
        rows.append((str(entry.start), str(entry.stop), operator, ways))
    return rows


def _print_tables(tables: Iterable[Rows]) -> None:
    print(*map(aligned, tables), sep="\n\n")


def _print_json(**document: object) -> None:
    json.dump({"hyperbaton": __version__, **document}, sys.stdout)
    print()
