"""Words and their numbers: in order of appearance, whatever the threads, and extended."""

from __future__ import annotations

import random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from text.columns_of_text import column, rows

from hyperbaton import _core
from hyperbaton.text.tokenizers import load_tokenizer

NAMES = ("unicode", "none", "char")
letters = st.text(st.sampled_from("abAB'é駅1. \ud800"), max_size=12)


def vocabulary_of(words: list[str], known: _core.Vocabulary | None = None) -> _core.Vocabulary:
    vocabulary = _core.Vocabulary(known)
    vocabulary.number_words(*column(words))
    return vocabulary


def all_words(vocabulary: _core.Vocabulary) -> list[str]:
    return vocabulary.words(0, len(vocabulary))


def many_texts(seed: int, count: int = 20_000) -> list[str]:
    """Enough for several threads, with words of all frequencies."""
    draw = random.Random(seed)
    made = ["".join(draw.choices("abcdeé駅'9", k=draw.randrange(1, 14))) for _ in range(5000)]
    return [" ".join(draw.choices(made, k=draw.randrange(12))) for _ in range(count)]


@pytest.mark.parametrize("name", NAMES)
def test_numbers_are_those_of_a_dictionary_whatever_the_threads(name):
    texts = many_texts(1)
    numbers: dict[str, int] = {}
    expected = [
        [numbers.setdefault(word, len(numbers)) for word in load_tokenizer(name)(text)]
        for text in texts
    ]
    for threads in (1, 2, 3, 64, 2**31 - 1):
        vocabulary = _core.Vocabulary()
        found = vocabulary.number_texts(*column(texts), name, threads)
        assert [array.dtype for array in found] == [np.int32, np.int64]
        assert rows(*found) == expected
        assert all_words(vocabulary) == list(numbers)


@given(st.lists(letters), st.lists(letters))
def test_extending_is_like_going_on(first, second):
    alone = _core.Vocabulary()
    alone.number_words(*column(first))
    expected = alone.number_words(*column(second))
    known = vocabulary_of(first)
    extended = _core.Vocabulary(known)
    assert len(extended) == len(known) == len(set(first))
    assert extended.number_words(*column(second)).tolist() == expected.tolist()
    assert all_words(extended) == all_words(alone)
    assert all_words(known) == list(dict.fromkeys(first))


@pytest.mark.parametrize("threads", [1, 4])
def test_frozen_vocabularies_look_up_and_take_nothing_new(threads):
    texts = many_texts(3)
    known = _core.Vocabulary()
    expected = known.number_texts(*column(texts), "unicode", 1)
    extended = _core.Vocabulary(known)
    again = known.number_texts(*column(texts), "unicode", threads)
    assert again[0].tolist() == expected[0].tolist()
    before = all_words(known)
    new = column([*texts, "something new"])
    for call in (
        lambda: known.number_texts(*new, "unicode", threads),
        lambda: known.number_words(*new),
        lambda: known.number_vocabulary(vocabulary_of(["new"]), 0),
        lambda: known.number_plain_forms(vocabulary_of(["new"]), 0),
    ):
        with pytest.raises(ValueError, match="frozen vocabulary takes no new words"):
            call()
    assert all_words(known) == before == all_words(extended)


@given(st.lists(st.text(st.sampled_from("aAéÉΣ!-½٣駅\u0301İ\ud800 "), max_size=6)))
def test_plain_forms(words):
    vocabulary, forms = vocabulary_of(words), _core.Vocabulary()
    numbers: dict[str, int] = {}
    expected = [
        numbers.setdefault(word.lower(), len(numbers)) if any(map(str.isalnum, word)) else -1
        for word in dict.fromkeys(words)
    ]
    assert forms.number_plain_forms(vocabulary, 0).tolist() == expected
    assert all_words(forms) == list(numbers)
    of_itself = vocabulary.number_plain_forms(vocabulary, 0)
    known = all_words(vocabulary)
    assert [known[n] if n >= 0 else None for n in of_itself.tolist()] == [
        word.lower() if any(map(str.isalnum, word)) else None for word in dict.fromkeys(words)
    ]
