"""Word vectors in memory and in their own file format, the bundled ones included."""

import io
import json
import sys
from types import SimpleNamespace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from word_vectors import DESCRIPTION, ENTRIES, write_vectors

from hyperbaton.errors import InputError
from hyperbaton.vectors import (
    TextVectors,
    bundled,
    install_command,
    languages_with_vectors,
    read_archive,
    vectors_of_file,
    vectors_of_language,
    write_archive,
)


def text_bytes(text):
    return np.frombuffer(text.encode(), np.uint8)


def members(**changes):
    """Those of a good file, some of them changed or, with None, left out."""
    good = {
        "words": text_bytes("a\nb"),
        "vectors": np.array([[1, 2], [3, 4]], np.int8),
        "information": np.array([1, 2], np.float16),
        "description": text_bytes(json.dumps(DESCRIPTION)),
    }
    return {name: value for name, value in {**good, **changes}.items() if value is not None}


def test_what_is_written_is_read(tmp_path):
    vectors = read_archive(write_vectors(tmp_path / "v.npz"))
    assert vectors.words == tuple(ENTRIES)
    assert vectors.rows.tolist() == [list(row) for row, _ in ENTRIES.values()]
    assert vectors.information.tolist() == [value for _, value in ENTRIES.values()]
    assert vectors.information.dtype == np.float32
    assert (vectors.name, vectors.description) == ("v.npz", DESCRIPTION)
    assert repr(vectors) == "<v.npz: 7 words of 3 dimensions>"


def test_the_fingerprint_is_that_of_the_contents(tmp_path):
    one = read_archive(write_vectors(tmp_path / "1.npz"))
    same = read_archive(write_vectors(tmp_path / "2.npz"))
    other = read_archive(write_vectors(tmp_path / "3.npz", sources="another test"))
    assert one.fingerprint == same.fingerprint != other.fingerprint


def test_lookup(tmp_path):
    """The written form first, then lower case; nothing is known about other words."""
    vectors = read_archive(write_vectors(tmp_path / "v.npz"))
    found = vectors.lookup(["Kitten", "US", "Us", "7", "zebra"])
    expected = [[0, 0.8, 0.6], [-1, 0, 0], [0, 0, -1], [0, 0, 0], [0, 0, 0]]
    assert found.rows == pytest.approx(np.array(expected))
    assert found.information.tolist() == [11, 7, 6, 8, 11]
    assert found.rows.dtype == found.information.dtype == np.float32
    assert vectors.lookup([]).rows.shape == (0, 3)


def test_rows_keep_their_lengths(tmp_path):
    """A row may be shorter than the unit, which makes its word less similar to all others."""
    entries = {"one": ((30, 40), 1.0), "half": ((15, 20), 2.0), "none": ((0, 0), 3.0)}
    vectors = read_archive(write_vectors(tmp_path / "v.npz", entries, unit=50))
    rows = vectors.lookup(list(entries)).rows
    assert rows == pytest.approx(np.array([[0.6, 0.8], [0.3, 0.4], [0, 0]]))
    assert rows @ rows[0] == pytest.approx([1, 0.5, 0])


def test_words_made_of_words(tmp_path):
    """A compound without an entry lies between its parts; it is as rare as the rarest of them."""
    entries = {
        "the": ((25, 0, 0), 3.0),
        "cat": ((0, 25, 0), 9.0),
        "dog": ((0, 0, 20), 9.5),
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
        ({"words": None}, "there is no 'words'"),
        ({"vectors": np.zeros((2, 2), np.float32)}, "'vectors' is of another type"),
        ({"vectors": np.zeros((3, 2), np.int8)}, "numbers of words, vectors and values"),
        ({"words": text_bytes("a\na")}, "a word is empty or there twice"),
        ({"words": np.array([97, 10, 255], np.uint8)}, "utf-8"),
        ({"description": text_bytes("{}")}, "unit"),
        ({"description": text_bytes("[1")}, "Expecting"),
        ({"description": text_bytes('{"unit": 0}')}, "the unit is not a positive number"),
        ({"words": np.array([object(), 1])}, "allow_pickle"),
    ],
)
def test_files_of_another_kind(tmp_path, changes, reason):
    file = tmp_path / "v.npz"
    np.savez(file, **members(**changes))
    with pytest.raises(InputError, match=r"v\.npz: not an intact file of word vectors") as caught:
        read_archive(file)
    assert reason in str(caught.value)
    assert "get it again, or give vectors as text" in str(caught.value)


