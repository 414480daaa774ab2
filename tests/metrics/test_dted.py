"""DTED from trees; where trees come from is tested elsewhere."""

from dataclasses import replace

import golden_cases
import numpy as np
import pytest
from hypothesis import given
from strategies import dependency_trees

from hyperbaton import Aligner, Output, Preparation, TestSet, score
from hyperbaton.evidence import Evidence
from hyperbaton.evidence.evidence import ComparedTrees
from hyperbaton.metrics.dted import (
    Dted,
    aligned_shares,
    statistics_of,
)
from hyperbaton.trees import DependencyTree, TreeBatch

(EXAMPLE,) = golden_cases.load("trees")


def tree(side):
    words = tuple(EXAMPLE[side]["words"].split())
    return DependencyTree(words, tuple(EXAMPLE[side]["heads"]))


def compared(hypotheses, references):
    return ComparedTrees(TreeBatch.of(hypotheses), TreeBatch.of(references))


PAIR = compared([tree("hypothesis")], [tree("reference")])


def test_the_paper_s_example():
    assert Dted().tree_scores(PAIR).tolist() == [EXAMPLE["score"]]
    assert aligned_shares(PAIR, [EXAMPLE["links"]]).tolist() == [EXAMPLE["weight"]]
    assert Dted(scale="unit").tree_scores(PAIR).tolist() == [2 * EXAMPLE["score"]]


@given(dependency_trees(min_size=1), dependency_trees())
def test_range_symmetry_and_identity(a, b):
    for metric in (Dted(), Dted(head="inline"), Dted(scale="unit"), Dted(flat=True)):
        forward, backward, same = metric.tree_scores(compared([a, b, a], [b, a, a]))
        low, high = metric.range
        assert low <= forward <= high
        assert forward == backward
        assert same == high


def test_flat_trees_see_lengths_only():
    assert Dted(flat=True).tree_scores(PAIR).tolist() == [7 / 16]


@pytest.mark.parametrize(("head", "score"), [("drop", 2 / 6), ("inline", 4 / 9)])
def test_a_chain_against_a_star(head, score):
    """Two of three nodes match, or four of five and four: a chain has no two children."""
    chain, star = (DependencyTree(("a", "b", "c"), heads) for heads in ((0, 1, 2), (0, 1, 1)))
    found = Dted(head=head).tree_scores(compared([chain], [star]))
    assert found == pytest.approx([score], abs=1e-15)


def test_several_sentences_stand_under_a_root_that_is_not_counted():
    one, two = DependencyTree(("a", "b"), (0, 1)), DependencyTree(("c",), (0,))
    (both,) = TreeBatch.of([one, two]).joined(np.array([0, 2]))
    scores = Dted(scale="unit").tree_scores(compared([both, both], [both, one]))
    assert scores.tolist() == [1.0, 0.8]


def test_empty_trees():
    empty, word = DependencyTree((), ()), DependencyTree(("a",), (0,))
    scores = Dted().tree_scores(compared([empty, empty], [empty, word]))
    assert np.isnan(scores[0]) and scores[1] == 0.0
    assert aligned_shares(compared([empty], [empty]), [[]]).tolist() == [0.0]


def test_means_of_segments():
    metric = Dted(weighted=True)
    rows = statistics_of(np.array([0.2, 0.4, np.nan]), np.array([1.0, 0.0, 1.0]))
    assert metric.scores(rows.sum(axis=0, keepdims=True)).tolist() == [0.2]
    segments = metric.segment_scores(rows)
    assert segments[:2].tolist() == [0.2, 0.4]
    assert np.isnan(segments[2])
    plain = statistics_of(np.array([0.25, 0.5]), np.ones(2))
    assert Dted().scores(plain.sum(axis=0, keepdims=True)).tolist() == [0.375]
    assert np.isnan(Dted().scores(np.zeros((1, 4)))).all()


def test_the_weight_of_a_segment_is_shown():
    """The share of words that are linked: two of five on both sides, then none."""
    words = "a b c d e"
    chain = DependencyTree(tuple(words.split()), (0, 1, 2, 3, 4))
    test_set = TestSet([[words, words]], trees=[[(chain,), (chain,)]])
    output = Output([words, words], links=[["0-0 1-1", ""]], trees=[(chain,), (chain,)])
    report = score({"mine": output}, test_set, ["dted(weighted=true)", "dted"])
    weighted, plain = report["mine"]["dted(weighted=true)"], report["mine"]["dted"]
    assert weighted.weights.tolist() == [0.4, 0.0]
    assert plain.weights is None
    assert weighted.to_dict()["weights"] == [0.4, 0.0]
    assert "weights" not in plain.to_dict()
    header, first, _ = (line.split("\t") for line in report.to_tsv(segments=True).splitlines())
    assert header[2:] == ["dted(weighted=true)", "dted(weighted=true) weight", "dted"]
    assert first[2:] == ["0.5", "0.4", "0.5"]
    assert report.records(segments=True)[0]["dted(weighted=true) weight"] == 0.4


def given_trees(ours, theirs, text="a b c", **choices):
    """One segment with trees on both sides, and links of its first words."""
    return Evidence(
        TestSet([[text]], trees=[[(theirs,)]]),
        Output([text], trees=[(ours,)], links=[["0-0"]]),
        replace(Preparation.of(**choices), given_trees=True),
    )


def example(**choices):
    """The paper's two sentences as text with trees."""
    return given_trees(tree("hypothesis"), tree("reference"), **choices)


def test_weights_come_from_the_alignment_of_the_trees_words():
    # career, malkki, cellist and . are the same words; the paper links began with started as well.
    rows = Dted(weighted=True).statistics(example(aligner=Aligner(matchers="exact")))
    assert rows[0, 1] == pytest.approx(2 * 4 / (7 + 9))
