"""Where dependency trees come from, for commands with metrics of trees."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from hyperbaton.parsing import GivenTrees, Parsing
    from hyperbaton.text.segments import References


def add_tree_options(parser: argparse.ArgumentParser) -> None:
    """Adds the options to a command."""
    group = parser.add_argument_group("dependency trees", "for dted; see docs/parsing.md")
    add_parsing_options(group)
    group.add_argument(
        "--ref-trees", metavar="FILE", help="trees of the references in CoNLL-U, instead of parsing"
    )
    group.add_argument(
        "--hyp-trees", nargs="+", metavar="FILE", help="trees of the outputs, a file a system"
    )


def add_parsing_options(group: argparse._ActionsContainer) -> None:
    """Adds the options that choose a parser and where parses are kept."""
    add_parser_choice(group)
    where = group.add_mutually_exclusive_group()
    where.add_argument(
        "--cache", metavar="DIR", help="where parses are kept (default: the user's cache folder)"
    )
    where.add_argument("--no-cache", action="store_true", help="do not keep parses")


def add_parser_choice(group: argparse._ActionsContainer) -> None:
    """Adds the options that choose a parser."""
    group.add_argument(
        "--parser",
        metavar="NAME",
        help="english (default), spacy:MODEL, stanza:LANG or udpipe:FILE",
    )
    group.add_argument(
        "-j", "--processes", type=int, default=1, metavar="N", help="processes that parse"
    )


def parsing_of(arguments: argparse.Namespace) -> Parsing:
    """What the options say."""
    from hyperbaton.parsing import DEFAULT, Parsing
    from hyperbaton.parsing.cache import default_folder

    cache = None if arguments.no_cache else arguments.cache or str(default_folder())
    return Parsing(arguments.parser or DEFAULT, cache, arguments.processes)


def read_given_trees(
    arguments: argparse.Namespace, references: References, systems: Sequence[str]
) -> dict[str, GivenTrees]:
    """The trees of every system, by name; those of the references become a setting.

    Nothing happens where no file was given.

    Raises:
        OptionError: files are given for references or outputs alone, or not one for each output.
        InputError: a file cannot be read, or does not have a tree for every segment.
    """
    from hyperbaton.errors import OptionError

    if not arguments.ref_trees and not arguments.hyp_trees:
        return {}
    if not arguments.ref_trees or not arguments.hyp_trees:
        missing = "hyp" if arguments.ref_trees else "ref"
        raise OptionError(f"trees that are given also need --{missing}-trees")
    if len(arguments.hyp_trees) != len(systems):
        raise OptionError(
            f"--hyp-trees: {len(arguments.hyp_trees)} for {len(systems)} outputs; each output "
            "needs one, in the same order"
        )
    if references.groups[-1] != len(references):
        raise OptionError("--ref-trees: is for one reference a segment; give one reference")
    references.add_setting(_read(arguments.ref_trees, len(references)))
    return {
        name: _read(file, len(references))
        for name, file in zip(systems, arguments.hyp_trees, strict=True)
    }


def _read(file: str, segments: int) -> GivenTrees:
    from hyperbaton.parsing import GivenTrees
    from hyperbaton.trees import read_segment_trees

    return GivenTrees(tuple(read_segment_trees(file, segments)))
