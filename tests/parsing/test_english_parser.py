"""The bundled English parser, on sentences written for this test."""

import importlib.util
from pathlib import Path

import pytest

from hyperbaton.parsing import parse_segments
from hyperbaton.parsing.english_parser import English
from hyperbaton.text.tokenizers import load_tokenizer
from hyperbaton.trees import read_sentences
from hyperbaton.trees.dependency import joined

REPOSITORY = Path(__file__).parents[2]
SAMPLE = Path(__file__).parent / "sample.conllu"
DEMO = REPOSITORY / "demo" / "en" / "tangle.txt"

pytest.importorskip("hyperbaton_english", reason="pip install ./models/english")


@pytest.fixture(scope="module")
def parser():
    return English()


@pytest.fixture(scope="module")
def evaluation():
    """The evaluation command, which is no part of the package."""
    path = REPOSITORY / "models" / "english" / "evaluate.py"
    spec = importlib.util.spec_from_file_location("evaluate", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_accuracy_on_the_sample(parser, evaluation):
    gold = [sentence.tree for sentence in read_sentences(str(SAMPLE))]
    accuracy = evaluation.evaluate(
        gold, evaluation.parse(parser.loaded, [tree.words for tree in gold])
    )
    assert accuracy.words == 1
    assert accuracy.uas >= 0.92
    assert accuracy.las >= 0.91
    assert accuracy.upos >= 0.96


def test_accuracy_on_the_treebank(parser, evaluation, treebank):
    (path,) = (path for path in treebank if "-test." in path.name)
    gold = [sentence.tree for sentence in read_sentences(str(path))]
    accuracy = evaluation.evaluate(
        gold, evaluation.parse(parser.loaded, [tree.words for tree in gold])
    )
    assert accuracy.uas >= 0.87
    assert accuracy.las >= 0.84


def test_words_are_never_changed(parser):
    for tokenizer in ("unicode", "13a", "none", "char"):
        split = load_tokenizer(tokenizer)
        segments = [split(line) for line in DEMO.read_text(encoding="utf-8").splitlines()]
        for words, trees in zip(segments, parse_segments(segments, parser), strict=True):
            assert [word for tree in trees for word in tree.words] == words


def test_a_segment_of_two_sentences_has_two_trees(parser):
    words = ["She", "didn't", "sing", ".", "They", "left", "early", "."]
    ((first, second),) = parser.loaded.parse([words])
    assert first.words == ("She", "didn't", "sing", ".")
    assert first.heads == (3, 3, 0, 3)
    assert second.heads == (2, 0, 2, 2)


@pytest.mark.parametrize(
    "words",
    [["."], ["?"] * 40, ["\u200b"], ["駅", "前"], ["a" * 5000], ["-"], ["'"], ["🙂"], ["x\ty"]],
)
def test_odd_words_have_a_tree(parser, words):
    (trees,) = parser.loaded.parse([words])
    assert joined(trees).words == tuple(words)


def test_processes_give_the_same_trees(parser):
    lines = DEMO.read_text(encoding="utf-8").split("\n")
    segments = [line.split() * 9 for line in lines]  # enough for several batches
    assert parse_segments(segments, parser, processes=2) == parse_segments(segments, parser)


def test_evaluation_counts_words_heads_and_relations(evaluation):
    from hyperbaton.trees import DependencyTree

    gold = DependencyTree(
        ("do", "n't", "go"), (3, 3, 0), ("aux", "advmod", "root"), ("AUX", "PART", "VERB")
    )
    parsed = DependencyTree(("don't", "go"), (2, 0), ("aux", "root"), ("AUX", "NOUN"))
    # Of 3 and 2 words, "go" alone is shared; its head is right, its part of speech is not.
    assert evaluation.evaluate([gold], [parsed]) == evaluation.Accuracy(0.4, 0.4, 0.4, 0.4, 0)
    half = DependencyTree(gold.words, (3, 1, 0), ("aux:pass", "advmod", "root"), gold.upos)
    assert evaluation.evaluate([gold], [half]) == evaluation.Accuracy(1, 2 / 3, 2 / 3, 1 / 3, 1)
