"""Explanations against scoring again: every number in them is one that `hyperbaton.score` gives."""

import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import hyperbaton
from hyperbaton import Output, Preparation, TestSet, explain
from hyperbaton.errors import InputError, OptionError
from hyperbaton.explanation import explainer as explainer_module
from hyperbaton.explanation.explainer import Explainer, order_first
from hyperbaton.explanation.rescoring import pieces_of, rearranged
from hyperbaton.metrics import text_metrics
from hyperbaton.trees import DependencyTree

DEMO = Path(__file__).parents[2] / "demo"
METRICS = ("kendall", "pef", "hyperbaton", "bleu", "chrf", "ter", "wer", "meteor", "invwer")

SENTENCE = "we met in the lobby at noon , twice"

words = st.sampled_from([*SENTENCE.split(), *"()“”."])
sentences = st.lists(words, max_size=12).map(" ".join)
moved_blocks = st.lists(st.tuples(*[st.integers(0, 12)] * 3), max_size=3)


@st.composite
def pairs(draw):
    """A reference, and the same words with blocks moved and some words lost or replaced."""
    reference = draw(sentences)
    words_left = reference.split()
    for places in draw(moved_blocks):
        a, b, c = sorted(min(place, len(words_left)) for place in places)
        words_left[a:c] = words_left[b:c] + words_left[a:b]
    for place, word in draw(st.lists(st.tuples(st.integers(0, 11), words), max_size=2)):
        words_left[place : place + 1] = [word]
    return " ".join(words_left), reference


def lines(language, name):
    return (DEMO / language / f"{name}.txt").read_text("utf-8").splitlines()


def scored(text, references, metrics, **choices):
    """By metric, the score of one segment; None where there is none."""
    report = hyperbaton.score([text], [[each] for each in references], metrics, **choices)
    return {
        str(result.metric): None if result.segments[0] != result.segments[0] else result.segments[0]
        for result in report.systems[0]
    }


def assert_same(found, expected):
    assert found.keys() == expected.keys()
    for name, value in found.items():
        assert value == (None if expected[name] is None else pytest.approx(expected[name])), name


def undone_by_hand(explanation, move):
    """The text with one move undone: its stretch of words taken next to its neighbour's."""
    tokens = list(range(len(explanation.hypothesis.tokens)))
    stretch = tokens[slice(*move.tokens)]
    rest = [token for token in tokens if token not in stretch]
    target = rest.index(move.neighbour[1] - 1) + 1 if move.after else rest.index(move.neighbour[0])
    order = rest[:target] + stretch + rest[target:]
    pieces = pieces_of(explanation.hypothesis.text, explanation.hypothesis.tokens)
    return rearranged(pieces, order)


def assert_priced_by_scoring(explanation, references, **choices):
    metrics = list(explanation.scores)
    assert_same(
        explanation.scores, scored(explanation.hypothesis.text, references, metrics, **choices)
    )
    for move in explanation.moves:
        then = scored(undone_by_hand(explanation, move), references, metrics, **choices)
        for name, price in move.prices.items():
            now = explanation.scores[name]
            expected = None if then[name] is None or now is None else then[name] - now
            assert price == (None if expected is None else pytest.approx(expected, abs=1e-9))
    for step in explanation.steps:
        assert_same(step.scores, scored(step.text, references, metrics, **choices))


@settings(max_examples=25)
@given(pairs())
def test_prices_are_differences_of_scores(pair):
    hypothesis, reference = pair
    found = explain(hypothesis, reference, METRICS)
    assert_priced_by_scoring(found, [reference])


@settings(max_examples=10)
@given(pairs(), sentences)
def test_prices_against_several_references(pair, other):
    hypothesis, reference = pair
    found = explain(hypothesis, [other, reference], ["kendall", "hyperbaton", "bleu"])
    assert_priced_by_scoring(found, [other, reference])
    alone = [
        hyperbaton.score([hypothesis], [[each]], "kendall")["kendall"].score
        for each in (other, reference)
    ]
    assert found.reference.number == 1 + alone.index(max(alone))
    assert found.reference.text == (other, reference)[found.reference.number - 1]


