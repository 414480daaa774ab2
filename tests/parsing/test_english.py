"""The bundled English parser: sentences of a segment, words of the treebank, and its trees."""

import importlib.util
import re
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hyperbaton.parsing import English, parse_segments
from hyperbaton.parsing.english import analysed, contracted, sentence_begins
from hyperbaton.parsing.parser import LONGEST
from hyperbaton.text.tokenizers import load_tokenizer
from hyperbaton.text.treebank_words import split_word
from hyperbaton.trees import DependencyTree, read_sentences

REPOSITORY = Path(__file__).parents[2]
SAMPLE = Path(__file__).parent / "sample.conllu"
DEMO = REPOSITORY / "demo" / "en" / "tangle.txt"


def divide(words):
    marks = np.array([analysed(word)[0] for word in words], np.uint8)
    offsets = sentence_begins(marks, np.array([0, len(words)])).tolist()
    return [words[begin:end] for begin, end in pairwise(offsets)]


@pytest.mark.parametrize(
    "sentences",
    [
        ["She left .", "He stayed ."],
        ['" Really ? "', "It was true ."],
        ["It failed ( again ! )", "We tried twice ."],
        ["Wait !", "2 of them are here ."],
        ["He asked : why ?", "“ Nobody knows . ”", "“ Ask again ”"],
        # One sentence each:
        ["Mr . Gray met Dr . Ho in the U . S . Senate ."],
        ["It cost 3.5 million . . . or so . . . They say"],
        ["the file x . doc is here"],
        [". Yes"],
        ["Stop"],
        ["He said . and left"],
        ["Who knows ? ! ?"],
    ],
)
def test_sentences_are_told_apart(sentences):
    words = " ".join(sentences).split()
    assert [" ".join(sentence) for sentence in divide(words)] == sentences


@given(st.lists(st.sampled_from(["A", "b", ".", "!", '"', ")", "(", "Mr", "7"]), min_size=1))
def test_no_word_is_lost(words):
    divided = divide(words)
    assert [word for sentence in divided for word in sentence] == words
    assert all(divided)


SPLIT = """
    don't=do n't  CAN'T=CA N'T  cannot=can not  Anna's=Anna 's  we'll=we 'll  they're=they 're
    well-known=well - known  brother-in-law's=brother - in - law 's  e-mail=e-mail  gonna=gon na
    Anti-American=Anti-American  non-profit-making=non-profit - making
"""
# What the treebank has as one word, and what is no compound.
WHOLE = "n't 's ' - -- 1990-95 -known well- O'Brien canoe 3.5"


@pytest.mark.parametrize("case", re.split(r"\s{2,}", SPLIT.strip()))
def test_a_word_is_split_as_in_the_treebank(case):
    word, _, parts = case.partition("=")
    assert split_word(word) == parts.split()


@pytest.mark.parametrize("word", WHOLE.split())
def test_a_word_stays_whole_as_in_the_treebank(word):
    assert split_word(word) == [word]


@given(st.text(min_size=1, max_size=12))
def test_parts_make_up_the_word_with_plain_marks(word):
    parts = "".join(analysed(word)[1])
    assert len(parts) == len(word)
    assert parts == word or not word.isascii()
    assert analysed("Don’t")[1] == ("Do", "n't")


@pytest.mark.parametrize(
    ("heads", "owners", "expected"),
    [
        # They do n't like well - known songs
        ((4, 4, 4, 0, 7, 7, 8, 4), [0, 1, 1, 2, 3, 3, 3, 4], ([0, 1, 3, 6, 7], [3, 3, 0, 5, 3])),
        # The first part depends on the second word, which depends on the last part of the first.
        ((3, 0, 2, 3), [0, 0, 1, 2], ([1, 2, 3], [0, 1, 2])),
    ],
)
def test_a_word_takes_the_head_of_its_highest_part(heads, owners, expected):
    assert tuple(found.tolist() for found in contraction(heads, owners)) == expected


def contraction(heads, owners):
    ends = np.array([0, len(heads)]), np.array([0, owners[-1] + 1])
    return contracted(np.array(heads, np.int32), ends[0], np.array(owners), ends[1])


