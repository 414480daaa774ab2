"""Rows of all words: from a table, or else by spelling."""

import numpy as np
import pytest
from word_vectors import ENTRIES, write_vectors

from hyperbaton.errors import InputError
from hyperbaton.vectors import completed_rows, read_archive, vectors_of_file
from hyperbaton.vectors.completion import LONGEST, SPELLING
from hyperbaton.vectors.spelling import DIMENSIONS, spelling_rows

OWN = 3  # dimensions of the small table


@pytest.fixture
def table(tmp_path):
    return read_archive(write_vectors(tmp_path / "v.npz"))


def test_words_of_the_table_keep_their_rows(table):
    words = list(ENTRIES)
    rows, information, known = completed_rows(words, table)
    found = table.lookup(words)
    assert rows.shape == (len(words), OWN + DIMENSIONS) and rows.dtype == np.float32
    assert np.array_equal(rows[:, :OWN], found.rows) and not rows[:, OWN:].any()
    assert np.array_equal(information, found.information) and known.all()


def test_other_words_have_rows_by_spelling_in_dimensions_of_their_own(table):
    words = ["zebra", "cat", "zebras"]
    rows, information, known = completed_rows(words, table)
    assert known.tolist() == [False, True, False]
    assert not rows[[0, 2], :OWN].any()
    assert np.array_equal(rows[[0, 2], OWN:], SPELLING * spelling_rows(["zebra", "zebras"]))
    assert rows[0] @ rows[1] == 0  # spelt alike or not, a word of the table is no counterpart
    assert 0 < rows[0] @ rows[2] < SPELLING**2
    assert information.tolist() == [11, 9, 11]  # that of the rarest word


def test_compounds_are_words_of_the_table(table):
    rows, information, known = completed_rows(["cat-dog", "kitten's", "zebra-cat"], table)
    assert known.all() and not rows[:, OWN:].any()
    assert rows[0, :OWN] == pytest.approx([0, 0, 1])
    assert rows[1, :OWN] == pytest.approx([0, 0.8, 0.6])
    assert rows[2, :OWN] == pytest.approx([0, 0.6, 0.8])
    assert information.tolist() == [9.5, 11, 9]


def test_numbers_without_an_entry_have_no_row(table):
    rows, _, known = completed_rows(["2000", "7"], table)
    assert not rows.any() and known.tolist() == [False, True]


def test_without_a_table_information_grows_with_length():
    words = ["a", "abc", "x" * LONGEST, "x" * 3 * LONGEST, "1999"]
    rows, information, known = completed_rows(words, None)
    assert information.tolist() == [2, 4, 1 + LONGEST, 1 + LONGEST, 5]
    assert information.dtype == np.float32 and not known.any()
    assert np.array_equal(rows, SPELLING * spelling_rows(words))
    assert np.linalg.norm(rows[:4], axis=1) == pytest.approx(SPELLING)


def test_no_words(table):
    assert completed_rows([], table).rows.shape == (0, OWN + DIMENSIONS)
    assert completed_rows([], None).rows.shape == (0, DIMENSIONS)


def test_vectors_as_text_are_completed_likewise(write):
    table = vectors_of_file(write("v.txt", "the 1 0\ncat 0 2\n"))
    rows, _, known = completed_rows(["cat", "zebra"], table)
    assert rows[0, :2].tolist() == [0, 1] and known.tolist() == [True, False]
    assert np.linalg.norm(rows[1]) == pytest.approx(SPELLING)


def test_a_file_that_cannot_be_read(tmp_path):
    with pytest.raises(InputError, match=r"missing\.txt"):
        completed_rows(["cat"], vectors_of_file(str(tmp_path / "missing.txt")))
