"""`hyperbaton reproduce`: the tables of a paper with ours."""

from __future__ import annotations

import argparse

from hyperbaton import checks
from hyperbaton.checks import each_once
from hyperbaton.cli.judged import (
    add_scoring_options,
    given_files,
    write_result,
)
from hyperbaton.cli.options import (
    option,
    output_folder,
    preparation_of,
    shared,
    write_output,
)
from hyperbaton.errors import OptionError
from hyperbaton.files import make_folder
from hyperbaton.meta import Omissions
from hyperbaton_papers import FORMATS, PAPERS, Paper, Reproduction, Setup, find_paper
from hyperbaton_papers.setup import MAX_WORDS

DESCRIPTION = """\
Repeats the evaluation of a paper on the language pairs whose data is present, and prints the
paper's figures next to ours, the difference, and what differs in method. Text is prepared and
aligned as in the paper unless options say otherwise.

  leusch-et-al-2003        wmt07*  sentences and systems, tables 1-4, figures 1-4, on other data;
                           wmt13   the same by ratios of wins
  birch-osborne-2010       wmt09   consistency, table 2, also on other years
  stanojevic-simaan-2014   wmt13   tau of segments, tables 1-5, figures 7 and 8
  mccaffery-nederhof-2016  wmt15   Pearson of systems, tables 3 and 4
  stanojevic-simaan-2016   wmt13   Spearman of systems, tables 1-3
"""
EPILOG = """\
examples:
  hyperbaton reproduce stanojevic-simaan-2016 --data demo/judged
  hyperbaton reproduce stanojevic-simaan-2014 --data DIR --lp de-en --figures out
  hyperbaton reproduce stanojevic-simaan-2014 --data DIR --aligner 'meteor(paraphrases=FILE)'
  hyperbaton reproduce mccaffery-nederhof-2016 --data DIR --format markdown
  hyperbaton reproduce birch-osborne-2010 --data DIR/wmt09 --source-alignments LINKS
See 'hyperbaton docs results' for what comes out.
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the arguments of the command."""
    option(parser, "paper PAPER", "authors and year, as listed above")
    text = "folder of a test set, or one that holds several: wmt09/, wmt13/, wmt15/ and others"
    option(parser, "--data DIR", text, required=True)
    shared(parser, "lp", required=False, otherwise="those of the paper that DIR has")
    text = "leave out segments with more words in any output or reference (leusch-et-al-2003)"
    option(parser, "--max-words N", text, range=MAX_WORDS, otherwise="50")
    shared(parser, "skip-missing")
    option(
        parser,
        "--human-ranking NAME",
        "people's scores of systems, in place of the paper's: win-ratio, expected-wins or "
        "ranking-score (mccaffery-nederhof-2016, stanojevic-simaan-2016)",
    )
    text = "resamples of the bootstrap, 0 for none"
    shared(parser, "samples", text=text, range=checks.RESAMPLES_OR_NONE)
    formats = ("text", "markdown", "json", "tsv")
    option(parser, "--format", "how to print", choices=formats, default="text")
    text = "write figures to DIR as .svg and .tsv (leusch-et-al-2003, stanojevic-simaan-2014)"
    option(parser, "--figures DIR", text, type=output_folder)
    add_scoring_options(parser, "the paper's")
    shared(parser, "seed", "threads", "output", "quiet")


def run(arguments: argparse.Namespace) -> None:
    """Repeats the evaluation and prints."""
    each_once(arguments.lp or (), "--lp")
    paper = find_paper(arguments.paper)
    setup = _setup(paper, arguments)
    if arguments.figures and not paper.has_figures:  # before anything is computed
        others = ", ".join(each.name for each in PAPERS.values() if each.has_figures)
        raise OptionError(f"--figures: this paper has no figures to draw; {others} have")
    result = paper.reproduce(setup)
    if arguments.figures:
        _write_figures(arguments.figures, result)
    write_result(FORMATS[arguments.format](result), setup.omissions, arguments)


def _setup(paper: Paper, arguments: argparse.Namespace) -> Setup:
    if arguments.human_ranking and not paper.ranks_systems:
        raise OptionError(f"--human-ranking: {paper.name} has no scores of systems by people")
    return Setup(
        arguments.data,
        preparation_of(arguments, base=paper.preparation),
        tuple(arguments.lp) if arguments.lp else None,
        given_files(arguments),
        arguments.threads,
        arguments.samples,
        arguments.seed,
        arguments.human_ranking,
        Omissions(skip=arguments.skip_missing),
        arguments.max_words,
    )


def _write_figures(folder: str, result: Reproduction) -> None:
    target = make_folder(folder)
    for figure in result.figures:
        for suffix, text in ((".svg", figure.to_svg()), (".tsv", figure.to_tsv())):
            write_output(text, str(target / f"{figure.id}{suffix}"))