@st.composite
def trees_in_parts(draw):
    """Heads of parts, each a root or on one drawn before it, and the word of each part."""
    size = draw(st.integers(1, 10))
    order = draw(st.permutations(range(1, size + 1)))
    heads = [0] * size
    for k, word in enumerate(order):
        heads[word - 1] = draw(st.sampled_from([0, *order[:k]])) if k else 0
    owners = [0]
    for _ in range(size - 1):
        owners.append(owners[-1] + draw(st.integers(0, 1)))
    return heads, owners


@given(trees_in_parts())
def test_contraction_keeps_heads_and_never_makes_a_cycle(case):
    heads, owners = case
    _, found = contraction(heads, owners)
    words = found.tolist()
    DependencyTree(("w",) * len(words), tuple(words))  # a cycle would be an error
    arcs = {
        (owners[k], owners[head - 1] if head else None)
        for k, head in enumerate(heads)
        if head == 0 or owners[head - 1] != owners[k]
    }
    assert all((word, head - 1 if head else None) in arcs for word, head in enumerate(words))


@pytest.fixture(scope="module")
def parser():
    return English()


@pytest.fixture(scope="module")
def evaluation():
    """The evaluation command, which is no part of the package."""
    path = REPOSITORY / "models" / "parser" / "evaluate.py"
    spec = importlib.util.spec_from_file_location("evaluate", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def accuracy(parser, evaluation, path):
    gold = [sentence.tree for sentence in read_sentences(str(path))]
    return evaluation.evaluate(gold, evaluation.trees_of(parser, [tree.words for tree in gold]))


def test_accuracy_on_the_sample(parser, evaluation):
    found = accuracy(parser, evaluation, SAMPLE)
    assert found.words == 1
    assert found.uas >= 0.92 and found.las >= 0.91 and found.upos >= 0.96


def test_accuracy_on_the_treebank(parser, evaluation, treebank):
    (path,) = (path for path in treebank if "-test." in path.name)
    found = accuracy(parser, evaluation, path)
    assert found.uas >= 0.905 and found.las >= 0.88


def test_words_are_never_changed(parser):
    for tokenizer in ("unicode", "13a", "none", "char"):
        split = load_tokenizer(tokenizer)
        segments = [split(line) for line in DEMO.read_text(encoding="utf-8").splitlines()]
        for words, trees in zip(segments, parse_segments(segments, parser), strict=True):
            assert [word for tree in trees for word in tree.words] == words


@pytest.mark.parametrize(
    "words",
    [["."], ["?"] * 40, ["\u200b"], ["駅", "前"], ["a" * 5000], ["-"], ["'"], ["🙂"], ["x\ty"]],
)
def test_odd_words_have_a_tree(parser, words):
    (trees,) = parse_segments([words], parser)
    assert [word for tree in trees for word in tree.words] == words


def test_parts_beyond_the_longest_sentence_are_not_split(parser):
    long, short = parse_segments([["well-known"] * LONGEST, ["a", "well-known", "song"]], parser)
    assert [len(tree) for tree in long] == [LONGEST]
    assert short == parse_segments([["a", "well-known", "song"]], parser)[0]


def test_evaluation_counts_words_heads_and_relations(parser, evaluation):
    gold = DependencyTree(
        ("do", "n't", "go"), (3, 3, 0), ("aux", "advmod", "root"), ("AUX", "PART", "VERB")
    )
    parsed = DependencyTree(("don't", "go"), (2, 0), ("aux", "root"), ("AUX", "NOUN"))
    # Of 3 and 2 words, "go" alone is shared; its head is right, its part of speech is not.
    assert evaluation.evaluate([gold], [parsed]) == evaluation.Accuracy(0.4, 0.4, 0.4, 0.4, 0)
    half = DependencyTree(gold.words, (3, 1, 0), ("aux:pass", "advmod", "root"), gold.upos)
    assert evaluation.evaluate([gold], [half]) == evaluation.Accuracy(1, 2 / 3, 2 / 3, 1 / 3, 1)
