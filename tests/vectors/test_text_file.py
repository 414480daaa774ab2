"""Word vectors as text: formats, errors, and information by rank."""

import gzip
import math

import numpy as np
import pytest

from hyperbaton.errors import InputError
from hyperbaton.vectors import TextVectors, read_vectors

VECTORS = """\
the 1 0 0
cat 0 3 4
kitten 0 4 3
dog 0 -3 4
. . . 9 9 9
nothing 0 0 0
"""


def test_formats_of_word_vectors(write):
    header = "6 3\n" + VECTORS
    variants = {
        "glove.txt": VECTORS,
        "word2vec.txt": header.replace("\n", " \n"),
        "fasttext.vec": header,
        "packed.vec.gz": gzip.compress(VECTORS.encode()),
        "crlf.txt": VECTORS.replace("\n", "\r\n"),
    }
    for name, content in variants.items():
        found = read_vectors(write(name, content), ["kitten", ".", "missing", "The"])
        assert found.rows.tolist() == [[0, 4, 3], [0, 0, 0], [0, 0, 0], [1, 0, 0]], name
        assert found.ranks.tolist() == [2, -1, -1, 0]
        assert found.size == 6


def test_the_written_form_comes_before_the_lower_case_one_and_the_first_before_others(write):
    found = read_vectors(write("v.txt", "us 1\nUS 2\nus 3\n"), ["US", "Us", "us"])
    assert found.rows.tolist() == [[2], [1], [1]]
    assert found.ranks.tolist() == [1, 0, 0]


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("", "there are no vectors"),
        ("400000 50\n", "there are no vectors"),
        ("the\n", ":1: expected some finite numbers"),
        ("the 1 2\ncat 1\n", ":2: expected 2 finite numbers after the word, got 1"),
        ("the 1 2\ncat 1 x\n", ":2: not all values are numbers"),
        ("the 1 2\ncat 1 nan\n", ":2: expected 2 finite numbers"),
        ("2 3\nthe \x01\x02\n", ":2: not all values are numbers"),
        ("the 1 2\n".encode("utf-16"), ":1: "),
    ],
)
def test_files_that_are_no_word_vectors(write, content, message):
    with pytest.raises(InputError, match=message):
        TextVectors(write("v.txt", content)).lookup(["cat", "the"])


def test_frequencies_by_rank_add_up_to_one(write):
    """Frequencies of Zipf's law: halved for the second word, a third for the third."""
    words = [f"w{k}" for k in range(40)]
    file = write("v.txt", "".join(f"{word} 1\n" for word in words))
    information = TextVectors(file).lookup([*words, "missing"]).information.astype(np.float64)
    frequencies = np.exp(-information[:-1])
    assert frequencies.sum() == pytest.approx(1)
    assert frequencies[0] / frequencies[[1, 2, 39]] == pytest.approx([2, 3, 40])
    assert information[-1] == information[-2] == information.max()


def test_rows_have_length_one_and_are_not_moved(write):
    found = TextVectors(write("v.txt", VECTORS)).lookup(["Kitten", "nothing", "missing"])
    assert found.rows == pytest.approx(np.array([[0, 0.8, 0.6], [0, 0, 0], [0, 0, 0]]))
    assert found.rows.dtype == found.information.dtype == np.float32
    harmonic = sum(1 / k for k in range(1, 7))
    expected = [math.log(3 * harmonic), math.log(6 * harmonic), math.log(6 * harmonic)]
    assert found.information == pytest.approx(expected)


def test_words_made_of_words(write):
    found = TextVectors(write("v.txt", VECTORS)).lookup(["Kitten's", "cat-dog", "x-y", "the"])
    assert found.rows == pytest.approx(np.array([[0, 0.8, 0.6], [0, 0, 1], [0, 0, 0], [1, 0, 0]]))
    harmonic = sum(1 / k for k in range(1, 7))
    assert np.exp(found.information) == pytest.approx([place * harmonic for place in (3, 4, 6, 1)])
