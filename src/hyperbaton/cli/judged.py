"""Options of all commands that read human judgements and score the systems they are about."""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from hyperbaton.cli.options import (
    add_alignment_options,
    add_text_options,
    notify,
    option,
    preparation_of,
    shared,
    write_output,
)
from hyperbaton.errors import OptionError
from hyperbaton.meta import DataOptions, GivenFiles, JudgedSet, Omissions, Scoring
from hyperbaton.meta.judged_sets import human_scores

LAYOUT = """\
  references/LP.NAME.txt           references, one segment per line
  system-outputs/LP/SYSTEM.txt     one output file per system
  rankings/LP.pairs.tsv            judgements: pairwise preferences,
  rankings/LP.judgments.csv        WMT's rankings,
  human-scores/LP.NAME.seg.score   scores,
  human-scores/LP.NAME.tsv         or ratings by judges
"""
GIVEN = ("links", "source_alignments", "trees")


def add_data_options(parser: argparse.ArgumentParser) -> None:
    """Adds the options that choose judgements, systems and references."""
    group = parser.add_argument_group("data", "what to read from the folder of the test set")
    shared(group, "lp")
    option(
        group,
        "--human FILE",
        "judgements: a file, with {lp} for the language pair, or NAME of "
        "human-scores/LP.NAME.seg.score or .tsv",
        otherwise="what the folder has",
    )
    text = "columns of scores in a table of ratings; several are summed"
    option(group, "--score-columns NAME+", text, default=[], otherwise="score")
    text = "give each judge's scores mean 0 and variance 1, in each column"
    option(group, "--normalize-judges", text)
    option(group, "--references NAME+", "references to use", otherwise="all")
    text = "keep references among the outputs as systems, but for those scored against"
    option(group, "--include-human", text)
    option(group, "--exclude SYSTEM+", "systems to leave out; * is any text", default=[])
    text = "how to treat blank lines in outputs"
    option(group, "--blank", text, choices=("missing", "empty"), default="missing")
    shared(group, "skip-missing")


def add_scoring_options(
    parser: argparse.ArgumentParser, preparation: str = "each metric's own"
) -> None:
    """Adds the options that say how text becomes scores; `preparation` is that of text without."""
    add_text_options(parser, preparation)
    add_alignment_options(parser, "the target side of each language pair")
    given = parser.add_argument_group(
        "given links and trees", "files with the outputs, in place of aligner and parser"
    )
    option(
        given,
        "--links DIR?",
        "use DIR/links/LP/SYSTEM.REF.align (DIR: the folder of the test set)",
        const="",
    )
    option(
        given,
        "--source-alignments DIR?",
        "use DIR/source-alignments/LP/systems/SYSTEM.align and references/REF.align, with "
        "sources/LP.txt of the test set: word order is then that of the source words",
        const="",
    )
    text = "use DIR/trees/LP/systems/SYSTEM.conllu and references/REF.conllu"
    option(given, "--trees DIR?", text, const="")
    shared(
        parser.add_argument_group("parsing", "for dted; see 'hyperbaton docs parsing'"), "parser"
    )


def data_options(arguments: argparse.Namespace) -> DataOptions:
    """What to read from the folders of test sets, from the command line."""
    return DataOptions(
        arguments.human,
        arguments.normalize_judges,
        tuple(arguments.references) if arguments.references else None,
        tuple(arguments.exclude),
        arguments.include_human,
        arguments.blank,
        given_files(arguments),
        tuple(arguments.score_columns),
    )


def given_files(arguments: argparse.Namespace) -> GivenFiles:
    """Which links and trees to use in place of aligner and parser.

    Raises:
        OptionError: an option says how to make what another one gives.
    """
    folders = {name: getattr(arguments, name) for name in GIVEN}
    for name, made_by in (("links", ("aligner", "matchers")), ("trees", ("parser",))):
        for made in made_by:
            if folders[name] is not None and getattr(arguments, made) is not None:
                raise OptionError(f"--{name} and --{made} are mutually exclusive")
    return GivenFiles(**folders)


def scoring_of(
    arguments: argparse.Namespace, scores: tuple[str, ...] = (), errors: tuple[str, ...] = ()
) -> Scoring:
    """Returns which scores to compute, and how, from the command line."""
    metrics, preparation = tuple(arguments.metrics), preparation_of(arguments)
    return Scoring(metrics, scores, errors, preparation, arguments.threads)


def report_data(sets: Sequence[JudgedSet], arguments: argparse.Namespace) -> None:
    """Says on standard error which judgements were taken, and which references were left out."""
    for judged in sets:
        data = judged.data
        if human := sorted(data.left_out & data.human):
            others = set(human) - set(data.reference_names)
            hint = "; keep other references with --include-human" if others else ""
            text = f"{data.pair}: left out of the systems, as a human reference: {', '.join(human)}"
            notify(arguments, f"{text}{hint}")
        scores = human_scores(judged.data)
        taken = arguments.human is None and judged.judgements.scores is None
        if taken and scores:
            chosen = f"choose scores with --human {' or '.join(scores)}"
            notify(arguments, f"{judged.pair}: using rankings; {chosen}")


def write_result(text: str, omissions: Omissions, arguments: argparse.Namespace) -> None:
    """Writes a result, and says on standard error what was left out of it."""
    write_output(text, arguments.output)
    if omissions.counts:
        notify(arguments, f"left out {omissions}")
