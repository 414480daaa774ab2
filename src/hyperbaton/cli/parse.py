"""`hyperbaton parse`: text in, dependency trees out."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from typing import TYPE_CHECKING

from hyperbaton.cli.options.context import (
    add_cache_options,
    add_parser_options,
    context_of,
    resources_of,
)
from hyperbaton.cli.options.output import add_output_option, write_output

if TYPE_CHECKING:
    from hyperbaton.parsing import Trees
    from hyperbaton.trees import Sentence

NAME = "parse"
HELP = "parse text into dependency trees"
DESCRIPTION = """\
Parses text with one segment per line and writes CoNLL-U. The words are those of the tokenizer, as
in hyperbaton score; a parser never splits them its own way. Each segment is parsed by itself and
may hold several sentences: the first is marked `# segment = N`, so that N tells where every tree
belongs; a segment without words has no tree. A segment of more than 1000 words is parsed in pieces
of that length. Parses are kept in a cache, so that an interrupted run goes on where it stopped.
"""
EPILOG = """\
examples:
  hyperbaton parse demo/en/reference.txt > reference.conllu
  echo 'She sang well.' | hyperbaton parse --no-cache
  hyperbaton parse out.de.txt --parser 'stanza(language=de)' --processes 2 -o out.de.conllu
'hyperbaton metrics --parsers' lists the parsers.
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the arguments of the command."""
    parser.add_argument(
        "file", nargs="?", default="-", metavar="FILE", help="text to parse (default: stdin)"
    )
    parser.add_argument(
        "--tokenize",
        default="unicode",
        metavar="NAME",
        help="tokenizer: unicode, none (words between spaces), 13a, intl, … (default: unicode)",
    )
    add_parser_options(parser)
    add_cache_options(parser, "parses")
    add_output_option(parser)
    parser.add_argument("-q", "--quiet", action="store_true", help="print no notices on stderr")


def run(arguments: argparse.Namespace) -> None:
    """Reads, parses and prints."""
    from hyperbaton.parsing import ParseCache, parse_segments
    from hyperbaton.text.reading import read_segments
    from hyperbaton.text.tokenizers import load_tokenizer
    from hyperbaton.trees.conllu import write_conllu

    split = load_tokenizer(arguments.tokenize)
    parser, resources = context_of(arguments).parser, resources_of(arguments)
    segments = [split(text) for text in read_segments(arguments.file)]
    if resources.parse_cache is None:
        parses = parse_segments(segments, parser, processes=resources.processes)
    else:
        with ParseCache(resources.parse_cache) as cache:
            parses = parse_segments(segments, parser, cache=cache, processes=resources.processes)
    sentences = _sentences(parses, parser.identity, arguments.tokenize)
    write_output("".join(write_conllu(sentences)).removesuffix("\n"), arguments.output)


def _sentences(parses: list[Trees], parser: str, tokenizer: str) -> Iterator[Sentence]:
    """The trees with comments: where they belong and, once, what made them."""
    from hyperbaton.trees import Sentence

    comments = [f"# parser = {parser}", f"# tokenizer = {tokenizer}"]
    for number, trees in enumerate(parses, start=1):
        comments += [f"# segment = {number}"] if trees else []
        for tree in trees:
            yield Sentence(tree, (*comments, f"# text = {' '.join(tree.words)}"))
            comments = []
