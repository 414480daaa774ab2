"""Numbers people already know: by default, bleu, chrf, chrf++ and ter are sacreBLEU's."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
import sacrebleu
from processes import succeed

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


@pytest.mark.parametrize("references", [1, 2])
def test_the_commands_print_the_same(references):
    # Not reference2.txt, whose blank lines are no references here but empty ones to sacreBLEU.
    names = ("reference.txt", "loom.txt")[:references]
    files = [*(str(DEMO / "en" / name) for name in names), "-i", str(DEMO / "en" / "calque.txt")]
    theirs = subprocess.run(
        [sys.executable, "-m", "sacrebleu", *files, "-m", "bleu", "chrf", "ter", "-w", "4", "-b"],
        capture_output=True,
        text=True,
        check=True,
    )
    ours = succeed("score", *files, "-m", "bleu", "chrf", "ter", "--format", "json", "-q").stdout
    (system,) = json.loads(ours)["systems"]
    printed = [round(result["score"], 4) for result in system["scores"]]
    assert printed == [float(number) for number in json.loads(theirs.stdout)]
