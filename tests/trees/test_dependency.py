import pytest
from hypothesis import given
from strategies import dependency_trees

from hyperbaton.errors import InputError
from hyperbaton.trees.dependency import DependencyTree


@given(dependency_trees())
def test_every_word_is_the_child_of_its_head(tree):
    assert sorted(word for group in tree.children for word in group) == [*range(1, len(tree) + 1)]
    for head, group in enumerate(tree.children):
        assert list(group) == sorted(group)
        assert all(tree.heads[word - 1] == head for word in group)


def test_fields_left_out_are_unknown():
    tree = DependencyTree(["a", "b"], [0, 1])
    assert tree == DependencyTree(("a", "b"), (0, 1), ("_", "_"), ("_", "_"))
    assert hash(tree) == hash(DependencyTree(("a", "b"), (0, 1)))


@pytest.mark.parametrize(
    ("arguments", "word", "message"),
    [
        ((("a", "b"), (0,)), None, "heads: expected one value per word, got 1 for 2 words"),
        ((("a",), (0,), ("root", "x")), None, "deprels: expected one value per word, got 2"),
        (("ab", (0, 1)), None, "words: expected a list, one value per word, got str"),
        (
            (("a", "b"), (0, 3)),
            2,
            "word 2: there is no head 3; expected 1 to 2, or 0 for a root",
        ),
        ((("a", "b"), (-1, 0)), 1, "word 1: there is no head -1"),
        ((("a", "b"), (2, 1)), None, "no word is a root; at least one head must be 0"),
        ((("a", "b", "c"), (0, 3, 2)), 2, "word 2: its heads lead back to it"),
        ((("a", "b"), (0, 2)), 2, "word 2: its heads lead back to it"),
    ],
)
def test_what_is_no_tree(arguments, word, message):
    with pytest.raises(InputError) as caught:
        DependencyTree(*arguments)
    assert message in str(caught.value)
    assert caught.value.index == (None if word is None else word - 1)


def test_a_chain_of_a_hundred_thousand_words():
    length = 100_000
    tree = DependencyTree(("w",) * length, range(length))
    assert tree.roots == (1,)
