"""`hyperbaton align`: which word of the reference a word of the hypothesis stands for."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from hyperbaton.cli.options.context import add_alignment_options, add_text_options, context_of
from hyperbaton.cli.options.numbers import add_threads
from hyperbaton.cli.options.output import add_output_option, write_lines, write_output

if TYPE_CHECKING:
    from hyperbaton.alignment import Alignment, Link
    from hyperbaton.evidence import Evidence, TestSet

NAME = "align"
HELP = "align hypotheses with references"
DESCRIPTION = """\
Aligns the words of each hypothesis with those of its reference, one to one. Every segment becomes
one line of links i-j in order: word i of the hypothesis, word j of the reference, counted from 0;
an empty line where nothing matches. With --format json every line is an object with words, matchers
and weights, and a segment may have several references.
"""
EPILOG = """\
examples:
  hyperbaton align demo/en/reference.txt -i demo/en/calque.txt
  hyperbaton align ref.txt -i hyp.txt --matchers exact,stem --names --lowercase
  hyperbaton align ref.txt -i hyp.txt --summary
  hyperbaton align ref.de -i hyp.de --language de --format json -o links.jsonl
  hyperbaton align ref.txt -i hyp.txt --aligner 'meteor(paraphrases=paraphrase-en.gz)'
'hyperbaton metrics --aligners' lists the aligners.
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the arguments of the command."""
    parser.add_argument("references", nargs="+", metavar="REF", help="one or more reference files")
    parser.add_argument("-i", "--input", required=True, metavar="HYP", help="the output to align")
    add_text_options(parser)
    add_alignment_options(parser)
    parser.add_argument(
        "--format",
        choices=("pharaoh", "json"),
        default="pharaoh",
        help="how to print (default: pharaoh)",
    )
    parser.add_argument(
        "--names",
        action="store_true",
        help="write links as i-j:matcher, soft ones with their similarity",
    )
    parser.add_argument(
        "--summary", action="store_true", help="print a table of what is covered, not the links"
    )
    add_output_option(parser)
    add_threads(parser)


def run(arguments: argparse.Namespace) -> None:
    """Reads, aligns and prints."""
    from hyperbaton.alignment.summary import summary
    from hyperbaton.evidence import Evidence, Output, TestSet
    from hyperbaton.resources import Resources, progress
    from hyperbaton.text.systems import read_reference_streams, read_systems

    context = context_of(arguments)
    test_set = TestSet(read_reference_streams(arguments.references))
    if arguments.format == "pharaoh" and not arguments.summary:
        _check_single(test_set)
    (texts,) = read_systems([arguments.input], len(test_set), arguments.references[0]).values()
    evidence = Evidence(test_set, Output(texts), context, Resources(arguments.threads))
    if arguments.summary:
        write_output(summary(evidence.segments, evidence.alignments), arguments.output)
        return
    lines = (
        (json.dumps(record, ensure_ascii=False) for record in _records(evidence))
        if arguments.format == "json"
        else (_pharaoh(alignment, evidence, arguments.names) for alignment in evidence.alignments)
    )
    write_lines(progress(lines, "writing", "segments", len(evidence)), arguments.output)


def _check_single(test_set: TestSet) -> None:
    from hyperbaton.errors import OptionError

    counts = [len(group) for group in test_set.texts]
    if max(counts, default=1) > 1:
        number = next(k for k, count in enumerate(counts, start=1) if count > 1)
        raise OptionError(
            f"--format pharaoh has one line per segment, but segment {number} has "
            f"{counts[number - 1]} references; give one reference, or --format json"
        )


def _pharaoh(alignment: Alignment, evidence: Evidence, names: bool) -> str:
    if not names:
        return alignment.pharaoh
    return " ".join(
        ":".join([f"{link.hypothesis}-{link.reference}", link.matcher, *_credit(link, evidence)])
        for link in alignment.links
    )


def _credit(link: Link, evidence: Evidence) -> list[str]:
    """The similarity of a soft match, as it is written behind its name."""
    similarity = _similarity(link, evidence)
    return [] if similarity is None else [f"{similarity:g}"]


def _similarity(link: Link, evidence: Evidence) -> float | None:
    """How similar the words of a soft match are; None of others, whose name says it all."""
    weight = evidence.context.aligner.weights[link.matcher]
    return round(link.weight / weight, 4) if link.matcher == "soft" and weight > 0 else None


def _records(evidence: Evidence) -> Iterator[dict[str, Any]]:
    alignments, references = evidence.alignments, evidence.reference_tokens
    groups = pairwise(evidence.groups.tolist())
    for words, (begin, end) in zip(evidence.tokens, groups, strict=True):
        yield {
            "hypothesis": list(words),
            "references": [
                _record(list(references[r]), alignments[r], evidence) for r in range(begin, end)
            ],
        }


def _record(words: list[str], alignment: Alignment, evidence: Evidence) -> dict[str, Any]:
    return {
        "words": words,
        "links": [_link(link, evidence) for link in alignment.links],
        "chunks": alignment.chunks,
        "exact": alignment.exact,
    }


def _link(link: Link, evidence: Evidence) -> dict[str, Any]:
    similarity = _similarity(link, evidence)
    return link._asdict() if similarity is None else {**link._asdict(), "similarity": similarity}
