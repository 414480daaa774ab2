"""`hyperbaton tree`: draws the permutation trees of each permutation, or lists what they share."""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Iterator
from itertools import islice
from math import log
from typing import TYPE_CHECKING, NamedTuple

from hyperbaton.cli.options.numbers import add_number
from hyperbaton.runtime import limits

if TYPE_CHECKING:
    from hyperbaton.forest import PermutationForest, PermutationTree
    from hyperbaton.forest.weak import Ground
    from hyperbaton.permutation import PermutationBatch

MAX_DIGITS = 4000  # Python refuses to write integers of more than 4300 digits
MOST_PETS = 100

NAME = "tree"
HELP = "draw permutation trees"
DESCRIPTION = """\
Draws the flattened permutation tree of each permutation and says how many permutation trees
(PETs) it stands for. A node shows its operator: the order of the blocks below it; 3×⟨2,1⟩ is a
chain of four inverted blocks, which can be bracketed in any way. Values count from 1.
--pet and --pets draw single trees, --chart and --weak print tables. Positions count from 0.
"""
EPILOG = """\
examples:
  hyperbaton tree "5 7 4 6 3 1 2"
  hyperbaton tree 2 4 1 3
  hyperbaton tree --format dot 2,4,1,3 | dot -Tsvg > tree.svg
  hyperbaton tree --pets "4 3 2 1"
  hyperbaton tree --chart "4 3 2 1"
  hyperbaton tree --weak --ground kendall "2 4 5 6 1 3"
  hyperbaton tree < demo/en/calque.perm
"""


