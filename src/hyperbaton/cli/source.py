"""`hyperbaton source`: how translations reorder their source, from word alignments."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence

import numpy as np

from hyperbaton import checks
from hyperbaton.bitext import (
    METHODS,
    WordAlignments,
    against_reference,
    align_sentences,
    measurements,
    read_alignments,
    relative,
    source_orders,
    symmetrize,
)
from hyperbaton.bitext.reading import words_between_blanks
from hyperbaton.bitext.reordering import UNDEFINED
from hyperbaton.bitext.report import Column, ReorderingReport, SystemMeasures
from hyperbaton.bitext.symmetrization import DEFAULT_METHOD
from hyperbaton.checks import as_choice
from hyperbaton.cli.options import option, shared, write_output
from hyperbaton.errors import OptionError
from hyperbaton.resources import resolve_threads
from hyperbaton.scoring.permutations import score_permutations
from hyperbaton.text.reading import read_segments, read_systems
from hyperbaton.text.tokenizers import load_tokenizer

Sentences = Sequence[Sequence[str]]

# Options that mean something only with one of others.
NEEDED = (
    ("symmetrize", ("reverse_alignment", "ref_reverse_alignment")),
    ("reverse_alignment", ("alignment",)),
    ("ref_alignment", ("alignment",)),
    ("ref_reverse_alignment", ("ref_alignment",)),
    ("ref_reverse_alignment", ("reference",)),
)
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
  hyperbaton source src.txt -i a.txt --alignment fwd.align --reverse-alignment rev.align \\
      --symmetrize grow-diag-final-and
  hyperbaton source src.txt -i a.txt --alignment a.align \\
      --reference ref.txt --ref-alignment ref.align --segments --format tsv
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the arguments of the command."""
    option(parser, "source SRC", "the source, one segment per line")
    shared(parser, "input")
    text = "links of source and output, one file per system"
    option(parser, "--alignment FILE+", text, otherwise="made here")
    text = "the same links, made in the opposite direction but also written source first"
    option(parser, "--reverse-alignment FILE+", text)
    option(parser, "--reference --ref REF", "a reference translation")
    option(parser, "--ref-alignment FILE", "links of source and reference")
    text = "the same, made in the opposite direction"
    option(parser, "--ref-reverse-alignment FILE", text)
    shared(parser, "symmetrize")
    shared(parser, "base", text="where positions count from", otherwise="0; in gold files 1")
    option(parser, "--sure", "leave out possible links")
    text = "how text is split into the words that are linked"
    option(parser, "--tokenize NAME", text, otherwise="at spaces")
    text = "words the translator stays behind the source"
    option(parser, "-k --anticipation N+", text, range=checks.BEHIND, default=[3], otherwise="3")
    option(parser, "--segments", "also print every segment's values")
    option(parser, "--format", "how to print", choices=("text", "json", "tsv"), default="text")
    shared(parser, "output", "threads", "quiet")


def run(arguments: argparse.Namespace) -> None:
    """Reads, aligns what is not linked yet, measures and prints."""
    _check_options(arguments)
    arguments.threads = resolve_threads(arguments.threads)
    source = _words(read_segments(arguments.source), arguments)
    outputs = {
        name: _words(texts, arguments)
        for name, texts in read_systems(arguments.input, len(source), arguments.source).items()
    }
    reference = None
    if arguments.reference:
        (texts,) = read_systems([arguments.reference], len(source), arguments.source).values()
        reference = _words(texts, arguments)
    if arguments.alignment:
        links, of_reference = _read_links(source, outputs, reference, arguments)
    else:
        links, of_reference = _learned_links(source, outputs, reference, arguments)
    measured = [_measure(*each, of_reference, arguments) for each in links.items()]
    report = ReorderingReport(tuple(measured))
    written: dict[str, Callable[..., str]] = {
        "text": report.to_text,
        "tsv": report.to_tsv,
        "json": report.to_json,
    }
    text = written[arguments.format](segments=arguments.segments)
    write_output(text, arguments.output)


