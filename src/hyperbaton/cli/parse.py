"""`hyperbaton parse`: text in, dependency trees out."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from typing import TYPE_CHECKING

from hyperbaton.cli.tree_options import add_parsing_options, parsing_of

if TYPE_CHECKING:
    from hyperbaton.parsing import Parser, Trees
    from hyperbaton.trees import Sentence

DESCRIPTION = """\
Parses text, one segment a line, and writes CoNLL-U. The words are those of the tokenizer, the same
that `hyperbaton score` takes; a parser never splits them its own way. Each segment is parsed by
itself. It may hold several sentences: the first of them is marked `# segment = N`; a segment of
no words has none, so that N tells where every tree belongs. A segment of more than 1000 words is
parsed in pieces of that length. What has been parsed is kept in a cache, so that a run that was
interrupted goes on where it stopped.
"""
EPILOG = """\
parsers:
  english       the bundled English parser (default)
  spacy:MODEL   a spaCy pipeline with a parser, installed or in a folder
  stanza:LANG   Stanza's pipeline of a language, such as stanza:de
  udpipe:FILE   a model file of UDPipe 1

examples:
  hyperbaton parse demo/en/reference.txt > reference.conllu
  echo 'She sang well.' | hyperbaton parse --no-cache
  hyperbaton parse out.de.txt --parser stanza:de --processes 2 -o out.de.conllu
"""


def add_parser(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Adds the command to the command line."""
    parser = commands.add_parser(
        "parse",
        help="parse text into dependency trees",
        description=DESCRIPTION,
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "file", nargs="?", default="-", metavar="FILE", help="input; '-' or none is stdin"
    )
    parser.add_argument(
        "--tokenize",
        default="unicode",
        metavar="NAME",
        help="unicode (default), none (words parted by spaces), 13a, intl, …",
    )
    add_parsing_options(parser)
    parser.add_argument("-o", "--output", metavar="FILE", help="write to FILE instead of stdout")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> None:
    """Reads, parses and prints."""
    from hyperbaton.cli.output import write_output
    from hyperbaton.text.reading import read_segments
    from hyperbaton.text.tokenizers import load_tokenizer
    from hyperbaton.trees.conllu import write_conllu

    tokenizer = load_tokenizer(arguments.tokenize)
    parsing = parsing_of(arguments)
    segments = [tokenizer(text) for text in read_segments(arguments.file)]
    sentences = _sentences(parsing.trees(segments), parsing.loaded, arguments.tokenize)
    write_output("".join(write_conllu(sentences)).removesuffix("\n"), arguments.output)


def _sentences(parses: list[Trees], parser: Parser, tokenizer: str) -> Iterator[Sentence]:
    """The trees with comments: where they belong and, once, what made them."""
    from hyperbaton.trees import Sentence

    comments = [f"# parser = {parser.name} {parser.version}", f"# tokenizer = {tokenizer}"]
    for number, trees in enumerate(parses, start=1):
        comments += [f"# segment = {number}"] if trees else []
        for tree in trees:
            yield Sentence(tree, (*comments, f"# text = {' '.join(tree.words)}"))
            comments = []
