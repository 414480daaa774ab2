"""`hyperbaton source`: how translations reorder their source, from word alignments."""

from __future__ import annotations

import argparse
from collections.abc import Sequence

import numpy as np

from hyperbaton import checks
from hyperbaton.bitext import (
    WordAlignments,
    against_reference,
    align_sentences,
    measurements,
    read_alignments,
    relative,
    source_orders,
    syntactic_cross,
    tree_distance,
)
from hyperbaton.bitext.reading import words_between_blanks
from hyperbaton.bitext.reordering import UNDEFINED
from hyperbaton.bitext.report import Column, ReorderingReport, SystemMeasures
from hyperbaton.cli.options import check_one_each, notify, option, shared, write_output
from hyperbaton.errors import OptionError
from hyperbaton.parsing import parse_segments
from hyperbaton.resources import resolve_threads
from hyperbaton.scoring.permutations import score_permutations
from hyperbaton.text.reading import read_segments, read_systems
from hyperbaton.text.tokenizers import load_tokenizer
from hyperbaton.trees import DependencyTree, read_segment_trees
from hyperbaton.trees.dependency import joined

Sentences = Sequence[Sequence[str]]
Trees = Sequence[DependencyTree]

COMPARED = ("hamming", "kendall", "kendall(sqrt=true)")

DESCRIPTION = """\
Measures how far the outputs of one or more systems reorder their source. No reference is needed:

  crossings        pairs of links that cross, per sentence
  crossings/link   the same, per link
  sequence cross   crossings of groups of words that are translated together, per sentence
  monotonicity     share of pairs of source words that keep their order
  distance         how many places a source word moves, on average
  anticipation     share of target words linked to a source word that a translator who stays k words
                   behind the source has not read yet
  SACr, ASTrED     how far the dependency trees of both sides agree (with --parser or given trees)
  least lag        how many source words a translator who never guesses stays behind at least

With --reference the order of each output is also compared with the order of the reference: hamming
and kendall (Birch & Osborne 2010); literalness, the share of pairs of source words that the
reference turns round and the output does not; and gratuitousness, the share of pairs that the
reference leaves in order and the output turns round.

hyperbaton aligns the source with all translations together, unless you give files of links: one
line per segment with links such as '0-0 1-2', source position first; or lines 'source ||| target
||| links'; or, as gold alignments do, lines 'segment source target S|P'. All may be compressed
(.gz). Possible links ('1?2', '1p2', P) count unless you give --sure. Segments without any link have
no measures; their hamming and kendall are 0.
"""
EPILOG = """\
examples:
  hyperbaton source src.txt -i a.txt b.txt --reference ref.txt --tokenize unicode
  hyperbaton source src.txt -i a.txt b.txt --alignment a.align b.align --base 1 -k 1 3 5
  hyperbaton source src.txt -i a.txt --source-trees src.conllu --trees a.conllu
  hyperbaton source src.txt -i a.txt --alignment a.align \\
      --reference ref.txt --ref-alignment ref.align --segments --format tsv
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the arguments of the command."""
    option(parser, "source SRC", "the source, one segment per line")
    shared(parser, "input")
    text = "links of source and output, one file per system"
    option(parser, "--alignment FILE+", text, otherwise="made here")
    option(parser, "--reference --ref REF", "a reference translation")
    option(parser, "--ref-alignment FILE", "links of source and reference")
    shared(parser, "base", text="where positions count from", otherwise="0; in gold files 1")
    option(parser, "--sure", "leave out possible links")
    text = "how text is split into the words that are linked"
    option(parser, "--tokenize NAME", text, otherwise="at spaces")
    text = "trees of the source in CoNLL-U, with the words to link; adds SACr and ASTrED"
    option(parser, "--source-trees FILE", text)
    option(parser, "--trees FILE+", "trees of the outputs, one file per system")
    option(parser, "--parser PARSER", "parse the sides without trees, as in score")
    text = "words the translator stays behind the source"
    option(parser, "-k --anticipation N+", text, range=checks.BEHIND, default=[3], otherwise="3")
    option(parser, "--segments", "also print every segment's values")
    option(parser, "--format", "how to print", choices=("text", "json", "tsv"), default="text")
    shared(parser, "output", "threads", "quiet")


