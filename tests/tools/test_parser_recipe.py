"""The recipe that trains parsers, on a treebank of a few sentences, from end to end."""

import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from hyperbaton.parsing import Trained, parse_segments
from hyperbaton.trees import read_sentences
from hyperbaton.trees.batch import TreeBatch

REPOSITORY = Path(__file__).parents[2]
SAMPLE = REPOSITORY / "tests" / "parsing" / "sample.conllu"


def test_a_trained_model_parses_what_it_learnt(tmp_path):
    for package in ("torch", "safetensors"):
        pytest.importorskip(package, reason="pip install torch safetensors")
    for part in ("train", "dev", "test"):
        shutil.copy(SAMPLE, tmp_path / f"xx_few-ud-{part}.conllu")
    recipe = REPOSITORY / "models" / "parser" / "train.py"
    sizes = ("--width", "32", "--layers", "cr", "--words", "512", "--passes", "25")
    command = [sys.executable, recipe, tmp_path, tmp_path / "xx", "--language", "xx", *sizes]
    subprocess.run(command, check=True, capture_output=True)
    gold = [sentence.tree for sentence in read_sentences(str(SAMPLE))]
    parser = Trained(str(tmp_path / "xx" / "model.safetensors"))
    parses = parse_segments([tree.words for tree in gold], parser)
    found = [TreeBatch.of(trees).joined(np.array([0, len(trees)]))[0] for trees in parses]
    pairs = [(ours.heads, theirs.heads) for ours, theirs in zip(found, gold, strict=True)]
    right = sum(a == b for both in pairs for a, b in zip(*both, strict=True))
    assert right > 0.8 * sum(map(len, gold))
