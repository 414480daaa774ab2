"""What is read beside texts: links, links with the source, dependency trees."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from hyperbaton.cli.options.context import (
    add_cache_options,
    add_parser_options,
    context_of,
    notify_of_choices,
)
from hyperbaton.cli.options.numbers import add_base

if TYPE_CHECKING:
    from hyperbaton.alignment.given import LinkStream
    from hyperbaton.evidence import Output, Preparation, TestSet

SOURCE_OPTIONS = ("source", "alignment", "ref_alignment")


def add_given_options(parser: argparse.ArgumentParser) -> None:
    """Adds the options for links."""
    group = _add_links(parser)
    group.add_argument("--source", metavar="SRC", help="the source, one segment per line")
    group.add_argument(
        "--alignment",
        nargs="+",
        metavar="FILE",
        help="links of source and output, one file per system: word order is then that of the "
        "source words, as in Birch & Osborne 2010",
    )
    group.add_argument(
        "--ref-alignment",
        nargs="+",
        metavar="FILE",
        help="links of source and reference, one file per reference file",
    )
    add_base(group, "where positions in links with the source count from", "0")


def add_links_and_source(parser: argparse.ArgumentParser) -> None:
    """Adds the options for links, and the source that is only shown."""
    _add_links(parser)
    parser.add_argument("--source", metavar="SRC", help="the source, to be shown beside outputs")
    parser.set_defaults(alignment=None, ref_alignment=None, base=None, source_is_shown=True)


def _add_links(parser: argparse.ArgumentParser) -> argparse._ArgumentGroup:
    group = parser.add_argument_group(
        "given links", "in place of an aligner; see docs/source_alignments.md for the files"
    )
    group.add_argument(
        "--links",
        nargs="+",
        metavar="FILE",
        help="links of output and reference, as hyperbaton align or METEOR's -writeAlignments "
        "writes them: one file per system, or per system and reference",
    )
    return group


def add_tree_options(parser: argparse.ArgumentParser, purpose: str) -> argparse._ArgumentGroup:
    """Adds the options for dependency trees, parsed or given."""
    trees = parser.add_argument_group("dependency trees", purpose)
    add_parser_options(trees)
    add_cache_options(trees, "parses")
    trees.add_argument(
        "--ref-trees",
        nargs="+",
        metavar="FILE",
        help="trees of the references in CoNLL-U, one file per reference, in place of a parser",
    )
    trees.add_argument(
        "--hyp-trees", nargs="+", metavar="FILE", help="trees of the outputs, one file per system"
    )
    return trees


class ReadFiles(NamedTuple):
    """The files that are scored, and how."""

    test_set: TestSet
    outputs: dict[str, Output]
    context: Preparation


def read_files(arguments: argparse.Namespace, metrics: Sequence[str]) -> ReadFiles:
    """Everything that the options name, with a notice of what they leave open.

    Args:
        arguments: those of the command.
        metrics: the metrics that are used where none was asked for.

    Raises:
        OptionError: options contradict each other, or there is not one file per system.
        InputError: a file cannot be read, or does not fit the others.
    """
    from hyperbaton.evidence.preparation import preparation_of_given

    context = context_of(arguments)
    test_set = read_test_set(arguments)
    outputs = read_outputs(arguments, test_set, context.language_code)
    context = preparation_of_given(context, test_set, outputs)
    notify_of_choices(arguments, test_set, context, metrics)
    return ReadFiles(test_set, outputs, context)


def read_test_set(arguments: argparse.Namespace) -> TestSet:
    """The references, with what the options name beside them.

    Raises:
        OptionError: an option lacks another, or there is not one file per reference file.
        InputError: a file cannot be read, or does not fit the others.
    """
    from hyperbaton.bitext import LinkText
    from hyperbaton.evidence import TestSet
    from hyperbaton.text.reading import read_reference_streams, read_segments
    from hyperbaton.trees import read_segment_trees

    _check_together(arguments)
    streams = read_reference_streams(arguments.references)
    segments = len(streams[0])
    links = _one_per_stream(arguments.ref_alignment, len(streams), "--ref-alignment")
    trees = _one_per_stream(arguments.ref_trees, len(streams), "--ref-trees")
    return TestSet(
        streams,
        source=read_segments(arguments.source) if arguments.source else None,
        source_links=[LinkText.read(file, arguments.base) for file in links] if links else None,
        trees=[read_segment_trees(file, segments) for file in trees] if trees else None,
    )


def read_outputs(
    arguments: argparse.Namespace, test_set: TestSet, language: str
) -> dict[str, Output]:
    """The outputs of every system, with what the options name beside them.

    Raises:
        OptionError: there is not one file per system.
        InputError: a file cannot be read, or does not fit the others.
    """
    from hyperbaton.bitext import LinkText
    from hyperbaton.evidence import Output
    from hyperbaton.text.reading import read_systems
    from hyperbaton.trees import read_segment_trees

    systems = read_systems(arguments.input, len(test_set), arguments.references[0])
    number = len(systems)
    source = _one_per_system(arguments.alignment, number, "--alignment")
    trees = _one_per_system(arguments.hyp_trees, number, "--hyp-trees")
    links = _links(arguments, number, language)
    return {
        name: Output(
            texts,
            links=links[k] if links else None,
            source_links=LinkText.read(source[k], arguments.base) if source else None,
            trees=read_segment_trees(trees[k], len(test_set)) if trees else None,
        )
        for k, (name, texts) in enumerate(systems.items())
    }


def _links(
    arguments: argparse.Namespace, systems: int, language: str
) -> list[list[LinkStream]] | None:
    """For every system, the links with each stream of references."""
    from hyperbaton.alignment.given import LinkStream
    from hyperbaton.errors import OptionError

    files = arguments.links
    if not files:
        return None
    if len(files) % systems:
        raise OptionError(
            f"--links: {len(files)} files for {systems} systems; give one per system, or one per "
            "system and reference file, system by system"
        )
    each = len(files) // systems
    streams = [LinkStream.read(file, language) for file in files]
    return [streams[k * each : (k + 1) * each] for k in range(systems)]


def _check_together(arguments: argparse.Namespace) -> None:
    from hyperbaton.errors import OptionError

    given = [name for name in SOURCE_OPTIONS if getattr(arguments, name)]
    missing = [name for name in SOURCE_OPTIONS if name not in given]
    if given and missing and not getattr(arguments, "source_is_shown", False):
        names = ", ".join(f"--{name.replace('_', '-')}" for name in missing)
        raise OptionError(f"links with the source also need {names}")
    for name, files, options in (
        ("--links", arguments.links, ("aligner", "search", "matchers")),
        ("--hyp-trees", arguments.hyp_trees, ("parser",)),
    ):
        for option in options:
            if files and getattr(arguments, option):
                raise OptionError(f"--{option}: {name} takes its place; leave one of them out")
    if bool(arguments.ref_trees) != bool(arguments.hyp_trees):
        lacking = "hyp" if arguments.ref_trees else "ref"
        raise OptionError(f"given trees also need --{lacking}-trees")


def _one_per_stream(files: Sequence[str] | None, streams: int, option: str) -> Sequence[str] | None:
    from hyperbaton.errors import OptionError

    if files and len(files) != streams:
        raise OptionError(
            f"{option}: {len(files)} files for {streams} references per segment; give one for each"
        )
    return files or None


def _one_per_system(files: Sequence[str] | None, systems: int, option: str) -> Sequence[str] | None:
    from hyperbaton.errors import OptionError

    if files and len(files) != systems:
        raise OptionError(
            f"{option}: {len(files)} files for {systems} outputs; each output needs one, in the "
            "same order"
        )
    return files or None
