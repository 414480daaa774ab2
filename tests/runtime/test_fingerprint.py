"""Fingerprints of files and texts."""

import pytest

from hyperbaton.errors import InputError
from hyperbaton.files import BLOCK, digest_of, fingerprint


def test_fingerprints_tell_models_apart(tmp_path):
    for folder, content in (("a", "x"), ("b", "x"), ("c", "y")):
        (tmp_path / folder / "deep").mkdir(parents=True)
        (tmp_path / folder / "deep" / "weights").write_text(content)
    prints = {folder: fingerprint(tmp_path / folder) for folder in "abc"}
    assert prints["a"] == prints["b"] != prints["c"]
    (tmp_path / "b" / "more").write_text("")
    assert fingerprint(tmp_path / "b") != prints["b"]


def test_a_file_is_known_by_its_contents_not_by_its_name(tmp_path):
    one, two = tmp_path / "one", tmp_path / "two"
    one.write_text("same")
    two.write_text("same")
    assert fingerprint(one) == fingerprint(two) == fingerprint(str(one))
    two.write_text("samf")
    assert fingerprint(one) != fingerprint(two)


def test_every_block_of_a_large_file_counts(tmp_path):
    path = tmp_path / "large"
    content = bytearray(2 * BLOCK + 7)
    seen = set()
    for place in (None, 0, BLOCK - 1, BLOCK, 2 * BLOCK + 6):
        changed = bytearray(content)
        if place is not None:
            changed[place] = 1
        path.write_bytes(changed)
        seen.add(fingerprint(path))
    assert len(seen) == 5


def test_in_a_folder_names_count_and_byte_code_does_not(tmp_path):
    (tmp_path / "a").write_text("x")
    before = fingerprint(tmp_path)
    (tmp_path / "__pycache__").mkdir()
    (tmp_path / "__pycache__" / "a.pyc").write_text("code")
    assert fingerprint(tmp_path) == before
    (tmp_path / "a").rename(tmp_path / "b")
    assert fingerprint(tmp_path) != before


def test_a_missing_file_is_named(tmp_path):
    with pytest.raises(InputError, match=r"none: cannot be read \(No such file or directory\)"):
        fingerprint(tmp_path / "none")


def test_digests_tell_groupings_apart():
    digests = [
        digest_of(),
        digest_of(""),
        digest_of([]),
        digest_of("ab"),
        digest_of("a", "b"),
        digest_of(["a", "b"]),
        digest_of(["a", "b"], []),
        digest_of([], ["a", "b"]),
        digest_of("b", "a"),
        digest_of("\ud800"),
    ]
    assert len(set(digests)) == len(digests)
    assert digest_of("a") == digest_of(b"a") == digest_of(iter(["a"]))