@pytest.mark.parametrize(("language", "tokenize"), [("en", None), ("de", None), ("ja", "char")])
def test_prices_of_the_bundled_corpora(language, tokenize):
    choices = {"language": language, "tokenize": tokenize}
    references = lines(language, "reference")
    for segment, hypothesis in enumerate(lines(language, "tangle")):
        if segment % 8 == 0:
            found = explain(hypothesis, references[segment], ["kendall", "chrf", "ter"], **choices)
            assert_priced_by_scoring(found, [references[segment]], **choices)


@given(pairs())
def test_undoing_all_moves_orders_the_linked_words(pair):
    """The links that were found go along; new ones may be found of words that occur twice."""
    found = explain(*pair, "kendall(bp=false)")
    order = found.steps[-1].order if found.steps else range(len(found.hypothesis.tokens))
    reference_of = {link.hypothesis: link.reference for link in found.links}
    linked = [reference_of[token] for token in order if token in reference_of]
    assert linked == sorted(linked)
    assert bool(found.moves) == (list(found.permutation) != sorted(found.permutation))


@given(st.permutations(range(7)))
def test_given_links_go_along_with_their_words(order):
    """No word is the same, so only the links say what belongs together; none of them changes."""
    links = " ".join(f"{k}-{target}" for k, target in enumerate(order))
    output = Output(["a b c d e f g"], links=[[links]])
    found = explain(output, TestSet([["h i j k l m n"]]), ["kendall", "pef", "hyperbaton"])
    assert [link.reference for link in found.links] == list(order)
    assert found.restored["kendall"] == found.restored["pef"] == 1.0
    for move in found.moves:
        text = undone_by_hand(found, move)
        moved = ["abcdefg".index(word) for word in text.split()]
        again = " ".join(f"{k}-{order[token]}" for k, token in enumerate(moved))
        report = hyperbaton.score(
            Output([text], links=[[again]]), TestSet([["h i j k l m n"]]), list(found.scores)
        )
        for result in report.systems[0]:
            name = str(result.metric)
            price = result.score - found.scores[name]
            assert move.prices[name] == pytest.approx(price, abs=1e-9)


def test_json_has_everything_and_rounds_on_request():
    trees = DependencyTree(("He", "slept"), (2, 0), ("nsubj", "root"), ("PRON", "VERB"))
    output = Output(["slept He"], trees=[DependencyTree(("slept", "He"), (0, 1))])
    test_set = TestSet([["He slept soundly"]], trees=[[trees]])
    found = explain(output, test_set, ["kendall", "ter"], trees=True)
    record = json.loads(found.to_json())
    assert record["trees"]["reference"]["tags"] == ["PRON", "VERB"]
    assert record["moves"][0]["where"] == found.moves[0].where
    rounded = found.to_dict(rounded=True)
    assert rounded["scores"]["kendall"] == round(found.scores["kendall"], 4)


@pytest.mark.parametrize(
    ("hypothesis", "reference", "moves"),
    [
        ("", "we met", 0),
        ("", "", 0),
        ("x y", "a b", 0),
        ("שלום לכולם היום", "היום שלום לכולם", 1),
        ("今日は晴れ。", "晴れ今日は。", 1),
        ("</script><img src=x onerror=alert(1)>", "<b>", 0),
    ],
)
def test_any_text_can_be_explained(hypothesis, reference, moves):
    found = explain(hypothesis, reference, METRICS)
    assert len(found.moves) == len(found.steps) == moves
    assert (found.hypothesis.text, found.reference.text) == (hypothesis, reference)
    assert_priced_by_scoring(found, [reference])


def test_the_losses_of_blocks_add_up_to_what_kendall_lacks():
    found = explain("c b a f e d", "a b c d e f", "kendall(bp=false)")

    def losses(block):
        return block.loss + sum(map(losses, block.children))

    assert losses(found.tree) == pytest.approx(1 - found.scores["kendall(bp=false)"])


