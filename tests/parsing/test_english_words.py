"""Words of the treebank: splitting, and the way back."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hyperbaton.parsing.english_words import contract, split_word, split_words
from hyperbaton.trees import DependencyTree


@pytest.mark.parametrize(
    ("word", "parts"),
    [
        ("don't", "do n't"),
        ("CAN'T", "CA N'T"),
        ("cannot", "can not"),
        ("Anna's", "Anna 's"),
        ("we'll", "we 'll"),
        ("they're", "they 're"),
        ("well-known", "well - known"),
        ("brother-in-law's", "brother - in - law 's"),
        ("e-mail", "e-mail"),
        ("Anti-American", "Anti-American"),
        ("non-profit-making", "non-profit - making"),
        # What the treebank has as one word, and what is no compound.
        ("n't", "n't"),
        ("'s", "'s"),
        ("'", "'"),
        ("-", "-"),
        ("--", "--"),
        ("1990-95", "1990-95"),
        ("-known", "-known"),
        ("well-", "well-"),
        ("O'Brien", "O'Brien"),
        ("canoe", "canoe"),
        ("3.5", "3.5"),
    ],
)
def test_a_word_is_split_as_in_the_treebank(word, parts):
    assert split_word(word) == parts.split()


def test_typographic_marks_are_written_plainly():
    assert split_words(["“", "Don’t", "”"])[0] == ['"', "Do", "n't", '"']


@given(st.lists(st.text(min_size=1, max_size=12), max_size=8))
def test_parts_belong_to_their_words(words):
    parts, owners = split_words(words)
    assert len(parts) == len(owners)
    assert sorted(set(owners)) == list(range(len(words)))
    for k, word in enumerate(words):
        joined = "".join(part for part, owner in zip(parts, owners, strict=True) if owner == k)
        assert len(joined) == len(word)
        assert joined == word or not word.isascii()


def test_a_word_takes_the_head_of_its_highest_part():
    # They do n't like well - known songs: "well" and "-" hang on "known", "do" and "n't" on "like".
    tree = DependencyTree(
        ("They", "do", "n't", "like", "well", "-", "known", "songs"),
        (4, 4, 4, 0, 7, 7, 8, 4),
        ("nsubj", "aux", "advmod", "root", "advmod", "punct", "amod", "obj"),
        ("PRON", "AUX", "PART", "VERB", "ADV", "PUNCT", "VERB", "NOUN"),
    )
    words = ["They", "don't", "like", "well-known", "songs"]
    contracted = contract(tree, [0, 1, 1, 2, 3, 3, 3, 4], words)
    assert contracted == DependencyTree(
        tuple(words),
        (3, 3, 0, 5, 3),
        ("nsubj", "aux", "root", "amod", "obj"),
        ("PRON", "AUX", "VERB", "VERB", "NOUN"),
    )


def test_a_word_whose_parts_surround_its_head_makes_no_cycle():
    # The first part depends on the second word, which depends on the last part of the same word.
    tree = DependencyTree(("a", "b", "c", "d"), (3, 0, 2, 3))
    assert contract(tree, [0, 0, 1, 2], ["ab", "c", "d"]).heads == (0, 1, 2)


@st.composite
def trees_in_parts(draw):
    """A tree, drawn by giving every word in a random order a head among those before it."""
    size = draw(st.integers(1, 10))
    order = draw(st.permutations(range(1, size + 1)))
    heads = [0] * size
    for k, word in enumerate(order):
        heads[word - 1] = draw(st.sampled_from([0, *order[:k]])) if k else 0
    owners = [0]
    for _ in range(size - 1):
        owners.append(owners[-1] + draw(st.integers(0, 1)))
    return DependencyTree(tuple("w" * size), tuple(heads)), owners


@given(trees_in_parts())
def test_contraction_keeps_heads_and_never_makes_a_cycle(case):
    tree, owners = case
    count = owners[-1] + 1
    contracted = contract(tree, owners, ["w"] * count)  # a cycle would be a TreeError
    assert len(contracted) == count
    arcs = {
        (owners[k], owners[head - 1] if head else None)
        for k, head in enumerate(tree.heads)
        if head == 0 or owners[head - 1] != owners[k]
    }
    for word, head in enumerate(contracted.heads):
        assert (word, head - 1 if head else None) in arcs