def test_an_array_is_no_archive_and_a_text_neither(tmp_path, write):
    np.save(tmp_path / "v.npy", np.zeros(3))
    for file in (tmp_path / "v.npy", write("v.npz", "the 1 2\n"), write("empty.npz", "")):
        with pytest.raises(
            InputError, match=r"not an intact file of word vectors \(not an archive\)"
        ):
            read_archive(file)


def test_a_file_that_is_not_there(tmp_path):
    with pytest.raises(InputError, match=r"v\.npz: cannot be read"):
        read_archive(tmp_path / "v.npz")


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


def test_nothing_is_written_that_would_not_be_read(tmp_path):
    file = tmp_path / "v.npz"
    with pytest.raises(ValueError, match="there twice"):
        write_archive(file, ["a", "a"], np.zeros((2, 1), np.int8), np.zeros(2), DESCRIPTION)
    assert not file.exists()


@pytest.fixture
def installed(tmp_path, monkeypatch):
    """Folders in place of the package's own and of the package of further languages."""
    own, package = tmp_path / "own", tmp_path / "hyperbaton_vectors"
    for folder in (own, package / "data"):
        folder.mkdir(parents=True)
    origin = SimpleNamespace(origin=str(package / "__init__.py"))
    monkeypatch.setattr(bundled, "OWN_DATA", own)
    monkeypatch.setattr(bundled, "find_spec", lambda _: origin)
    return SimpleNamespace(own=own, further=package / "data")


def test_languages_that_are_installed(installed):
    assert vectors_of_language("en") is None
    write_vectors(installed.own / "en.npz")
    write_vectors(installed.further / "de.npz", language="de")
    assert languages_with_vectors() == ["de", "en"]
    assert vectors_of_language("de").description["language"] == "de"
    assert vectors_of_language("en").name == "en"
    assert vectors_of_language("fr") is vectors_of_language("../own/en") is None


def test_vectors_are_read_once(installed):
    write_vectors(installed.own / "en.npz")
    assert vectors_of_language("en") is vectors_of_language("en")


def test_without_the_package_of_further_languages(installed, monkeypatch):
    write_vectors(installed.further / "de.npz")
    monkeypatch.setattr(bundled, "find_spec", lambda _: None)
    assert languages_with_vectors() == []
    assert install_command() == f"pip install {bundled.IN_SOURCES}"
    monkeypatch.setattr(bundled, "IN_SOURCES", installed.own / "nowhere")
    assert install_command() == "pip install hyperbaton-vectors"


def test_the_package_of_further_languages_can_be_imported(monkeypatch):
    monkeypatch.syspath_prepend(bundled.IN_SOURCES)
    monkeypatch.delitem(sys.modules, bundled.PACKAGE, raising=False)
    assert {"en", "de"} <= set(languages_with_vectors())


def test_files_of_users(tmp_path, write):
    file = write_vectors(tmp_path / "v.NPZ")
    known = vectors_of_file(file)
    assert known.words == tuple(ENTRIES)
    assert vectors_of_file(file) is known
    write_vectors(tmp_path / "v.NPZ", {"one": ((1,), 1.0)})
    assert vectors_of_file(file).words == ("one",)
    assert vectors_of_file(write("v.txt", "the 1\n")) == TextVectors(str(tmp_path / "v.txt"))