def _check_options(arguments: argparse.Namespace) -> None:
    systems = len(arguments.input)
    for name in ("alignment", "reverse_alignment"):
        files = getattr(arguments, name)
        if files is not None and len(files) != systems:
            raise OptionError(
                f"{_dashed(name)}: {len(files)} for {systems} outputs; each output needs one, in "
                "the same order"
            )
    if arguments.alignment and arguments.reference and not arguments.ref_alignment:
        raise OptionError("--reference needs --ref-alignment where --alignment is given")
    if arguments.symmetrize is not None:
        as_choice(arguments.symmetrize, METHODS, "--symmetrize")
    for name, needed in NEEDED:
        if getattr(arguments, name) and not any(getattr(arguments, other) for other in needed):
            raise OptionError(f"{_dashed(name)} needs {' or '.join(map(_dashed, needed))}")


def _dashed(name: str) -> str:
    return f"--{name.replace('_', '-')}"


def _words(texts: Sequence[str], arguments: argparse.Namespace) -> Sentences:
    chosen = arguments.tokenize or (None if arguments.alignment else "unicode")
    return list(map(load_tokenizer(chosen) if chosen else words_between_blanks, texts))


def _learned_links(
    source: Sentences,
    outputs: dict[str, Sentences],
    reference: Sentences | None,
    arguments: argparse.Namespace,
) -> tuple[dict[str, WordAlignments], WordAlignments | None]:
    """The links of all translations, learned together."""
    sides = [*outputs.values(), *([reference] if reference else [])]
    learned = align_sentences(
        list(source) * len(sides),
        [words for side in sides for words in side],
        threads=arguments.threads,
    )
    of_sides = list(map(learned.chosen, np.arange(len(learned)).reshape(len(sides), -1)))
    links = dict(zip(outputs, of_sides, strict=False))
    return links, of_sides[-1] if reference else None


def _read_links(
    source: Sentences,
    outputs: dict[str, Sentences],
    reference: Sentences | None,
    arguments: argparse.Namespace,
) -> tuple[dict[str, WordAlignments], WordAlignments | None]:
    """The links of every output in one file or, made in opposite directions, in two."""
    reverse = arguments.reverse_alignment or [None] * len(outputs)
    links = {
        name: _symmetrized(source, words, [forward, backward], arguments)
        for (name, words), forward, backward in zip(
            outputs.items(), arguments.alignment, reverse, strict=True
        )
    }
    if not arguments.ref_alignment:
        return links, None
    files = [arguments.ref_alignment, arguments.ref_reverse_alignment]
    return links, _symmetrized(source, reference, files, arguments)


def _symmetrized(
    source: Sentences,
    target: Sentences | None,
    files: Sequence[str | None],
    arguments: argparse.Namespace,
) -> WordAlignments:
    method = arguments.symmetrize or DEFAULT_METHOD
    alignments, *others = (_read(file, source, target, arguments) for file in files if file)
    for opposite in others:
        alignments = symmetrize(alignments, opposite, method, threads=arguments.threads)
    return alignments


def _read(
    file: str, source: Sentences, target: Sentences | None, arguments: argparse.Namespace
) -> WordAlignments:
    lengths = list(map(len, source)), None if target is None else list(map(len, target))
    alignments = read_alignments(file, *lengths, base=arguments.base)
    if not arguments.quiet and arguments.base is None:
        _warn_of_base(alignments, file)
    return alignments.sure_only() if arguments.sure else alignments


def _warn_of_base(alignments: WordAlignments, file: str) -> None:
    """Speaks up where links fit but may be off by one: no first word has a link."""
    if len(alignments.source) and alignments.source.all() and alignments.target.all():
        print(
            f"hyperbaton: {file}: no link leads to position 0; if positions count from 1, "
            "say --base 1",
            file=sys.stderr,
        )


def _measure(
    name: str,
    alignments: WordAlignments,
    reference: WordAlignments | None,
    arguments: argparse.Namespace,
) -> SystemMeasures:
    found = measurements(alignments, anticipated=arguments.anticipation, threads=arguments.threads)
    unlinked = int((alignments.link_counts == 0).sum())
    if unlinked and not arguments.quiet:
        total = len(alignments)
        print(
            f"hyperbaton: {name}: not defined for {unlinked} of {total} segments: {UNDEFINED}",
            file=sys.stderr,
        )
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
