"""How much of a DTED score is the parser's: agreement with people, and of parsers with each other.

    python tools/parser_spread.py DATA english prepositions flat 'spacy(model=FOLDER)'
    python tools/parser_spread.py --train-udpipe DATA/ud/en_ewt-ud-train.conllu.gz FILE

DATA has `wmt13/` and `wmt15/`. Besides parsers, `prepositions` is the trees of `english` turned so
that a preposition is the head of its noun, as in treebanks before Universal Dependencies, and
`flat` is no tree at all: each word hangs on the one before it.
"""

from __future__ import annotations

import argparse
import gzip
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

import numpy as np

from hyperbaton import Preparation
from hyperbaton.meta import JudgedSet, MetricScores, Protocol, evaluate, read_judged_sets
from hyperbaton.meta.scores import SystemScorer
from hyperbaton.metrics import as_metric
from hyperbaton.parsing import English, Parser, ParserModel, Parses, as_parser
from hyperbaton.tables.layout import markdown
from hyperbaton.text.segments import Sentences
from hyperbaton.trees import TreeBatch

SETS = (("wmt13", "de-en"), ("wmt15", "de-en"), ("wmt15", "ru-en"))
SEGMENTS = Protocol("segment", "tau-wmt14", test="none", samples=0)
SYSTEMS = Protocol("system", "pearson", test="none", samples=0)


@dataclass(frozen=True)
class PrepositionHeads(Parser):
    """The bundled parser's trees, with prepositions as the heads of their nouns."""

    name: ClassVar[str] = "prepositions"
    summary: ClassVar[str] = "trees of `english` with prepositions as heads"
    for_language: ClassVar[str | None] = "en"

    def load(self) -> ParserModel:
        """Loads the bundled model."""
        model = English().loaded

        def parse(segments: Sentences, threads: int) -> Parses:
            found = model.parse(segments, threads)
            return found._replace(sentences=turned(found.sentences))

        return ParserModel(f"{model.version}.1", parse)


def turned(trees: TreeBatch) -> TreeBatch:
    """A noun's first preposition takes its place, and it hangs on the preposition."""
    offsets, heads = trees.words.offsets, trees.heads
    begins = np.repeat(offsets[:-1], np.diff(offsets))
    is_case = trees.deprels.numbers == trees.deprels.names.index("case")
    nouns = begins + heads - 1
    before = is_case & (heads > 0) & (np.arange(len(heads)) < nouns) & ~is_case[nouns]
    prepositions = np.flatnonzero(before)
    moved, first = np.unique(nouns[prepositions], return_index=True)
    tops, others = prepositions[first], heads.copy()
    others[tops], others[moved] = heads[moved], tops - begins[tops] + 1
    return TreeBatch(trees.words, others, trees.deprels, trees.upos)


def scores_of(name: str, judged: Sequence[JudgedSet]) -> list[MetricScores]:
    """Scores of every set by DTED with a parser."""
    metric = as_metric("dted(flat=true)" if name == "flat" else "dted")
    own = {"flat": English(), "prepositions": PrepositionHeads()}
    preparation = Preparation(parser=own.get(name) or as_parser(name))
    found = []
    for each in judged:
        print(f"{name}: {each.data.pair}", file=sys.stderr, flush=True)
        found += SystemScorer(each.data, preparation).score([metric])
    return found


def with_people(judged: Sequence[JudgedSet], scores: dict[str, list[MetricScores]]) -> str:
    """A row per parser: taus of segments, and correlations of systems."""
    sets = [f"{name.upper()} {pair}" for name, pair in SETS]
    rows = [["parser", *(f"tau, {name}" for name in sets), *(f"r, {name}" for name in sets)]]
    for parser, found in scores.items():
        values = [
            evaluate(each.data.pair, each.judgements, [score], protocol).values[0]
            for protocol in (SEGMENTS, SYSTEMS)
            for each, score in zip(judged, found, strict=True)
        ]
        rows.append([parser, *(f"{value:.3f}" for value in values)])
    return markdown(rows)


def with_each_other(scores: dict[str, list[MetricScores]]) -> str:
    """Pearson's r of the scores of segments above the diagonal, of systems below it."""
    names = list(scores)
    rows = [["", *names]]
    for i, one in enumerate(names):
        cells = [one]
        for j, other in enumerate(names):
            of = "segments" if i < j else "system_scores"
            values = [
                correlation(getattr(a, of), getattr(b, of))
                for a, b in zip(scores[one], scores[other], strict=True)
            ]
            cells.append("" if i == j else f"{np.mean(values):.3f}")
        rows.append(cells)
    return markdown(rows)


def correlation(first: np.ndarray, second: np.ndarray) -> float:
    """Pearson's r where both are defined."""
    known = ~(np.isnan(first) | np.isnan(second))
    return float(np.corrcoef(first[known], second[known])[0, 1])


def otherwise_ordered(scores: dict[str, list[MetricScores]]) -> str:
    """How many pairs of systems each parser orders otherwise than the first."""
    first, *others = scores
    rows = [["parser", *(f"{name.upper()} {pair}" for name, pair in SETS)]]
    for name in others:
        cells = [name]
        for ours, theirs in zip(scores[first], scores[name], strict=True):
            a, b = (
                np.subtract.outer(each.system_scores, each.system_scores) for each in (ours, theirs)
            )
            pairs = len(a) * (len(a) - 1) // 2
            cells.append(f"{int((a * b < 0).sum()) // 2} of {pairs}")
        rows.append(cells)
    return markdown(rows)


def train_udpipe(treebank: str, file: str) -> None:
    """Trains a model of UDPipe 1 with its own trainer."""
    from ufal import udpipe

    reader = udpipe.InputFormat.newConlluInputFormat()
    with gzip.open(treebank, "rt", encoding="utf-8") as opened:
        reader.setText(opened.read())
    sentences, sentence = udpipe.Sentences(), udpipe.Sentence()
    while reader.nextSentence(sentence):
        sentences.push_back(sentence)
        sentence = udpipe.Sentence()
    error = udpipe.ProcessingError()
    unused = (
        f"{do}_{column}=0" for column in ("lemma", "xpostag", "feats") for do in ("use", "provide")
    )
    options = "iterations=8;embedding_xpostag=0;embedding_feats=0;embedding_form=50;batch_size=10"
    model = udpipe.Trainer.train(
        "morphodita_parsito",
        sentences,
        udpipe.Sentences(),
        udpipe.Trainer.NONE,
        ";".join(["models=1;iterations=5", *unused]),
        options,
        error,
    )
    if error.occurred():
        raise SystemExit(error.message)
    Path(file).write_bytes(model)


def main() -> None:
    """Prints three tables, or trains a model."""
    options = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    options.add_argument("data")
    options.add_argument("parsers", nargs="+")
    options.add_argument("--train-udpipe", action="store_true")
    chosen = options.parse_args()
    if chosen.train_udpipe:
        train_udpipe(chosen.data, chosen.parsers[0])
        return
    judged = [
        each for name, pair in SETS for each in read_judged_sets(f"{chosen.data}/{name}", [pair])
    ]
    scores = {name: scores_of(name, judged) for name in chosen.parsers}
    print("Agreement with people: tau of segments, and Pearson's r of systems.\n")
    print(with_people(judged, scores))
    print("\nAgreement of parsers, Pearson's r: segments above the diagonal, systems below.\n")
    print(with_each_other(scores))
    print(f"\nPairs of systems in another order than by `{chosen.parsers[0]}`.\n")
    print(otherwise_ordered(scores))


if __name__ == "__main__":
    main()
