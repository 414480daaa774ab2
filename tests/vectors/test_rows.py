"""Rows of all words: from a table, or else by spelling."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from word_vectors import write_vectors

from hyperbaton.vectors import completed_rows, read_archive
from hyperbaton.vectors.rows import DIMENSIONS, INFORMATIVE, SPELLING, spelling_rows

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
        ("ab", "11:-1 14:1 28:-1 45:1 49:1 52:-1"),
        ("Žižek", "0:1 2:-1 13:1 19:-1 24:1 28:1 30:2 31:-1 39:-1 48:-1 54:1 56:1 61:2"),
    ],
)
def test_known_rows(word, counts):
    """n-grams of `<word>` that add to or take from each dimension; the same on all machines."""
    expected = np.zeros(DIMENSIONS)
    for dimension, count in (pair.split(":") for pair in counts.split()):
        expected[int(dimension)] = int(count)
    assert spelling_rows([word])[0] == pytest.approx(expected / np.linalg.norm(expected))


def test_a_name_resembles_its_other_transcription_more_than_other_names():
    ours, theirs = (spelling_rows(side) for side in zip(*NAMES, strict=True))
    similarity = ours @ theirs.T
    own = np.diag(similarity)
    others = similarity[~np.eye(len(NAMES), dtype=bool)]
    assert own.mean() > others.mean() + 0.3
    assert abs(others.mean()) < 0.1
    assert (similarity.argmax(axis=1) == np.arange(len(NAMES))).mean() > 0.9


# Rows of a table, completed

OWN = 3  # dimensions of the small table


@pytest.fixture
def table(tmp_path):
    return read_archive(write_vectors(tmp_path / "v.npz"))


def test_other_words_have_rows_by_spelling_in_dimensions_of_their_own(table):
    words = ["zebra", "cat", "zebras"]
    rows, information, known = completed_rows(words, table)
    assert known.tolist() == [False, True, False]
    assert not rows[[0, 2], :OWN].any()
    assert np.array_equal(rows[[0, 2], OWN:], SPELLING * spelling_rows(["zebra", "zebras"]))
    assert rows[0] @ rows[1] == 0  # spelt alike or not, a word of the table is no counterpart
    assert 0 < rows[0] @ rows[2] < SPELLING**2
    assert information.tolist() == [11, 9, 11]  # that of the rarest word


def test_without_a_table_information_grows_with_length():
    words = ["a", "abc", "x" * INFORMATIVE, "x" * 3 * INFORMATIVE, "1999"]
    rows, information, known = completed_rows(words, None)
    assert information.tolist() == [2, 4, 1 + INFORMATIVE, 1 + INFORMATIVE, 5]
    assert information.dtype == np.float32 and not known.any()
    assert np.array_equal(rows, SPELLING * spelling_rows(words))
    assert np.linalg.norm(rows[:4], axis=1) == pytest.approx(SPELLING)
