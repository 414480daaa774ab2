"""`hyperbaton source`: how translations reorder their source, from word alignments."""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Sequence
from itertools import chain
from typing import Any, NamedTuple

import numpy as np

from hyperbaton import __version__, checks
from hyperbaton.bitext import (
    Measurement,
    WordAlignments,
    against_reference,
    align_sentences,
    measurements,
    profile,
    read_alignments,
    relative,
    source_orders,
    syntactic_cross,
    tree_distance,
)
from hyperbaton.bitext.reading import words_between_blanks
from hyperbaton.bitext.reordering import UNDEFINED
from hyperbaton.cli.options import check_one_each, notify, option, shared, write_output
from hyperbaton.errors import OptionError
from hyperbaton.metrics.base import Scores, Statistics
from hyperbaton.metrics.permutation_metric import Hamming, Kendall
from hyperbaton.parsing import parse_segments
from hyperbaton.permutation import PermutationBatch
from hyperbaton.resources import resolve_threads
from hyperbaton.scoring.resampling import paired_randomization
from hyperbaton.tables.layout import Rows, aligned, decimal, tab_separated
from hyperbaton.tables.tabular import or_none
from hyperbaton.text.reading import read_segments, read_systems
from hyperbaton.text.tokenizers import load_tokenizer
from hyperbaton.trees import TreeBatch, read_segment_trees

Sentences = Sequence[Sequence[str]]

DECIMALS = 4
COMPARED = (Hamming(), Kendall(), Kendall(sqrt=True))

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
  least lag        the fewest source words that a translator who never guesses can stay behind

With --reference the order of each output is also compared with the order of the reference: hamming
and kendall (Birch & Osborne 2010); literalness, the share of pairs of source words that the
reference reverses and the output does not; and gratuitousness, the share of pairs that the
reference leaves in order and the output reverses.

