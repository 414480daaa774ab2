"""Links and trees that do not fit: one error that names the stream and the segment."""

import pytest

import hyperbaton
from hyperbaton import Output, TestSet, score
from hyperbaton.errors import InputError, OptionError
from hyperbaton.metrics import Dted, Kendall, Meteor
from hyperbaton.trees import DependencyTree

REFERENCES = [["a b", "c d e"], ["a", None]]
TREE = DependencyTree(("a",), (0,))


def error_of(make, *arguments, **options):
    with pytest.raises(InputError) as caught:
        make(*arguments, **options)
    return str(caught.value)


def scored(links, metric="kendall", references=REFERENCES):
    return hyperbaton.score(Output(["a b", "c d"], links=links), references, metric)


@pytest.mark.parametrize("metric", ["kendall(bp=false)", "meteor"])
@pytest.mark.parametrize(
    ("links", "message"),
    [
        (
            [["0-0", "0-0 1-3"], ["", None]],
            " of stream 1: segment 2: a link leads to word 3 of the reference, which has 3 words, "
            "counted from 0",
        ),
        ([["", ""], ["2-0", None]], " of stream 2: segment 1: a link leads to word 2 of the hypo"),
        ([["", ""], [[(0, -1)], None]], " of stream 2: segment 1: a link leads to word -1 of the"),
        ([["", "0-1 1-1"], ["", None]], " of stream 1: segment 2: word 1 of the reference is in"),
        ([["0-0 0-1", ""], ["", None]], " of stream 1: segment 1: word 0 of the hypothesis is in"),
        ([["", None], ["", None]], " of stream 1: segment 2: has a reference, but None in place"),
        ([["", ""]], ": there are 1 streams of links but 2 of references"),
    ],
)
def test_links_that_do_not_fit(metric, links, message):
    found = error_of(scored, links, metric)
    assert f"links{message}" in found
    assert found.startswith(f"system: {metric}: ")
    assert len(found.splitlines()) == 1


@pytest.mark.parametrize(
    ("links", "message"),
    [
        ([["0-0"]], "links of stream 1: has 1 entries for 2 segments; every segment needs one"),
        ([["", ""], ["", "", ""]], "links of stream 2: has 3 entries for 2 segments"),
        ([["0=0", ""]], "links of stream 1: segment 1: '0=0' is not a link"),
        ([["", "0-0:lemma"]], "links of stream 1: segment 2: there is no matcher 'lemma'"),
        ([["", [(0, 1, 2)]]], "segment 2: a link is a pair of positions, got (0, 1, 2)"),
        ([["", [5]]], "segment 2: a link is a pair of positions, got 5"),
        ([["", 5]], "links of stream 1: segment 2: expected links such as '0-1 1-0', got 5"),
        (["0-0", ""], "for one reference per segment write [links]"),
        ([3], "for one reference per segment write [links]"),
    ],
)
def test_links_of_the_wrong_shape(links, message):
    assert message in error_of(Output, ["a b", "c d"], links=links)


def over_source(reference_links, output_links):
    test_set = TestSet(REFERENCES, source=["1 2", "3"], source_links=reference_links)
    return hyperbaton.score(Output(["a b", "c d"], source_links=output_links), test_set, "kendall")


@pytest.mark.parametrize(
    ("reference_links", "output_links", "message"),
    [
        ([["0-0", "0-3"], ["", None]], ["", ""], "source_links of stream 1:2: "),
        ([["0-0", ""], ["0-1", None]], ["", ""], "source_links of stream 2:1: "),
        ([["0-0", ""], ["", None]], ["2-0", ""], "source_links:1: "),
        ([["0-0", ""], ["", None]], ["", "0-2"], "source_links:2: "),
    ],
)
def test_source_links_that_do_not_fit(reference_links, output_links, message):
    found = error_of(over_source, reference_links, output_links)
    assert message in found
    assert found.startswith("system: kendall: ")


def test_source_links_need_the_source():
    test_set = TestSet([["a"]], source_links=[["0-0"]])
    message = error_of(hyperbaton.score, Output(["a"], source_links=["0-0"]), test_set, "kendall")
    assert "alignments with the source are given, but not the source; give both" in message


@pytest.mark.parametrize(
    ("trees", "message"),
    [
        ([TREE], "trees: has 1 entries for 2 segments"),
        ([TREE, None], "trees: segment 2: expected one DependencyTree or several, got None"),
        ([TREE, "tree"], "trees: segment 2: expected one DependencyTree or several, got 'tree'"),
        ([TREE, [TREE, 1]], "trees: segment 2: expected one DependencyTree or several"),
        (3, "trees: expected a list with one entry per segment, got 3"),
    ],
)
def test_trees_of_the_wrong_shape(trees, message):
    assert message in error_of(Output, ["a", "b"], trees=trees)
    assert message.replace("trees:", "trees of stream 1:") in error_of(
        TestSet, [["a", "b"]], trees=[trees]
    )


def test_links_or_trees_of_one_side_or_of_some_systems_only():
    with pytest.raises(OptionError, match="links: given for 1 of 2 systems; give all"):
        hyperbaton.score({"x": Output(["a"], links=[["0-0"]]), "y": ["a"]}, [["a"]], "kendall")
    test_set = TestSet([["a"]], trees=[[TREE]])
    assert "trees are given for references alone" in error_of(
        hyperbaton.score, ["a"], test_set, "dted"
    )
    assert "trees are given for hypotheses alone" in error_of(
        hyperbaton.score, Output(["a"], trees=[TREE]), [["a"]], "dted"
    )


def test_metrics_called_alone_see_what_is_given_too():
    """As with `score`; the sentences say one thing and what is given another."""
    output = Output(["a b"], links=[["0-1 1-0"]])
    assert Kendall(bp=False).corpus_score(output, [["a b"]]).score == 0.0
    assert "|align:given|" in Meteor().corpus_score(output, [["a b"]]).signature
    trees = TestSet([["a"]], trees=[[DependencyTree(("a", "b"), (0, 1))]])
    dted = Dted(scale="unit").corpus_score(Output(["a"], trees=[TREE]), trees)
    assert dted.score == pytest.approx(2 / 3)
    source = TestSet([["a b"]], source=["x y"], source_links=[["0-0 1-1"]])
    swapped = Output(["a b"], source_links=["0-1 1-0"])
    assert Kendall().corpus_score(swapped, source).score == 0.0


def test_all_metrics_read_given_links_of_the_same_words():
    """METEOR would split “don't” by itself; the links count words as all others do."""
    output = Output(["I don't go"], links=[["0-0 1-1 2-2"]])
    report = score(output, [["I don't go"]], ["kendall", "meteor"])
    assert "tok:unicode" in report["meteor"].signature
    assert float(report["meteor"]) == 1.0


def test_links_and_an_aligner_are_refused_together():
    output = Output(["a b"], links=[["0-0"]])
    with pytest.raises(OptionError, match="links are given in its place"):
        score(output, [["a b"]], "kendall", aligner="meteor")
