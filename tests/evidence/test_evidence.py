"""What metrics read: whatever the order, whoever else is scored, and only what was declared."""

from dataclasses import replace
from itertools import permutations as all_orders

import numpy as np
import pytest
from fake_parsers import ChainParser

from hyperbaton import Output, Preparation, TestSet, metrics
from hyperbaton.evidence import Evidence, Need
from hyperbaton.evidence.evidence import Join
from hyperbaton.trees import DependencyTree

A = ["The cats sat on a big mat .", "He quickly bought cars , she said", ""]
B = ["a large mat , cats sat", "cars he purchased", "nothing at all"]
REFERENCES = [
    ["the cat sits on the large mat .", "She said he bought an automobile", "all !"],
    ["on a mat the cat sat", None, None],
]

CONTEXT = Preparation(parser=ChainParser())


def evidence_of(texts, preparation=CONTEXT, test_set=None, threads=1):
    return Evidence(test_set or TestSet(REFERENCES), Output(texts), preparation, threads)


# Everything that can be read, as arrays and lists that can be compared.
READINGS = {
    "texts": lambda e: (list(e.texts), list(e.reference_texts)),
    "characters": lambda e: [a.tolist() for a in e.characters],
    "spaced_words": lambda e: [a.tolist() for a in e.spaced_words],
    "tokens": lambda e: (e.tokens, e.reference_tokens),
    "arrays": lambda e: [a.tolist() for a in e.arrays],
    "mean_lengths": lambda e: e.mean_lengths.tolist(),
    "information": lambda e: e.ngram_information(3).tolist(),
    "alignments": lambda e: (e.alignments.matches.tolist(), e.alignments.weights.tolist()),
    "plain_words": lambda e: (
        e.plain_words[0].hypotheses.tokens,
        e.plain_words[1].matches.tolist(),
    ),
    "order": lambda e: [p.tolist() for p in e.order],
    "order_lengths": lambda e: [a.tolist() for a in e.order_lengths],
    "trees": lambda e: [list(side) for side in e.trees],
    "tree_links": lambda e: e.tree_links,
}


def read(evidence, names):
    return {name: READINGS[name](evidence) for name in names}


@pytest.mark.parametrize(
    "names",
    [
        ("texts", "tokens", "plain_words", "order"),
        ("alignments", "plain_words", "arrays", "tree_links"),
        ("trees", "characters", "information", "alignments"),
        ("order_lengths", "mean_lengths", "spaced_words", "tree_links"),
    ],
)
def test_nothing_depends_on_the_order_of_reading(names):
    expected = {name: READINGS[name](evidence_of(A)) for name in names}  # fresh for each
    test_set = TestSet(REFERENCES)
    for order in all_orders(names):
        assert read(evidence_of(A), order) == expected
        assert read(evidence_of(A, test_set=test_set), order) == expected


def test_nothing_depends_on_other_systems_or_threads():
    alone = read(evidence_of(B), READINGS)
    test_set = TestSet(REFERENCES)
    read(evidence_of(A, test_set=test_set), READINGS)
    assert read(evidence_of(B, test_set=test_set), READINGS) == alone
    assert read(evidence_of(B, threads=4), READINGS) == alone


@pytest.mark.parametrize("tokenize", ["unicode", "none", "13a"])
def test_pairs_are_what_they_are_by_themselves(tokenize):
    """Gathered from texts that are prepared once; only the numbers of words are others."""
    preparation = replace(CONTEXT, tokenize=tokenize)
    references = [text for stream in REFERENCES for text in stream if text]  # type: ignore[attr-defined]
    hypotheses, pairs = [*A, *B], (np.array([2, 0, 0, 1, 5]), np.array([0, 3, 1, 2, 2]))
    unpaired = Join(None, None, np.zeros(1, np.int64))
    output, test_set = Output(hypotheses), TestSet([references])
    gathered = Evidence(test_set, output, preparation, 2, join=unpaired).pairs(*pairs)
    alone = evidence_of(
        [hypotheses[k] for k in pairs[0]], preparation, TestSet([[references[k] for k in pairs[1]]])
    )
    assert gathered.groups.tolist() == [0, 1, 2, 3, 4, 5]
    names = READINGS.keys() - {"arrays", "spaced_words", "information"}
    assert read(gathered, names) == read(alone, names)
    for name in ("hypothesis_offsets", "reference_offsets", "groups"):
        ours, theirs = (getattr(each.spaced_words, name) for each in (gathered, alone))
        assert ours.tolist() == theirs.tolist()