hyperbaton aligns the source with all translations together, unless you give files of links: one
line per segment with links such as '0-0 1-2', source position first. Possible links ('1?2', '1p2')
count unless you give --sure. Segments without links have no measures; their hamming and kendall
are 0.
"""
EPILOG = """\
examples:
  hyperbaton source src.txt -i a.txt b.txt --reference ref.txt --tokenize unicode
  hyperbaton source src.txt -i a.txt b.txt --alignment a.align b.align --base 1 -k 1 3 5
  hyperbaton source src.txt -i ref.txt a.txt b.txt --profile --paired
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the arguments of the command."""
    option(parser, "source SRC", "the source, one segment per line")
    shared(parser, "input")
    text = "links of source and output, one file per system"
    option(parser, "--alignment FILE+", text, otherwise="made here")
    option(parser, "--reference --ref REF", "a reference translation")
    option(parser, "--ref-alignment FILE", "links of source and reference")
    shared(parser, "base", text="the first position in links", otherwise="0")
    option(parser, "--sure", "leave out possible links")
    text = "how text is split into the words that are linked"
    option(parser, "--tokenize NAME", text, otherwise="at spaces")
    text = "trees of the source in CoNLL-U, with the words to link; adds SACr and ASTrED"
    option(parser, "--source-trees FILE", text)
    option(parser, "--trees FILE+", "trees of the outputs, one file per system")
    option(parser, "--parser PARSER", "parse the sides without trees, as in score")
    text = "words the translator stays behind the source"
    option(parser, "-k --anticipation N+", text, range=checks.BEHIND, default=[3], otherwise="3")
    option(parser, "--profile", "measure how far words move, by length, and by which swaps")
    option(parser, "--paired", "test each system against the first one by randomization")
    shared(parser, "samples", default=1000, otherwise="1000")
    shared(parser, "seed")
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
    if arguments.paired and len(arguments.input) < 2:
        raise OptionError("--paired tests systems against the first one: give at least two with -i")
    arguments.threads = resolve_threads(arguments.threads)
    source = _words(read_segments(arguments.source), arguments)
    count, named_by = len(source), arguments.source
    names = [*read_systems(arguments.input, count, named_by).items()]
    reference: list[Sentences | None] = [None] if of_reference else []
    if arguments.reference:
        (texts,) = read_systems([arguments.reference], count, named_by).values()
        reference = [_words(texts, arguments)]
    outputs = [_words(texts, arguments) for _, texts in names]
    trees: list[TreeBatch] = []  # of the source, then of each output
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
    order = source_orders(links[-1]) if reference else None
    systems: list[System] = []
    for k, ((name, _), alignments) in enumerate(zip(names, links, strict=False)):
        unlinked = int((alignments.link_counts == 0).sum())
        if unlinked:
            total = f"{unlinked} of {count} segments: {UNDEFINED}"
            notify(arguments, f"{name}: not defined for {total}")
        of_both = [trees[0], trees[k + 1]] if trees else []
        found = _measured(alignments, order, of_both, arguments)
        compared = zip(systems[0].measures, found, strict=True) if systems else ()
        p_values = [_p_value(*pair, arguments) for pair in compared if arguments.paired]
        systems.append(System(name, unlinked, found, p_values))
    write_output(_written(systems, arguments), arguments.output)


def _words(texts: Sequence[str], arguments: argparse.Namespace) -> Sentences:
    chosen = arguments.tokenize or (None if arguments.alignment else "unicode")
    return list(map(load_tokenizer(chosen) if chosen else words_between_blanks, texts))


def _trees(file: str | None, words: Sentences, arguments: argparse.Namespace) -> TreeBatch:
    if file:
        segments = read_segment_trees(file, len(words))
    elif arguments.parser:
        segments = parse_segments(words, arguments.parser, threads=arguments.threads)
    else:
        raise OptionError("trees of both sides are needed: --source-trees, --trees, or --parser")
    groups = np.cumsum([0, *map(len, segments)])
    return TreeBatch.of(chain.from_iterable(segments)).joined(groups)


def _learned(
    source: Sentences, sides: Sequence[Sentences], arguments: argparse.Namespace
) -> list[WordAlignments]:
    """The links of all translations, learned together."""
    words = [words for side in sides for words in side]
    learned = align_sentences(
        list(source) * len(sides),
        words,
        threads=arguments.threads,
    )
    return list(map(learned.chosen, np.arange(len(learned)).reshape(len(sides), -1)))


def _read(
    file: str, target: Sentences | None, source: Sentences, arguments: argparse.Namespace
) -> WordAlignments:
    lengths = list(map(len, source)), None if target is None else list(map(len, target))
    links = read_alignments(file, *lengths, base=arguments.base)
    # No first word has a link: they fit, but may be off by one.
    is_doubtful = len(links.source) and links.source.all() and links.target.all()
    if is_doubtful and arguments.base is None:
        unsure = "no link leads to position 0; if positions count from 1, add --base 1"
        notify(arguments, f"{file}: {unsure}")
    return links.sure_only() if arguments.sure else links


def _measured(
    alignments: WordAlignments,
    reference: PermutationBatch | None,
    trees: Sequence[TreeBatch],
    arguments: argparse.Namespace,
) -> tuple[Measurement, ...]:
    threads = arguments.threads
    if arguments.profile:
        return profile(alignments, threads=threads)
    found = measurements(alignments, anticipated=arguments.anticipation, threads=threads)
    if trees:
        for measure in (syntactic_cross, tree_distance):
            found = (*found, measure(alignments, *trees, threads=threads))
    if reference is None:
        return found
    orders = reference, source_orders(alignments)
    order = relative(*orders)
    compared = []
    for metric in COMPARED:
        scores = metric.permutation_scores(order, threads=threads)
        compared.append(Measurement(str(metric), scores, np.ones_like(scores)))
    return (*found, *against_reference(*orders, threads=threads), *compared)


def _p_value(baseline: Measurement, other: Measurement, arguments: argparse.Namespace) -> float:
    ours, theirs = (np.column_stack([each.parts, each.wholes]) for each in (baseline, other))
    return paired_randomization(_quotients, ours, theirs, arguments.samples, arguments.seed)


def _quotients(sums: Statistics) -> Scores:
    return Measurement("", sums[:, 0], sums[:, 1]).segments


# How results are written


class System(NamedTuple):
    """Measures of one system, and the p-value of each if there is a test."""

    name: str
    unlinked: int
    measures: tuple[Measurement, ...]
    p_values: list[float]


def _written(systems: Sequence[System], arguments: argparse.Namespace) -> str:
    if arguments.format == "json":
        records = [_record(system, arguments.segments) for system in systems]
        document = {"hyperbaton": __version__, "systems": records}
        return json.dumps(document, indent=1, ensure_ascii=False)
    write = repr if arguments.format == "tsv" else _rounded
    rows = [_measure_rows(systems, write)]
    if arguments.segments:
        rows.append(_segment_rows(systems, write))
    return tab_separated(rows[-1]) if arguments.format == "tsv" else "\n\n".join(map(aligned, rows))


def _rounded(value: float) -> str:
    return decimal(value, DECIMALS)


def _measure_rows(systems: Sequence[System], written: Callable[[float], str]) -> Rows:
    columns = [["measure", *(measure.name for measure in systems[0].measures)]]
    for system in systems:
        columns.append([system.name, *(written(measure.corpus) for measure in system.measures)])
        if system.p_values:
            columns.append(["p", *map(written, system.p_values)])
    return list(zip(*columns, strict=True))


def _segment_rows(systems: Sequence[System], written: Callable[[float], str]) -> Rows:
    rows = [["system", "segment", *(measure.name for measure in systems[0].measures)]]
    for system in systems:
        values = zip(*(measure.segments.tolist() for measure in system.measures), strict=True)
        for number, row in enumerate(values, start=1):
            rows.append([system.name, str(number), *map(written, row)])
    return rows


def _record(system: System, segments: bool) -> dict[str, Any]:
    measures: list[dict[str, Any]] = [
        {"measure": measure.name, "value": or_none(measure.corpus)} for measure in system.measures
    ]
    for record, p_value in zip(measures, system.p_values, strict=False):
        record["p_value"] = or_none(p_value)
    if segments:
        for record, measure in zip(measures, system.measures, strict=True):
            record["segments"] = list(map(or_none, measure.segments.tolist()))
    return {"name": system.name, "unlinked": system.unlinked, "measures": measures}