class Drawn(NamedTuple):
    """A tree to draw: the PET of a forest with that number, or without one the flattened tree."""

    tree: PermutationTree
    forest: PermutationForest
    number: int | None = None


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the arguments of the command."""
    parser.add_argument(
        "permutations",
        nargs="*",
        metavar="PERMUTATION",
        help="such as '2 4 1 3' or 2,4,1,3; bare integers are one permutation (default: stdin)",
    )
    views = parser.add_mutually_exclusive_group()
    add_number(
        views,
        "--pet",
        range=limits.PET,
        what="draw one PET by its number; 0 is the canonical one",
        otherwise="the flattened tree",
    )
    views.add_argument("--pets", action="store_true", help="draw every PET")
    views.add_argument(
        "--chart", action="store_true", help="list the blocks of all PETs and how each splits"
    )
    views.add_argument(
        "--weak", action="store_true", help="list all weak factorisations and their complexity"
    )
    add_number(
        parser,
        "--limit",
        range=limits.PETS,
        what="most PETs that --pets draws",
        otherwise=str(MOST_PETS),
    )
    parser.add_argument(
        "--ground",
        metavar="NAME",
        help="complexity of an operator: length, excess, or 1 - a metric (default: length)",
    )
    parser.add_argument(
        "--format",
        choices=("text", "dot", "json"),
        default="text",
        help="how to print (default: text)",
    )
    parser.add_argument("--ascii", action="store_true", help="draw text without Unicode lines")


def run(arguments: argparse.Namespace) -> None:
    """Draws or lists, and prints."""
    _check(arguments)
    forests = list(_forests(arguments.permutations))
    if arguments.chart:
        _print_charts(forests, arguments)
    elif arguments.weak:
        _print_weak(forests, arguments)
    elif arguments.format == "json":
        _print_json(trees=[_record(d) for forest in forests for d in _trees(forest, arguments)])
    elif arguments.format == "dot":
        for place, forest in enumerate(forests, start=1):
            for drawn in _trees(forest, arguments):
                print(drawn.tree.to_dot(_dot_name(place, drawn.number)))
    else:
        drawings = [_drawing(forest, arguments) for forest in forests]
        print(*drawings, sep="\n\n")


def _check(arguments: argparse.Namespace) -> None:
    from hyperbaton.errors import OptionError

    if arguments.limit is not None and not arguments.pets:
        raise OptionError("--limit says how many trees --pets draws; add --pets")
    if arguments.ground is not None and not arguments.weak:
        raise OptionError("--ground measures the operators that --weak lists; add --weak")
    if arguments.format == "dot" and (arguments.chart or arguments.weak):
        raise OptionError("--chart and --weak print tables; choose --format text or json")


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
            _refuse_file(text)
            yield parse_permutation(text, f"permutation {k}")


def _refuse_file(text: str) -> None:
    from hyperbaton.errors import InputError

    if os.path.isfile(text):  # noqa: PTH113 - which takes any text
        raise InputError(
            f"{text}: is a file, expected a permutation; hyperbaton tree < {text} reads it"
        )


def _trees(forest: PermutationForest, arguments: argparse.Namespace) -> Iterator[Drawn]:
    if arguments.pets:
        pets = islice(forest.pets(), arguments.limit or MOST_PETS)
        yield from (Drawn(pet, forest, number) for number, pet in enumerate(pets))
    elif arguments.pet is not None:
        yield Drawn(_numbered(forest, arguments.pet), forest, arguments.pet)
    else:
        yield Drawn(forest.tree, forest)


def _numbered(forest: PermutationForest, number: int) -> PermutationTree:
    from hyperbaton.checks import shown
    from hyperbaton.errors import InputError

    if number == 0:
        return forest.canonical
    count = forest.pet_count
    if not 0 <= number < count:
        there_are = "1 PET, number 0" if count == 1 else f"{_readable(count)} PETs, from number 0"
        raise InputError(f"--pet: there is no number {shown(number)}; the forest has {there_are}")
    return forest.pet(number)


def _drawing(forest: PermutationForest, arguments: argparse.Namespace) -> str:
    """The trees of one permutation, each with a line that says which it is."""
    shown = list(_trees(forest, arguments))
    drawings = [drawn.tree.to_text(ascii_only=arguments.ascii) for drawn in shown]
    count = forest.pet_count  # which takes a while for what is too long to draw
    parts = []
    for drawn, drawing in zip(shown, drawings, strict=True):
        if drawn.number is None:
            several = f"{_readable(count)} permutation trees"
            parts.append(f"{drawing}\n{'1 permutation tree' if count == 1 else several}")
        else:
            parts.append(f"{drawing}\npermutation tree number {drawn.number} of {_readable(count)}")
    if arguments.pets and len(shown) < count:
        dots = "..." if arguments.ascii else "…"
        parts.append(f"{dots} and {_readable(count - len(shown))} more")
    return "\n\n".join(parts)


def _readable(count: int) -> str:
    from decimal import Decimal

    if count < 10**15:
        return f"{count:,}"
    return f"about {Decimal(count):.1e}".replace("e+", "e")


def _dot_name(place: int, number: int | None) -> str:
    return f"permutation {place}" if number is None else f"permutation {place}, tree {number}"


def _record(drawn: Drawn) -> dict[str, object]:
    log_pets = drawn.forest.log_pet_count
    exact = drawn.forest.pet_count if log_pets < MAX_DIGITS * log(10) else None
    number = {} if drawn.number is None else {"pet": drawn.number}
    return {**drawn.tree.to_json(), **number, "pets": exact, "log_pets": log_pets}


def _print_charts(forests: list[PermutationForest], arguments: argparse.Namespace) -> None:
    from hyperbaton.forest.listing import chart_record, chart_rows
    from hyperbaton.tables.layout import aligned

    if arguments.format == "json":
        _print_json(charts=[chart_record(forest) for forest in forests])
    else:
        tables = [aligned(chart_rows(forest, ascii_only=arguments.ascii)) for forest in forests]
        print(*tables, sep="\n\n")


def _print_weak(forests: list[PermutationForest], arguments: argparse.Namespace) -> None:
    from hyperbaton.forest.listing import weak_record, weak_rows
    from hyperbaton.tables.layout import aligned

    name = arguments.ground or "length"
    ground = _ground(name)
    permutations = [forest.tree.permutation for forest in forests]
    if arguments.format == "json":
        _print_json(ground=name, weak=[weak_record(each, ground) for each in permutations])
    else:
        tables = [
            aligned(weak_rows(each, ground, ascii_only=arguments.ascii)) for each in permutations
        ]
        print(*tables, sep="\n\n")


def _ground(name: str) -> Ground:
    """A ground measure by its name: a length, or what a metric of permutations finds wrong."""
    from functools import cache

    from hyperbaton.errors import OptionError
    from hyperbaton.forest.weak import excess
    from hyperbaton.metrics import PermutationMetric, parse

    if name in ("length", "excess"):
        return len if name == "length" else excess
    metric = parse(name)
    if not isinstance(metric, PermutationMetric):
        raise OptionError(
            f"--ground: {name} is no metric of permutations; length, excess and metrics such as "
            "kendall are accepted"
        )
    return cache(lambda operator: 1.0 - float(metric.permutation_score(operator)))


def _print_json(**document: object) -> None:
    from hyperbaton import __version__

    json.dump({"hyperbaton": __version__, **document}, sys.stdout)
    print()
