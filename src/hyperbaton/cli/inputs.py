"""What is scored, and how its text is prepared: options of all commands that score or align text.

An aligner and a parser are values, written as metrics are. The short options that people type every
day stand for parts of these values.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Sequence
from dataclasses import fields, replace
from typing import TYPE_CHECKING, Any, NamedTuple

from hyperbaton import checks
from hyperbaton.alignment import ALIGNERS, WordAligner, as_aligner
from hyperbaton.alignment.aligner import WEIGHTS
from hyperbaton.alignment.languages import SNOWBALL
from hyperbaton.checks import shown
from hyperbaton.cli.options import option, shared
from hyperbaton.errors import OptionError
from hyperbaton.evidence import Output, Preparation, TestSet
from hyperbaton.evidence.preparation import TEXT_OPTIONS, preparation_of_given
from hyperbaton.files import cache_folder
from hyperbaton.resources import Resources
from hyperbaton.text.reading import read_reference_streams, read_segments, read_systems
from hyperbaton.text.tokenizers import have_unspaced_script

if TYPE_CHECKING:
    from hyperbaton.alignment.given import LinkStream
    from hyperbaton.bitext import LinkText
    from hyperbaton.parsing.parser import Trees

SHORT = ("matchers", "language")  # options that are parameters of the aligner
OVER_SOURCE = ("source", "alignment", "ref_alignment")

# How text is prepared


def add_text_options(
    parser: argparse._ActionsContainer, default: str = "each metric's own"
) -> None:
    """Adds the options that say how text is prepared; `default` is what happens without them."""
    for spec in TEXT_OPTIONS:
        flags = spec.metadata["flags"]
        group = parser.add_mutually_exclusive_group() if len(flags) > 1 else parser
        otherwise = "" if spec.metadata["otherwise"] is None else default
        for written, (text, value) in flags.items():
            accepted: dict[str, Any] = {"choices": spec.metadata["choices"] or ()}
            if value is not None:
                accepted = {"action": "store_const", "const": value}
            option(group, written, text, otherwise=otherwise, dest=spec.name, **accepted)


def add_alignment_options(parser: argparse.ArgumentParser, language: str = "en") -> None:
    """Adds the options that say how words are aligned; `language` is that without an option."""
    group = parser.add_argument_group("alignment", "how words are matched; see docs/alignment.md")
    option(
        group,
        "--aligner ALIGNER",
        "best (default), meteor or bigram, with parameters if you like: "
        "'meteor(matchers=exact+stem,paraphrases=FILE)'; 'hyperbaton metrics --aligners' explains",
    )
    text = f"{', '.join(WEIGHTS)}, joined by commas"
    option(group, "--matchers NAMES", text, otherwise="those the language has")
    option(group, "--language CODE", "language of the text", otherwise=language)
    text = "short for --aligner with just a name"
    option(group, "--search", text, choices=("best", "meteor", "bigram"), otherwise="best")


def add_parser_options(group: argparse._ActionsContainer) -> None:
    """Adds the options that say how text is parsed."""
    option(
        group,
        "--parser PARSER",
        "english (default), spacy(model=…), stanza(language=…) or udpipe(file=…); "
        "'hyperbaton metrics --parsers' explains",
    )
    text = "processes that parse"
    option(group, "-j --processes N", text, range=checks.PROCESSES, default=1)


def add_cache_options(group: argparse._ActionsContainer, what: str) -> None:
    """Adds the options that say where what was computed is kept."""
    where = group.add_mutually_exclusive_group()
    option(where, "--cache DIR", f"keep {what} in DIR", otherwise="the user's cache folder")
    option(where, "--no-cache", "do not use the cache")


def preparation_of(arguments: argparse.Namespace, base: Preparation | None = None) -> Preparation:
    """What the options say; what they leave open is as in `base`.

    Raises:
        OptionError: an option is not accepted.
        NotationError: an aligner or a parser is not written correctly.
    """
    preparation = base or Preparation()
    chosen = {
        name: value
        for name in (*(spec.name for spec in TEXT_OPTIONS), "parser")
        if (value := getattr(arguments, name, None)) is not None
    }
    aligner = _aligner(arguments, preparation.aligner)
    return replace(preparation, **chosen, language=None, aligner=aligner)


def _aligner(arguments: argparse.Namespace, base: WordAligner) -> WordAligner:
    """The aligner named, with the parameters that short options stand for."""
    written, search = getattr(arguments, "aligner", None), getattr(arguments, "search", None)
    if written and search:
        raise OptionError("--search is short for --aligner; give one of them")
    aligner = base
    name = written or search
    if name:
        named = as_aligner(name)
        aligner = base.converted_to(type(named)) if named == ALIGNERS[named.name]() else named
    _check_language(getattr(arguments, "language", None))
    given = {name: value for name in SHORT if (value := getattr(arguments, name, None)) is not None}
    for name in given.keys() - {spec.name for spec in fields(aligner)}:
        raise OptionError(
            f"--{name}: the aligner {aligner.name} has no {name}; best and meteor have"
        )
    return replace(aligner, **given)


def _check_language(language: str | None) -> None:
    """Refuses what is not a code of a language; with `english` fewer words would match."""
    if language is None or re.fullmatch(r"[a-z]{2,3}(?:[-_][A-Za-z0-9]{1,8})*", language):
        return
    codes = {name: code for code, name in SNOWBALL.items()}
    meant = codes.get(language.lower()) or (
        language.lower() if language.lower() in SNOWBALL else ""
    )
    hint = f"; did you mean {meant}?" if meant else ""
    raise OptionError(f"--language: expected a code such as de, got {shown(language)}{hint}")


def resources_of(arguments: argparse.Namespace) -> Resources:
    """What the run may use of the machine."""
    kept = None if arguments.no_cache else arguments.cache or str(cache_folder())
    return Resources(getattr(arguments, "threads", None), arguments.processes, kept)


# What is scored


def add_files_and_metrics(
    parser: argparse.ArgumentParser, defaults: Sequence[str], purpose: str = "metrics to compute"
) -> None:
    """Adds the files that are scored, and the metrics."""
    shared(parser, "references", "input")
    shared(parser, "metrics", text=purpose, otherwise=" ".join(defaults))


def add_given_options(parser: argparse.ArgumentParser) -> None:
    """Adds the options for links."""
    group = _add_links(parser)
    option(group, "--source SRC", "the source, one segment per line")
    option(
        group,
        "--alignment FILE+",
        "links of source and output, one file per system: word order is then that of the "
        "source words, as in Birch & Osborne 2010",
    )
    text = "links of source and reference, one file per reference file"
    option(group, "--ref-alignment FILE+", text)
    text = "where positions in links with the source count from"
    shared(group, "base", text=text, otherwise="0")


def add_links_and_source(parser: argparse.ArgumentParser) -> None:
    """Adds the options for links, and the source that is only shown."""
    _add_links(parser)
    option(parser, "--source SRC", "the source, to be shown with the outputs")
    parser.set_defaults(alignment=None, ref_alignment=None, base=None, source_is_shown=True)


def _add_links(parser: argparse.ArgumentParser) -> argparse._ArgumentGroup:
    group = parser.add_argument_group(
        "given links", "in place of an aligner; see docs/source_alignments.md for the files"
    )
    option(
        group,
        "--links FILE+",
        "links of output and reference, as hyperbaton align or METEOR's -writeAlignments "
        "writes them: one file per system, or per system and reference",
    )
    return group


def add_tree_options(parser: argparse.ArgumentParser, purpose: str) -> argparse._ArgumentGroup:
    """Adds the options for dependency trees, parsed or given."""
    trees = parser.add_argument_group("dependency trees", purpose)
    add_parser_options(trees)
    add_cache_options(trees, "parses")
    text = "trees of the references in CoNLL-U, one file per reference, in place of a parser"
    option(trees, "--ref-trees FILE+", text)
    option(trees, "--hyp-trees FILE+", "trees of the outputs, one file per system")
    return trees


class ReadFiles(NamedTuple):
    """The files that are scored, and how."""

    test_set: TestSet
    outputs: dict[str, Output]
    preparation: Preparation


def read_files(arguments: argparse.Namespace, metrics: Sequence[str]) -> ReadFiles:
    """Everything that the options name, with a notice of what they leave open.

    Args:
        arguments: those of the command.
        metrics: the metrics that are used where none was asked for.

    Raises:
        OptionError: options contradict each other, or there is not one file per system.
        InputError: a file cannot be read, or does not fit the others.
    """
    _check_together(arguments)
    preparation = preparation_of(arguments)
    test_set = _read_test_set(arguments)
    outputs = _read_outputs(arguments, test_set, preparation.language_code)
    preparation = preparation_of_given(preparation, test_set, outputs)
    if not arguments.quiet:
        _notify_of_choices(arguments, test_set, preparation, metrics)
    return ReadFiles(test_set, outputs, preparation)


def _read_test_set(arguments: argparse.Namespace) -> TestSet:
    """The references, with links and trees."""
    streams = read_reference_streams(arguments.references)
    segments = len(streams[0])
    links, trees = arguments.ref_alignment or [], arguments.ref_trees or []
    for name, files in (("--ref-alignment", links), ("--ref-trees", trees)):
        if files and len(files) != len(streams):
            raise OptionError(
                f"{name}: {len(files)} files for {len(streams)} references per segment; give one "
                "for each"
            )
    return TestSet(
        streams,
        source=read_segments(arguments.source) if arguments.source else None,
        source_links=_links_with_source(links, arguments.base),
        trees=_trees(trees, segments),
    )


def _read_outputs(
    arguments: argparse.Namespace, test_set: TestSet, language: str
) -> dict[str, Output]:
    """The outputs of every system, with links and trees."""
    systems = read_systems(arguments.input, len(test_set), arguments.references[0])
    source, trees = arguments.alignment, arguments.hyp_trees
    for name, files in (("--alignment", source), ("--hyp-trees", trees)):
        if files and len(files) != len(systems):
            raise OptionError(
                f"{name}: {len(files)} files for {len(systems)} outputs; each output needs one, in "
                "the same order"
            )
    links = _links(arguments, len(systems), language)
    source_links = _links_with_source(source or [], arguments.base)
    read = _trees(trees or [], len(test_set))
    return {
        name: Output(
            texts,
            links=links[k] if links else None,
            source_links=source_links[k] if source_links else None,
            trees=read[k] if read else None,
        )
        for k, (name, texts) in enumerate(systems.items())
    }


def _links_with_source(files: Sequence[str], base: int | None) -> list[LinkText] | None:
    if not files:
        return None
    from hyperbaton.bitext import LinkText

    return [LinkText.read(file, base) for file in files]


def _trees(files: Sequence[str], segments: int) -> list[Sequence[Trees]] | None:
    if not files:
        return None
    from hyperbaton.trees import read_segment_trees

    return [read_segment_trees(file, segments) for file in files]


def _links(
    arguments: argparse.Namespace, systems: int, language: str
) -> list[list[LinkStream]] | None:
    """For every system, the links with each stream of references."""
    files = arguments.links
    if not files:
        return None
    from hyperbaton.alignment.given import LinkStream

    if len(files) % systems:
        raise OptionError(
            f"--links: {len(files)} files for {systems} systems; give one per system, or one per "
            "system and reference file, system by system"
        )
    each = len(files) // systems
    streams = [LinkStream.read(file, language) for file in files]
    return [streams[k * each : (k + 1) * each] for k in range(systems)]


def _check_together(arguments: argparse.Namespace) -> None:
    given = [name for name in OVER_SOURCE if getattr(arguments, name)]
    missing = [name for name in OVER_SOURCE if name not in given]
    if given and missing and not getattr(arguments, "source_is_shown", False):
        names = ", ".join(f"--{name.replace('_', '-')}" for name in missing)
        raise OptionError(f"links with the source also need {names}")
    for name, files, made_by in (
        ("--links", arguments.links, ("aligner", "search", "matchers")),
        ("--hyp-trees", arguments.hyp_trees, ("parser",)),
    ):
        for made in made_by:
            if files and getattr(arguments, made):
                raise OptionError(f"--{made} and {name} are mutually exclusive")
    if bool(arguments.ref_trees) != bool(arguments.hyp_trees):
        lacking = "hyp" if arguments.ref_trees else "ref"
        raise OptionError(f"given trees also need --{lacking}-trees")


def _notify_of_choices(
    arguments: argparse.Namespace,
    test_set: TestSet,
    preparation: Preparation,
    metrics: Sequence[str],
) -> None:
    """Says on standard error what the user left open."""
    if not arguments.metrics:
        print(f"hyperbaton: no -m given, using {' '.join(metrics)}", file=sys.stderr)
    if preparation.text.tokenize == "unicode" and have_unspaced_script(test_set.flat_texts):
        print(
            "hyperbaton: text without spaces (Chinese, Japanese, Thai …) is split into characters; "
            "choose another way with --tokenize ja-mecab or zh",
            file=sys.stderr,
        )