def run(arguments: argparse.Namespace) -> None:
    """Reads, aligns what is not linked yet, measures and prints."""
    given, of_reference = arguments.alignment, arguments.ref_alignment
    check_one_each(len(arguments.input), "outputs", alignment=given, trees=arguments.trees)
    if of_reference and not given:
        raise OptionError("--ref-alignment requires --alignment")
    if given and arguments.reference and not of_reference:
        raise OptionError("--reference with --alignment requires --ref-alignment")
    arguments.threads = resolve_threads(arguments.threads)
    source = _words(read_segments(arguments.source), arguments)
    count, named_by = len(source), arguments.source
    names = [*read_systems(arguments.input, count, named_by).items()]
    reference: list[Sentences | None] = [None] if of_reference else []
    if arguments.reference:
        (texts,) = read_systems([arguments.reference], count, named_by).values()
        reference = [_words(texts, arguments)]
    outputs = [_words(texts, arguments) for _, texts in names]
    trees: list[Trees] = []  # of the source, then of each output
    if arguments.parser or arguments.source_trees or arguments.trees:
        files = [arguments.source_trees, *(arguments.trees or [None] * len(names))]
        parsed = zip(files, [source, *outputs], strict=True)
        trees = [_trees(*each, arguments) for each in parsed]
        words: list[Sentences] = [[tree.words for tree in side] for side in trees]
        source, *outputs = words
    sides = [*outputs, *reference]
    if given:
        files = [*given, *([of_reference] if of_reference else [])]
        links = [_read(*each, source, arguments) for each in zip(files, sides, strict=True)]
    else:
        links = _learned(source, [side for side in sides if side is not None], arguments)
    compared = links[-1] if reference else None
    report = ReorderingReport(
        tuple(
            _measure(name, found, compared, [*trees[:1], *trees[k : k + 1]], arguments)
            for k, ((name, _), found) in enumerate(zip(names, links, strict=False), start=1)
        )
    )
    text = getattr(report, f"to_{arguments.format}")(segments=arguments.segments)
    write_output(text, arguments.output)


def _words(texts: Sequence[str], arguments: argparse.Namespace) -> Sentences:
    chosen = arguments.tokenize or (None if arguments.alignment else "unicode")
    return list(map(load_tokenizer(chosen) if chosen else words_between_blanks, texts))


def _trees(file: str | None, words: Sentences, arguments: argparse.Namespace) -> Trees:
    if file:
        return list(map(joined, read_segment_trees(file, len(words))))
    if not arguments.parser:
        raise OptionError("trees of both sides are needed: --source-trees, --trees, or --parser")
    return list(map(joined, parse_segments(words, arguments.parser, threads=arguments.threads)))


def _learned(
    source: Sentences, sides: Sequence[Sentences], arguments: argparse.Namespace
) -> list[WordAlignments]:
    """The links of all translations, learned together."""
    words = [words for side in sides for words in side]
    learned = align_sentences(list(source) * len(sides), words, threads=arguments.threads)
    return list(map(learned.chosen, np.arange(len(learned)).reshape(len(sides), -1)))


def _read(
    file: str, target: Sentences | None, source: Sentences, arguments: argparse.Namespace
) -> WordAlignments:
    lengths = list(map(len, source)), None if target is None else list(map(len, target))
    links = read_alignments(file, *lengths, base=arguments.base)
    # No first word has a link: they fit, but may be off by one.
    is_doubtful = len(links.source) and links.source.all() and links.target.all()
    if is_doubtful and arguments.base is None:
        text = "no link leads to position 0; if positions count from 1, add --base 1"
        notify(arguments, f"{file}: {text}")
    return links.sure_only() if arguments.sure else links


def _measure(
    name: str,
    alignments: WordAlignments,
    reference: WordAlignments | None,
    trees: Sequence[Trees],
    arguments: argparse.Namespace,
) -> SystemMeasures:
    found = measurements(alignments, anticipated=arguments.anticipation, threads=arguments.threads)
    if trees:
        for measure in (syntactic_cross, tree_distance):
            found = (*found, measure(alignments, *trees, threads=arguments.threads))
    unlinked = int((alignments.link_counts == 0).sum())
    if unlinked:
        count = f"{unlinked} of {len(alignments)} segments"
        notify(arguments, f"{name}: not defined for {count}: {UNDEFINED}")
    columns = []
    if reference is not None:
        orders = source_orders(reference), source_orders(alignments)
        report = score_permutations(relative(*orders), COMPARED, threads=arguments.threads)
        columns = [
            Column(str(metric), average, scores)
            for metric, average, scores in zip(
                report.metrics, report.averages, report.scores.T.tolist(), strict=True
            )
        ]
        found = (*found, *against_reference(*orders, threads=arguments.threads))
    measured = [Column(m.name, m.corpus, m.segments.tolist()) for m in found]
    return SystemMeasures(name, unlinked, [*measured, *columns])
