"""`hyperbaton parse`: text in, dependency trees out."""

from __future__ import annotations

import argparse
from collections.abc import Iterator

from hyperbaton.cli.options import (
    option,
    preparation_of,
    shared,
    write_output,
)
from hyperbaton.parsing import Trees, parse_segments
from hyperbaton.text.reading import read_segments
from hyperbaton.text.tokenizers import load_tokenizer
from hyperbaton.trees import Sentence
from hyperbaton.trees.conllu import write_conllu

DESCRIPTION = """\
Parses text with one segment per line and writes CoNLL-U. Words are split by the tokenizer, as in
'hyperbaton score', and never by the parser. A segment may hold several sentences; its first tree is
marked `# segment = N`, and a segment without words has no tree. Segments of more than 1000 words
are parsed in pieces.
"""
EPILOG = """\
examples:
  hyperbaton parse demo/en/reference.txt > reference.conllu
  echo 'She sang well.' | hyperbaton parse
  hyperbaton parse out.de.txt --parser 'stanza(language=de)' -o out.de.conllu
'hyperbaton metrics --parsers' lists the parsers.
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the arguments of the command."""
    option(parser, "file FILE?", "text to parse", default="-", otherwise="stdin")
    shared(parser, "tokenizer", "parser")
    shared(parser, "output", "threads", "quiet")


def run(arguments: argparse.Namespace) -> None:
    """Reads, parses and prints."""
    split = load_tokenizer(arguments.tokenize)
    parser = preparation_of(arguments).used_parser
    segments = [split(text) for text in read_segments(arguments.file)]
    parses = parse_segments(segments, parser, threads=arguments.threads)
    made_by = f"{parser} {parser.loaded.version}"
    sentences = _sentences(parses, made_by, arguments.tokenize)
    write_output("".join(write_conllu(sentences)).removesuffix("\n"), arguments.output)


def _sentences(parses: list[Trees], parser: str, tokenizer: str) -> Iterator[Sentence]:
    """The trees with comments: where they belong and, once, what made them."""
    comments = [f"# parser = {parser}", f"# tokenizer = {tokenizer}"]
    for number, trees in enumerate(parses, start=1):
        comments += [f"# segment = {number}"] if trees else []
        for tree in trees:
            yield Sentence(tree, (*comments, f"# text = {' '.join(tree.words)}"))
            comments = []
