"""Numbers people already know: by default, bleu, chrf, chrf++ and ter are sacreBLEU's."""

from pathlib import Path

import pytest
import sacrebleu

import hyperbaton

DEMO = Path(__file__).parents[2] / "demo"
SYSTEMS = ("loom", "calque", "tangle")
METRICS = ("bleu", "chrf", "chrf++", "ter")
PEERS = {
    "bleu": sacrebleu.BLEU,
    "chrf": sacrebleu.CHRF,
    "chrf++": lambda: sacrebleu.CHRF(word_order=2),
    "ter": sacrebleu.TER,
}


def lines(path):
    return path.read_text(encoding="utf-8").split("\n")[:-1]


def peers(hypotheses, streams):
    return {name: make().corpus_score(hypotheses, streams).score for name, make in PEERS.items()}


def check(outputs, streams):
    report = hyperbaton.score(outputs, streams, METRICS)
    for name, hypotheses in outputs.items():
        for metric, expected in peers(hypotheses, streams).items():
            assert float(report[name][metric]) == pytest.approx(expected, abs=1e-11), metric


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("references", [1, 2])
def test_same_digits_on_the_bundled_corpus(language, references):
    names = ("reference.txt", "reference2.txt")[:references]
    streams = [[text or None for text in lines(DEMO / language / name)] for name in names]
    check({name: lines(DEMO / language / f"{name}.txt") for name in SYSTEMS}, streams)
