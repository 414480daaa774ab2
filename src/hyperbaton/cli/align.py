"""`hyperbaton align`: which words belong together, in two texts or in a text and its source."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterable, Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np

from hyperbaton.alignment import Alignment
from hyperbaton.bitext import AlignmentModel, align_sentences
from hyperbaton.checks import each_once
from hyperbaton.cli.options import (
    add_alignment_options,
    add_text_options,
    as_option,
    in_language_of_text,
    notify,
    option,
    output_file,
    output_folder,
    preparation_of,
    shared,
    write_lines,
)
from hyperbaton.errors import OptionError
from hyperbaton.evidence import Evidence, Output, TestSet
from hyperbaton.files import make_folder
from hyperbaton.resources import progress
from hyperbaton.tables.layout import UNDEFINED, aligned
from hyperbaton.text.reading import read_reference_streams, read_segments, read_systems

DESCRIPTION = """\
Aligns the words of an output with the words of its reference, one to one. Prints one line of links
i-j per segment: word i of the output and word j of the reference, counted from 0; the line is empty
if nothing matches. With --format json each line is an object with words, matchers and weights, and
a segment may have several references.

With --source, the words of the source are aligned with the words of its translations: word i of the
source, word j of the translation. The aligner learns from the sentence pairs that it is given, so
all outputs and references are aligned together. If there are several, their links go to the folder
that -o names: systems/SYSTEM.align for SYSTEM.txt and references/REF.align for LP.REF.txt.
"""
EPILOG = """\
examples:
  hyperbaton align demo/en/reference.txt -i demo/en/calque.txt
  hyperbaton align ref.txt -i hyp.txt --matchers exact,stem --names --lowercase
  hyperbaton align ref.txt -i hyp.txt --aligner 'meteor(paraphrases=paraphrase-en.gz)'
  hyperbaton align --source src.txt -i hyp.txt -o hyp.align --save-model de-en.npz
  hyperbaton align --source wmt09/sources/de-en.txt wmt09/references/de-en.*.txt \\
      -i wmt09/system-outputs/de-en/*.txt -o links/source-alignments/de-en
'hyperbaton metrics --aligners' lists the aligners; for the source see
'hyperbaton docs source_alignments'.
"""
# Options that say how words of one language match, or how matches are written.
WITHOUT_SOURCE = ("aligner", "matchers", "language", "names", "summary")
WITH_SOURCE = ("model", "save_model", "fast", "confidences")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the arguments of the command."""
    option(
        parser,
        "references REF*",
        "reference files, also as --ref REF; one or more without --source",
    )
    text = "the output to align; with --source one or more"
    option(parser, "-i --input --hyp HYP+", text, required=True)
    add_text_options(parser)
    add_alignment_options(parser)
    source = parser.add_argument_group("alignment with the source")
    option(source, "--source SRC", "align this source, one segment per line, with translations")
    option(source, "--model FILE", "start from what an earlier run learned")
    option(source, "--save-model FILE", "keep what is learned, for --model")
    option(
        source, "--fast", "use two chains instead of up to eight: four times as fast, less exact"
    )
    option(source, "--confidences", "write links as i-j:confidence")
    shared(source, "seed")
    kinds = ("pharaoh", "json")
    option(parser, "--format", "how to print", choices=kinds, default="pharaoh")
    option(parser, "--names", "print links as i-j:matcher, soft ones with their similarity")
    option(parser, "--summary", "print how many words are linked, not the links")
    option(
        parser, "-o --output FILE", "write to FILE, or with --source a folder, instead of stdout"
    )
    shared(parser, "threads", "quiet")


def run(arguments: argparse.Namespace) -> None:
    """Reads, aligns and prints."""
    if arguments.source:
        _align_with_source(arguments)
    else:
        _align_with_references(arguments)


def _align_with_references(arguments: argparse.Namespace) -> None:
    if not arguments.references:
        raise OptionError("give a reference to align with, or the source with --source")
    for name in WITH_SOURCE:
        if getattr(arguments, name):
            raise OptionError(f"{as_option(name)} requires --source")
    if len(arguments.input) > 1:
        raise OptionError("-i with several files requires --source")
    output = arguments.output and output_file(arguments.output)
    test_set = TestSet(read_reference_streams(arguments.references))
    preparation = in_language_of_text(arguments, test_set)
    as_lines = arguments.format == "pharaoh" and not arguments.summary
    for number, group in enumerate(test_set.texts, start=1):
        if as_lines and len(group) > 1:
            raise OptionError(
                f"--format pharaoh has one line per segment, but segment {number} has "
                f"{len(group)} references; give one reference, or --format json"
            )
    (texts,) = read_systems(arguments.input, len(test_set), arguments.references[0]).values()
    evidence = Evidence(test_set, Output(texts), preparation, arguments.threads)
    if arguments.summary:
        lines: Iterable[str] = [_summary(evidence)]
    elif arguments.format == "json":
        lines = (json.dumps(record, ensure_ascii=False) for record in _records(evidence))
    elif arguments.names:
        lines = (" ".join(_named(_links(each, evidence))) for each in evidence.alignments)
    else:
        lines = (alignment.pharaoh for alignment in evidence.alignments)
    write_lines(progress(lines, "writing", "segments", len(evidence)), output)


def _summary(evidence: Evidence) -> str:
    """Writes links by matcher, and the shares of words that they cover."""
    alignments, segments = evidence.alignments, evidence.segments
    totals = [int(segments.lengths_by_reference.sum()), int(segments.references.lengths.sum())]
    counts = np.bincount(alignments.links[:, 2], minlength=len(alignments.matchers)).tolist()
    rows = [["matcher", "links", "of hypothesis", "of reference"]]
    for name, count in [*zip(alignments.matchers, counts, strict=True), ("all", sum(counts))]:
        rows.append([name, str(count), *(_share(count, total) for total in totals)])
    chunks, exact = int(alignments.chunks.sum()), int(alignments.exact.sum())
    return (
        f"{aligned(rows)}\n\n{len(alignments)} alignments in {chunks} chunks; "
        f"proven to be the best: {exact} ({_share(exact, len(alignments))})"
    )


def _share(part: int, whole: int) -> str:
    return f"{100.0 * part / whole:.2f} %" if whole else UNDEFINED


def _records(evidence: Evidence) -> Iterator[dict[str, Any]]:
    alignments, references = evidence.alignments, evidence.reference_tokens
    groups = pairwise(evidence.groups.tolist())
    for words, (begin, end) in zip(evidence.tokens, groups, strict=True):
        of_references = [
            {
                "words": list(references[r]),
                "links": _links(alignments[r], evidence),
                "chunks": alignments[r].chunks,
                "exact": alignments[r].exact,
            }
            for r in range(begin, end)
        ]
        yield {"hypothesis": list(words), "references": of_references}


def _links(alignment: Alignment, evidence: Evidence) -> list[dict[str, Any]]:
    """The links as plain values, soft ones with the similarity of their words."""
    weights, found = evidence.preparation.aligner.weights, []
    for link in alignment.links:
        weight = weights[link.matcher]
        similarity = {}
        if link.matcher == "soft" and weight > 0:
            similarity = {"similarity": round(link.weight / weight, 4)}
        found.append({**link._asdict(), **similarity})
    return found


def _named(links: Iterable[dict[str, Any]]) -> Iterator[str]:
    """Links as i-j:matcher, soft ones as i-j:soft:similarity."""
    for link in links:
        similarity = f":{link['similarity']:g}" if "similarity" in link else ""
        yield f"{link['hypothesis']}-{link['reference']}:{link['matcher']}{similarity}"


def _align_with_source(arguments: argparse.Namespace) -> None:
    """Aligns all translations in one go: the aligner learns from every pair it sees."""
    for name in WITHOUT_SOURCE:
        if getattr(arguments, name):
            raise OptionError(f"--source and --{name} are mutually exclusive")
    if arguments.format != "pharaoh":
        raise OptionError("--source: links are written in Pharaoh's format only")
    output, several = arguments.output, len(arguments.input) + len(arguments.references) > 1
    if several and not output:
        raise OptionError("several translations are aligned; name a folder for the links with -o")
    if output:
        (output_folder if several else output_file)(output)
    source, named_by = read_segments(arguments.source), arguments.source
    systems = read_systems(arguments.input, len(source), named_by)
    references = read_systems(arguments.references, len(source), named_by)
    short = each_once([name.rpartition(".")[2] for name in references], "references")
    files = [f"systems/{name}" for name in systems] + [f"references/{name}" for name in short]
    split = preparation_of(arguments).split
    texts = [*systems.values(), *references.values()]
    model = AlignmentModel.load(arguments.model) if arguments.model else AlignmentModel()
    links = align_sentences(
        list(map(split, source)) * len(texts),
        [split(text) for translation in texts for text in translation],
        model=model,
        seed=arguments.seed,
        fast=arguments.fast,
        threads=arguments.threads,
    )
    if arguments.save_model:
        model.save(arguments.save_model)
    lines = links.to_pharaoh(confidences=arguments.confidences)
    if not several:
        write_lines(lines, output)
        return
    for k, name in enumerate(files):
        path = Path(output, f"{name}.align")
        make_folder(path.parent)
        write_lines(lines[k * len(source) : (k + 1) * len(source)], str(path))
    notify(arguments, f"aligned {len(files)} translations")
