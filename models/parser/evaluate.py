"""Measures a parser on a treebank: how many words get the right head, and how fast.

UAS is the share of words with the right head, LAS of those with the right relation as well (the
universal one, `nmod` of `nmod:poss`), `full` of those with the right subtype too, UPOS of words
with the right part of speech. With gold words each word of the treebank is one of the parser. From
raw text the words differ; those that cover the same characters are the same, and each figure is the
F1 over the words of both. All this is as in the CoNLL 2018 shared task (Zeman et al. 2018),
punctuation included, but that sentences are given.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Sequence
from itertools import accumulate, pairwise
from typing import NamedTuple

from hyperbaton.parsing import Parser, as_parser, parse
from hyperbaton.text.segments import Sentences
from hyperbaton.text.tokenizers import load_tokenizer
from hyperbaton.text.treebank_words import split_word
from hyperbaton.trees import DependencyTree, read_sentences

BATCH = 200  # sentences

Span = tuple[int, int]  # the characters of a word, blanks not counted


class Accuracy(NamedTuple):
    """Shares of words, from 0 to 1."""

    words: float
    uas: float
    las: float
    full: float
    upos: float


def evaluate(gold: Sequence[DependencyTree], parsed: Sequence[DependencyTree]) -> Accuracy:
    """F1 of words, heads, heads with relations, the same with subtypes, and parts of speech."""
    counts = [0] * len(Accuracy._fields)
    for expected, actual in zip(gold, parsed, strict=True):
        right = _facts(expected)
        for span, (head, relation, tag) in _facts(actual).items():
            if span in right:
                right_head, right_relation, right_tag = right[span]
                same_head = head == right_head
                counts[0] += 1
                counts[1] += same_head
                counts[2] += same_head and _universal(relation) == _universal(right_relation)
                counts[3] += same_head and relation == right_relation
                counts[4] += tag == right_tag
    total = sum(map(len, gold)) + sum(map(len, parsed))
    return Accuracy(*(2 * count / total for count in counts))


def _universal(relation: str) -> str:
    return relation.partition(":")[0]


def _facts(tree: DependencyTree) -> dict[Span, tuple[Span, str, str]]:
    """Where each word stands: where its head stands, its relation and part of speech."""
    ends = list(accumulate(map(len, tree.words), initial=0))
    spans = [(0, 0), *pairwise(ends)]
    heads = (spans[head] for head in tree.heads)
    return dict(zip(spans[1:], zip(heads, tree.deprels, tree.upos, strict=True), strict=True))


def trees_of(parser: Parser, segments: Sequence[Sequence[str]]) -> list[DependencyTree]:
    """One tree per segment, with several roots where the parser saw several sentences."""
    batches = (segments[begin : begin + BATCH] for begin in range(0, len(segments), BATCH))
    return [tree for batch in batches for tree in parse(Sentences.of(batch), parser).joined]


def main() -> None:
    """Prints a table."""
    arguments = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    arguments.add_argument("treebank", help="a CoNLL-U file, which may be .gz")
    arguments.add_argument(
        "--parser", nargs="+", default=["english"], help="such as trained(file=MODEL)"
    )
    options = arguments.parse_args()
    sentences = list(read_sentences(options.treebank))
    gold = [sentence.tree for sentence in sentences]
    texts = [sentence.comment("text") or "" for sentence in sentences]
    inputs: dict[str, list[Sequence[str]]] = {
        "gold words": [tree.words for tree in gold],
        **{
            f"raw text, {name}": [
                [part for word in load_tokenizer(name)(text) for part in split_word(word)]
                for text in texts
            ]
            for name in ("ewt", "unicode")
        },
    }
    print(f"{'':18}{'words':>8}{'UAS':>8}{'LAS':>8}{'full':>8}{'UPOS':>8}{'words/s':>10}")
    for written in options.parser:
        parser = as_parser(written)
        print(written, parser.loaded.version)
        for name, segments in inputs.items():
            begin = time.process_time()
            trees = trees_of(parser, segments)
            speed = sum(map(len, segments)) / (time.process_time() - begin)
            cells = "".join(f"{100 * value:8.2f}" for value in evaluate(gold, trees))
            print(f"{name:18}{cells}{speed:10,.0f}")


if __name__ == "__main__":
    main()
