"""`hyperbaton align`: which word of the reference a word of the hypothesis stands for."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from hyperbaton.cli.alignment_options import add_alignment_options, aligner_of
from hyperbaton.cli.text_options import add_text_options, preprocessing_of

if TYPE_CHECKING:
    from hyperbaton.alignment import Alignment, Alignments
    from hyperbaton.text.segments import References, Segments

DESCRIPTION = """\
Aligns the words of each hypothesis with those of its reference, one to one. Every segment gives one
line of links i-j in order: word i of the hypothesis, word j of the reference, counted from 0; an
empty line where nothing matches. JSON has one object a line, with words, matchers and weights, and
takes several references.
"""
EPILOG = """\
examples:
  hyperbaton align demo/en/reference.txt -i demo/en/calque.txt
  hyperbaton align ref.txt -i hyp.txt --matchers exact,stem --names --lowercase
  hyperbaton align ref.txt -i hyp.txt --summary
  hyperbaton align ref.de -i hyp.de --language de --format json -o links.jsonl
  hyperbaton align ref.txt -i hyp.txt --matchers exact,stem,synonym,paraphrase \\
      --paraphrases paraphrase-en.gz --search meteor
"""


def add_parser(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Adds the command to the command line."""
    parser = commands.add_parser(
        "align",
        help="align hypotheses with references",
        description=DESCRIPTION,
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("references", nargs="+", metavar="REF", help="reference files")
    parser.add_argument("-i", "--input", required=True, metavar="HYP", help="the output to align")
    add_text_options(parser)
    add_alignment_options(parser)
    parser.add_argument(
        "--format", choices=("pharaoh", "json"), default="pharaoh", help="default: pharaoh"
    )
    parser.add_argument("--names", action="store_true", help="links as i-j:matcher")
    parser.add_argument(
        "--summary", action="store_true", help="a table of what is covered instead of the links"
    )
    parser.add_argument("-o", "--output", metavar="FILE", help="write to FILE instead of stdout")
    parser.add_argument("--threads", type=int, metavar="N", help="default: all cores")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> None:
    """Reads, aligns and prints."""
    from hyperbaton.cli.alignment_summary import summary
    from hyperbaton.cli.output import write_lines, write_output
    from hyperbaton.runtime.progress import progress
    from hyperbaton.text.segments import Segments
    from hyperbaton.text.systems import read_systems, read_test_set

    aligner = aligner_of(arguments)
    references = read_test_set(arguments.references, preprocessing_of(arguments))
    if arguments.format == "pharaoh" and not arguments.summary:
        _check_single(references)
    (hypotheses,) = read_systems(
        [arguments.input], len(references), arguments.references[0]
    ).values()
    segments = Segments(hypotheses, references)
    alignments = aligner.align(segments, threads=arguments.threads)
    if arguments.summary:
        write_output(summary(segments, alignments), arguments.output)
        return
    lines = (
        (json.dumps(record, ensure_ascii=False) for record in _records(segments, alignments))
        if arguments.format == "json"
        else (_pharaoh(alignment, names=arguments.names) for alignment in alignments)
    )
    write_lines(progress(lines, "writing", "segments", len(segments)), arguments.output)


def _check_single(references: References) -> None:
    from hyperbaton.errors import OptionError

    counts = [len(group) for group in references.texts]
    if max(counts, default=1) > 1:
        number = next(k for k, count in enumerate(counts, start=1) if count > 1)
        raise OptionError(
            f"--format pharaoh has one line a segment, but segment {number} has "
            f"{counts[number - 1]} references; give one reference, or --format json"
        )


def _pharaoh(alignment: Alignment, *, names: bool) -> str:
    return " ".join(
        f"{link.hypothesis}-{link.reference}" + (f":{link.matcher}" if names else "")
        for link in alignment.links
    )


def _records(segments: Segments, alignments: Alignments) -> Iterator[dict[str, Any]]:
    groups = pairwise(segments.references.groups.tolist())
    for words, (begin, end) in zip(segments.tokens, groups, strict=True):
        yield {
            "hypothesis": words,
            "references": [
                _record(segments.references.tokens[r], alignments[r]) for r in range(begin, end)
            ],
        }


def _record(words: list[str], alignment: Alignment) -> dict[str, Any]:
    return {
        "words": words,
        "links": [link._asdict() for link in alignment.links],
        "chunks": alignment.chunks,
        "exact": alignment.exact,
    }