def test_scores_do_not_depend_on_what_was_scored_before():
    found = [metrics.parse(name) for name in [*metrics.METRICS, "dted(weighted=true)"]]
    chosen = [metric for metric in found if Need.SOURCE_ORDER not in metric.needs]
    alone = [metric.statistics(evidence_of(B)) for metric in chosen]
    test_set = TestSet(REFERENCES)
    for metric in reversed(chosen):
        metric.statistics(evidence_of(A, test_set=test_set))
    shared = evidence_of(B, test_set=test_set)
    after = [metric.statistics(shared) for metric in reversed(chosen)][::-1]
    for metric, one, other in zip(chosen, alone, after, strict=True):
        assert np.array_equal(one, other), str(metric)


# Given links, source links and trees, by hand.


def test_given_links_by_hand():
    """Two streams, one reference missing; the links of a missing reference do not matter."""
    test_set = TestSet([["a b c", "d e"], [None, "x y z"]])
    preparation = Preparation("none", given_links=True)
    for absent in (None, "", "7-7"):
        output = Output(["c a", "e q d"], links=[["0-2 1-0", "0-1 2-0"], [absent, [(1, 0)]]])
        evidence = Evidence(test_set, output, preparation)
        assert [p.tolist() for p in evidence.order] == [[1, 0], [1, 0], [0]]
        assert evidence.alignments.chunks.tolist() == [2, 2, 1]
        assert [alignment.pharaoh for alignment in evidence.alignments] == [
            "0-2 1-0",
            "0-1 2-0",
            "1-0",
        ]
        assert evidence.order_lengths[0].tolist() == [2, 2, 1]
        assert evidence.order_lengths[1].tolist() == [3, 2, 3]
        assert {link.matcher for alignment in evidence.alignments for link in alignment.links} == {
            "given"
        }


def test_given_links_among_plain_words():
    """Marks are left out, and the words after them move up."""
    output = Output(["Ah , Dogs bark !"], links=[["1-2 2-0 3-3 4-4"]])
    test_set = TestSet([["dogs oh , bark ."]])
    words, alignments = Evidence(test_set, output, Preparation(given_links=True)).plain_words
    assert words.hypotheses.tokens == [["ah", "dogs", "bark"]]
    assert words.references.tokens == [["dogs", "oh", "bark"]]
    assert alignments[0].pharaoh == "1-0 2-2"
    assert alignments.chunks.tolist() == [2]


def over_source(output_links, reference_links, references, output, source):
    return Evidence(
        TestSet(references, source=source, source_links=reference_links),
        Output(output, source_links=output_links),
        replace(Preparation.of(tokenize="none"), over_source=True),
    )


def test_given_source_links_by_hand():
    """The source 1 2 3: the output has it as 2 1 3, the references as 1 2 3 and as 3 1 2."""
    for absent in (None, ""):
        evidence = over_source(
            ["0-1 1-0 2-2", "0-0"],
            [["0-0 1-1 2-2", "0-0"], ["0-1 1-2 2-0", absent]],
            [["i ii iii", "i"], ["iii i ii", None]],
            ["ii i iii", "i"],
            ["1 2 3", "1"],
        )
        # The words in the order of the reference, each by its place in the output.
        assert [p.tolist() for p in evidence.order] == [[1, 0, 2], [2, 1, 0], [0]]
        assert [a.tolist() for a in evidence.order_lengths] == [[3, 3, 1], [3, 3, 1]]


TREE = DependencyTree(("a", "b", "c"), (2, 0, 2))
CHAIN = DependencyTree(("a", "b", "c"), (0, 1, 2))


def test_given_trees_by_hand():
    for absent in (None, ()):
        test_set = TestSet([["a b c", "x"], [None, "a b"]], trees=[[TREE, CHAIN], [absent, TREE]])
        output = Output(["a b c", "y"], trees=[CHAIN, (TREE, CHAIN)])
        trees = Evidence(test_set, output, Preparation(given_trees=True)).trees
        both = DependencyTree(("a", "b", "c") * 2, (2, 0, 2, 0, 4, 5))
        assert list(trees.references) == [TREE, CHAIN, TREE]
        assert list(trees.hypotheses) == [CHAIN, both, both]


def test_links_given_with_trees_are_those_of_the_trees_words():
    words = DependencyTree(("1 000", "cats"), (2, 0))
    test_set = TestSet([["cats"]], trees=[[words]])
    output = Output(["cats"], trees=[words], links=[["1-1"]])
    preparation = Preparation(given_links=True, given_trees=True)
    assert Evidence(test_set, output, preparation).tree_links == [[(1, 1)]]
    outside = Output(["a b c d"], trees=[words], links=[["3-0"]])
    with pytest.raises(ValueError, match="segment 1: a link leads to word 3 of the hypothesis"):
        _ = Evidence(test_set, outside, preparation).tree_links