def test_batches_change_nothing_and_a_report_explains_its_segments(monkeypatch):
    references = [f"we met in the lobby at noon number {k}" for k in range(7)]
    outputs = [f"noon at we met in the lobby number {k}" for k in range(6)] + references[6:]
    report = hyperbaton.score({"x": outputs, "y": references}, [references], ["bleu", "kendall"])
    chosen = order_first(report.metrics)
    known = {result.metric.computed_as: result.statistics for result in report["x"]}
    arguments = "x", Output(outputs), TestSet([references]), chosen, Preparation()
    whole = list(Explainer(*arguments).explained())
    explainer = Explainer(*arguments, known=known)
    monkeypatch.setattr(explainer_module, "BATCH", 2)
    assert list(explainer.explained()) == whole
    assert list(explainer.explained([7, 2])) == [whole[6], whole[1]]
    assert [found.segment for found in whole] == list(range(1, 8))
    found = report.explain("x", 3)
    assert found == whole[2] and list(found.scores) == ["kendall", "bleu"]
    assert report.explain("y", 3).moves == ()
    with pytest.raises(KeyError, match="there is no system 'z'; there are x, y"):
        report.explain("z", 3)
    with pytest.raises(InputError, match="there is no segment 8; there are 7"):
        report.explain("x", 8)


def test_moves_of_content_come_before_those_of_function_words():
    found = explain(
        "we the met at noon Anna in lobby", "we met at noon in the lobby Anna", "kendall"
    )
    prices = {move.text: move.prices["kendall"] for move in found.moves}
    assert next(iter(prices)) == "Anna" and prices["the"] > prices["Anna"]


def test_the_language_of_the_test_set_counts():
    """German stems match, for which the English stemmer is no help."""
    test_set = TestSet([["die Häuser"]], language="de")
    found = explain("Haus die", test_set, "kendall")
    assert [link.matcher for link in found.links] == ["stem", "exact"]


def test_metrics_that_cannot_price_are_refused_or_left_out():
    with pytest.raises(OptionError, match="nist: weighs words by the whole test set"):
        explain("a", "a", "nist")
    assert [str(m) for m in order_first(text_metrics(["nist", "bleu"]))] == ["kendall", "bleu"]
    assert [str(m) for m in order_first(text_metrics(["bleu", "pef"]))] == ["pef", "bleu"]


def with_source(output, source_links):
    """An explanation of an output of the reference `he read the book`, over a German source."""
    test_set = TestSet(
        [["a b", "he read the book"]],
        source=["x", "er hat das Buch gelesen"],
        source_links=[["", "0-0 1-1 4-1 2-2 3-3"]],
    )
    output = Output(["a b", output], source_links=["", source_links])
    metrics = text_metrics("kendall")
    return Explainer("x", output, test_set, metrics, Preparation()).explain(2)


def test_the_source_says_which_moves_are_literal():
    literal = with_source("he the book read", "0-0 2-1 3-2 4-3")
    assert literal.source.tokens == ("er", "hat", "das", "Buch", "gelesen")
    assert literal.source.output == ((0, 0), (2, 1), (3, 2), (4, 3))
    assert literal.source.reference == ((0, 0), (1, 1), (2, 2), (3, 3), (4, 1))
    [move] = literal.moves
    assert move.as_in_source and move.where.endswith("after “the book”, as in the source")
    free = with_source("read he the book", "0-1 4-0 2-2 3-3")
    assert [move.as_in_source for move in free.moves] == [False]
    unlinked = with_source("read he the book", "0-1")
    assert [move.as_in_source for move in unlinked.moves] == [None]


def test_a_source_without_links_is_shown():
    found = explain("b a", TestSet([["a b"]], source=["y x"]), "kendall")
    assert found.source.tokens == ("y", "x")
    assert found.source.output is found.source.reference is found.moves[0].as_in_source is None


def test_order_over_the_source_is_refused():
    output = Output(["b a"], source_links=["0-0 1-1"])
    test_set = TestSet([["a b"]], source=["x y"], source_links=[["0-0 1-1"]])
    with pytest.raises(OptionError, match="leave the alignments with the source out"):
        explain(output, test_set)


def test_given_trees_have_no_price():
    tree = DependencyTree(("a", "b"), (2, 0))
    output = Output(["b a"], trees=[DependencyTree(("b", "a"), (0, 1))])
    found = explain(output, TestSet([["a b"]], trees=[[tree]]), ["kendall", "dted"])
    assert found.scores["dted"] is not None
    assert found.moves[0].prices["dted"] is None
    assert found.moves[0].prices["kendall"] == 1.0
