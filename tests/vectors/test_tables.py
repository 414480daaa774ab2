"""Files of word vectors: what they say of words, and what is no such file."""

import gzip
import io
import json
import math
from types import SimpleNamespace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from word_vectors import DESCRIPTION, ENTRIES, text_bytes, write_vectors

from hyperbaton.errors import InputError
from hyperbaton.vectors import (
    TextVectors,
    install_command,
    languages_with_vectors,
    read_archive,
    tables,
    vectors_of_file,
    vectors_of_language,
)


def members(**changes):
    """Those of a good file, some of them changed or, with None, left out."""
    good = {
        "words": text_bytes("a\nb"),
        "vectors": np.array([[1, 2], [3, 4]], np.int8),
        "information": np.array([1, 2], np.float16),
        "description": text_bytes(json.dumps(DESCRIPTION)),
    }
    return {name: value for name, value in {**good, **changes}.items() if value is not None}


def test_lookup(tmp_path):
    """The written form first, then lower case; nothing is known about other words."""
    vectors = read_archive(write_vectors(tmp_path / "v.npz"))
    found = vectors.lookup(["Kitten", "US", "Us", "7", "zebra"])
    expected = [[0, 0.8, 0.6], [-1, 0, 0], [0, 0, -1], [0, 0, 0], [0, 0, 0]]
    assert found.rows == pytest.approx(np.array(expected))
    assert found.information.tolist() == [11, 7, 6, 8, 11]
    assert found.rows.dtype == found.information.dtype == np.float32
    assert vectors.lookup([]).rows.shape == (0, 3)
    same = read_archive(write_vectors(tmp_path / "2.npz"))
    other = read_archive(write_vectors(tmp_path / "3.npz", sources="another test"))
    assert vectors.fingerprint == same.fingerprint != other.fingerprint


def test_words_made_of_words(tmp_path):
    """A compound without an entry lies between its parts; it is as rare as the rarest of them."""
    entries = {
        "the": ((25, 0, 0), 3.0),
        "cat": ((0, 25, 0), 9.0),
        "dog": ((0, 0, 20), 9.5),  # shorter, and so less similar to all others
        "cat-flap": ((0, -25, 0), 12.0),
        "on-off": ((0, 0, 0), 5.0),
    }
    vectors = read_archive(write_vectors(tmp_path / "v.npz", entries))
    found = vectors.lookup(["Cat’s", "cat-dog", "the-x-7", "cat-flap", "zebra-like", "--", "cat"])
    expected = [[0, 1, 0], np.array([0, 25, 20]) / 1025**0.5, [1, 0, 0], [0, -1, 0]]
    assert found.rows[:4] == pytest.approx(np.array(expected))
    assert found.rows[4:].tolist() == [[0, 0, 0], [0, 0, 0], [0, 1, 0]]
    assert found.information.tolist() == [9, 9.5, 3, 12, 12, 12, 9]


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"words": None}, "words"),
        ({"vectors": np.zeros((2, 2), np.float32)}, "not rows of bytes"),
        ({"vectors": np.zeros((3, 2), np.int8)}, "numbers of words, vectors and values"),
        ({"description": text_bytes("[1")}, "Expecting"),
        ({"description": text_bytes('{"unit": 0}')}, "the unit is not a positive number"),
        ({"words": np.array([object(), 1])}, "allow_pickle"),
    ],
)
def test_archives_of_another_kind(tmp_path, changes, reason):
    np.savez(tmp_path / "v.npz", **members(**changes))
    with pytest.raises(InputError, match=r"v\.npz: not an intact file of word vectors") as caught:
        read_archive(tmp_path / "v.npz")
    assert reason in str(caught.value)
    assert "get it again, or give vectors as text" in str(caught.value)


ARCHIVE = io.BytesIO()
np.savez_compressed(ARCHIVE, **members())


