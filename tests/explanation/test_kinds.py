"""Patterns of moves, by position and shape and by what sort of words move."""

import re

import pytest

from hyperbaton import Output, TestSet, explain
from hyperbaton.explanation.kinds import MoveKind, kinds_of, role_of
from hyperbaton.trees import DependencyTree


def patterns(hypothesis, reference):
    return [kind.pattern for kind in kinds_of(explain(hypothesis, reference, "kendall"))]


@pytest.mark.parametrize(
    ("hypothesis", "reference", "pattern"),
    [
        ("b a c d e .", "a b c d e .", "neighbours swapped"),
        ("d e f a b c .", "a b c d e f .", "halves swapped"),
        ("x e f g h a b c d y", "x a b c d e f g h y", "long phrases swapped"),
        ("b c d e a .", "a b c d e .", "word to the end"),
        ("e a b c d .", "a b c d e .", "word to the front"),
        ("c d e f a b .", "a b c d e f .", "halves swapped"),
        ("x c d e f a b .", "x a b c d e f .", "phrase to the end"),
        ("e f a b c d x", "a b c d e f x", "phrase to the front"),
        ("x b c d a y", "x a b c d y", "word too late"),
        ("x d a b c y", "x a b c d y", "word too early"),
        ("x d e a b c y", "x a b c d e y", "phrase too early"),
        ("x b c d e f g h j k l m q y", "x q b c d e f g h j k l m y", "word far too late"),
        ("a , b c", "a b c ,", "mark moved"),
    ],
)
def test_shapes(hypothesis, reference, pattern):
    assert patterns(hypothesis, reference) == [pattern]


def test_order_has_no_pattern():
    assert patterns("a b c", "a b c") == []
    assert patterns("", "a") == []


def tagged(words, tags, heads, deprels=""):
    return DependencyTree(
        tuple(words.split()), tuple(heads), tuple(deprels.split()), tuple(tags.split())
    )


def kinds(tree, reference):
    """The kinds of moves of an output with that tree."""
    output = Output([" ".join(tree.words)], trees=[tree])
    chain = tuple(range(len(reference.split())))
    test_set = TestSet([[reference]], trees=[[DependencyTree(tuple(reference.split()), chain)]])
    return kinds_of(explain(output, test_set, "kendall", trees=True))


# Words with tag and head, the reference, the pattern, and the part of speech of what moved.
MOVED_PARTS = """
    the/DET/3 house/NOUN/3 white/ADJ/0
        the white house : adjective after noun : noun
    he/PRON/4 the/DET/3 book/NOUN/4 read/VERB/0
        he read the book : verb to the end : verb
    at/ADP/2 noon/NOUN/4 we/PRON/4 met/VERB/0 very/ADV/6 often/ADV/4 indeed/ADV/4
        we met very often at noon indeed : prepositional phrase to the front : noun
    now/ADV/4 she/PRON/4 had/AUX/4 caught/VERB/0 colds/NOUN/4 because/SCONJ/10 he/PRON/10
    did/AUX/10 not/PART/10 come/VERB/4 today/ADV/4
        now because he did not come she had caught colds today : clause swapped : verb
"""
CASES = re.findall(r"((?:^ {4}\S.*\n)+)^ {8}(.*) : (.*) : (.*)$", MOVED_PARTS, re.M)
assert len(CASES) == 4


@pytest.mark.parametrize(("output", "reference", "pattern", "tag"), CASES)
def test_trees_name_what_moved(output, reference, pattern, tag):
    words, tags, heads = zip(*(word.split("/") for word in output.split()), strict=True)
    found = kinds(tagged(" ".join(words), " ".join(tags), map(int, heads)), reference)
    assert found == [(pattern, "other", tag)]


def test_trees_of_other_words_or_without_tags_say_nothing():
    plain = DependencyTree(("b", "a"), (0, 1))
    assert kinds(plain, "a b") == [MoveKind("neighbours swapped", "other")]
    other = Output(["b a"], trees=[tagged("b", "NOUN", (0,))])
    reference = TestSet([["a b"]], trees=[[plain]])
    found = explain(other, reference, "kendall", trees=True)
    assert kinds_of(found) == [MoveKind("neighbours swapped", "other")]


SENTENCE = tagged(
    "yesterday the old woman who sings gave the boy three apples .",
    "NOUN DET ADJ NOUN PRON VERB VERB DET NOUN NUM NOUN PUNCT",
    (7, 4, 4, 7, 6, 4, 0, 9, 7, 11, 7, 7),
    "obl:tmod det amod nsubj nsubj acl:relcl root det iobj nummod obj punct",
)


@pytest.mark.parametrize(
    ("words", "role"),
    [
        ("yesterday", "an adverbial"),
        ("the old woman", "the subject"),
        ("the old woman who sings", "the subject"),
        ("old", "an adjective"),
        ("who sings", "a relative clause"),
        ("sings", "the verb of a clause"),
        ("gave", "the main verb"),
        ("gave the boy three apples", "the predicate"),
        ("the boy", "the indirect object"),
        ("the boy three apples", "the indirect object and the object"),
        ("three apples .", "the object"),
        (".", "punctuation"),
        ("yesterday the old woman who sings gave", "the predicate"),
        ("sings gave", "the verb of a clause and the main verb"),
        ("who sings gave the", None),
    ],
)
def test_roles(words, role):
    whole = " ".join(SENTENCE.words)
    begin = len(whole[: whole.index(words)].split())
    assert role_of(SENTENCE, begin, begin + len(words.split())) == role


def test_a_move_says_what_moved_in_the_reference():
    reference = tagged("he read it", "PRON VERB PRON", (2, 0, 2), "nsubj root obj")
    output = Output(["it he read"], trees=[tagged("it he read", "PRON PRON VERB", (0, 1, 1))])
    found = explain(output, TestSet([["he read it"]], trees=[[reference]]), "kendall", trees=True)
    [move] = found.moves
    assert move.role == "the object"
    assert kinds_of(found) == [MoveKind("pronoun to the front", "object", "pronoun")]
    assert move.where == "“it”, the object, comes 2 words too early, before “he read”"
