"""Rows of words by their spelling."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hyperbaton.vectors.spelling import DIMENSIONS, spelling_rows

WORDS = st.text(st.characters(exclude_categories=("Nd", "No", "Nl")), min_size=1, max_size=20)

NAMES = [
    ("gorbachev", "gorbatschow"),
    ("tchaikovsky", "chaikovski"),
    ("muhammad", "mohammed"),
    ("zelensky", "zelenskyy"),
    ("shevchenko", "schewtschenko"),
    ("gaddafi", "qaddafi"),
    ("dostoevsky", "dostojewski"),
    ("ahmadinejad", "ahmadinedschad"),
    ("lukashenko", "lukaschenka"),
    ("catherine", "katharina"),
    ("netanyahu", "netanjahu"),
]


@given(st.lists(WORDS, max_size=8))
def test_rows_have_length_one_and_depend_on_the_word_alone(words):
    rows = spelling_rows(words)
    assert rows.shape == (len(words), DIMENSIONS) and rows.dtype == np.float32
    lengths = np.linalg.norm(rows, axis=1)
    # the n-grams of a word may cancel each other out
    assert all(length == pytest.approx(1, abs=1e-5) or length == 0 for length in lengths)
    for word, row in zip(words, rows, strict=True):
        assert np.array_equal(spelling_rows([word])[0], row)


@given(st.text(max_size=8), st.sampled_from("0123456789٣४"), st.text(max_size=8))
def test_words_with_a_digit_resemble_nothing(before, digit, after):
    assert not spelling_rows([before + digit + after]).any()


@pytest.mark.parametrize(
    ("word", "counts"),
    [
        ("ab", {11: -1, 14: 1, 28: -1, 45: 1, 49: 1, 52: -1}),
        (
            "Žižek",
            {
                0: 1,
                2: -1,
                13: 1,
                19: -1,
                24: 1,
                28: 1,
                30: 2,
                31: -1,
                39: -1,
                48: -1,
                54: 1,
                56: 1,
                61: 2,
            },
        ),
    ],
)
def test_known_rows(word, counts):
    """n-grams of `<word>` that add to or take from each dimension; the same on all machines."""
    expected = np.zeros(DIMENSIONS)
    expected[list(counts)] = list(counts.values())
    assert spelling_rows([word])[0] == pytest.approx(expected / np.linalg.norm(expected))


def test_a_name_resembles_its_other_transcription_more_than_other_names():
    ours, theirs = (spelling_rows(side) for side in zip(*NAMES, strict=True))
    similarity = ours @ theirs.T
    own = np.diag(similarity)
    others = similarity[~np.eye(len(NAMES), dtype=bool)]
    assert own.mean() > others.mean() + 0.3
    assert abs(others.mean()) < 0.1
    assert (similarity.argmax(axis=1) == np.arange(len(NAMES))).mean() > 0.9


def test_an_inflected_form_resembles_its_word():
    one, inflected, other = spelling_rows(["qwertzuiop", "qwertzuiops", "mnbvcxylkj"])
    assert one @ inflected > 0.7 > 0.3 > one @ other


def test_case_and_order_matter():
    rows = spelling_rows(["abc", "Abc", "cba"])
    assert rows[0] @ rows[1] < 1 and rows[0] @ rows[2] < 0.9


def test_no_words():
    assert spelling_rows([]).shape == (0, DIMENSIONS)


def test_half_of_a_surrogate_pair_is_a_letter_like_others():
    assert np.linalg.norm(spelling_rows(["a\ud800b"])[0]) == pytest.approx(1)