@given(st.data())
def test_a_damaged_file_is_noticed_or_harmless(tmp_path_factory, data):
    contents = bytearray(ARCHIVE.getvalue())
    contents[data.draw(st.integers(0, len(contents) - 1))] ^= data.draw(st.integers(1, 255))
    end = data.draw(st.sampled_from([len(contents), len(contents) // 2, len(contents) - 9]))
    file = tmp_path_factory.mktemp("damaged") / "v.npz"
    file.write_bytes(contents[:end])
    try:
        vectors = read_archive(file)
    except InputError as error:
        assert str(error).startswith(str(file))
    else:
        assert vectors.words == ("a", "b") and vectors.rows.tolist() == [[1, 2], [3, 4]]


# Languages, and files of users


@pytest.fixture
def installed(tmp_path, monkeypatch):
    """Folders in place of the package's own and of the package of further languages."""
    own, package = tmp_path / "own", tmp_path / "hyperbaton_vectors"
    for folder in (own, package / "data"):
        folder.mkdir(parents=True)
    origin = SimpleNamespace(origin=str(package / "__init__.py"))
    monkeypatch.setattr(tables, "OWN_DATA", own)
    monkeypatch.setattr(tables, "find_spec", lambda _: origin)
    return SimpleNamespace(own=own, further=package / "data")


def test_languages_that_are_installed(installed, monkeypatch):
    assert vectors_of_language("en") is None
    write_vectors(installed.own / "en.npz")
    write_vectors(installed.further / "de.npz", language="de")
    assert languages_with_vectors() == ["de", "en"]
    assert vectors_of_language("de").description["language"] == "de"
    assert vectors_of_language("en") is vectors_of_language("en")
    assert vectors_of_language("fr") is vectors_of_language("../own/en") is None
    monkeypatch.setattr(tables, "find_spec", lambda _: None)
    assert languages_with_vectors() == ["en"]
    assert install_command() == f"pip install {tables.IN_SOURCES}"
    monkeypatch.setattr(tables, "IN_SOURCES", installed.own / "nowhere")
    assert install_command() == "pip install hyperbaton-vectors"


def test_the_package_of_further_languages_is_found():
    assert {"en", "de"} <= set(languages_with_vectors())


def test_files_of_users(tmp_path, write):
    file = write_vectors(tmp_path / "v.NPZ")
    known = vectors_of_file(file)
    assert known.words == tuple(ENTRIES)
    assert vectors_of_file(file) is known
    write_vectors(tmp_path / "v.NPZ", {"one": ((1,), 1.0)})
    assert vectors_of_file(file).words == ("one",)
    assert vectors_of_file(write("v.txt", "the 1\n")) == TextVectors(str(tmp_path / "v.txt"))


# Text

VECTORS = """\
the 1 0 0
cat 0 3 4
kitten 0 4 3
dog 0 -3 4
. . . 9 9 9
nothing 0 0 0
"""
HARMONIC = sum(1 / k for k in range(1, 7))


@pytest.mark.parametrize(
    ("name", "content"),
    {
        "glove.txt": VECTORS,
        "word2vec.txt": "6 3\n" + VECTORS.replace("\n", " \n"),
        "packed.vec.gz": gzip.compress(VECTORS.encode(), mtime=0),
        "crlf.txt": VECTORS.replace("\n", "\r\n"),
    }.items(),
)
def test_vectors_as_text(write, name, content):
    found = TextVectors(write(name, content)).lookup(["Kitten", "nothing", ".", "cat-dog", "The"])
    expected = [[0, 0.8, 0.6], [0, 0, 0], [0, 0, 0], [0, 0, 1], [1, 0, 0]]
    assert found.rows == pytest.approx(np.array(expected))
    assert found.known.tolist() == [True, True, False, True, True]
    # By rank; a word that is not there is as rare as the last, a compound as its rarest part.
    assert np.exp(found.information) == pytest.approx([k * HARMONIC for k in (3, 6, 6, 4, 1)])
    assert found.rows.dtype == found.information.dtype == np.float32


def test_the_written_form_comes_before_lower_case_and_the_first_before_others(write):
    found = TextVectors(write("v.txt", "us 1 0\nUS 0 1\nus 1 1\n")).lookup(["US", "Us", "us"])
    assert found.rows.tolist() == [[0, 1], [1, 0], [1, 0]]
    assert math.isclose(found.information[0] - found.information[1], math.log(2), rel_tol=1e-6)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("", "there are no word vectors"),
        ("the\n", ":1: expected a word and some finite numbers"),
        ("the 1 2\ncat 1\n", ":2: expected a word and 2 finite numbers"),
        ("the 1 2\ncat 1 nan\n", ":2: expected a word and 2 finite numbers"),
        ("the 1 2\n".encode("utf-16"), ":1: "),
    ],
)
def test_text_that_is_no_word_vectors(write, content, message):
    with pytest.raises(InputError, match=message):
        TextVectors(write("v.txt", content)).lookup(["cat", "the"])
