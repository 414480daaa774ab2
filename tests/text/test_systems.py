"""Files of a test set that must agree with each other."""

import pytest

from hyperbaton import TestSet
from hyperbaton.errors import InputError
from hyperbaton.text.reading import read_reference_streams, read_systems


@pytest.fixture
def folder(tmp_path):
    files = {"a.txt": "one\ntwo\n", "b.txt": "uno\n\n", "short.txt": "one\n", "a.tsv": "mt\nx\ny\n"}
    for name, content in files.items():
        (tmp_path / name).write_text(content, encoding="utf-8")
    return tmp_path


def test_blank_second_references_are_absent(folder):
    streams = read_reference_streams([f"{folder}/a.txt", f"{folder}/b.txt"])
    assert TestSet(streams).texts == (("one", "uno"), ("two",))
    first = read_reference_streams([f"{folder}/b.txt"])
    assert TestSet(first).texts == (("uno",), ("",))


def test_unequal_counts_name_both(folder):
    with pytest.raises(InputError, match=r"short\.txt has 1 segment but .*a\.txt has 2"):
        read_reference_streams([f"{folder}/a.txt", f"{folder}/short.txt"])
    with pytest.raises(InputError, match=r"short\.txt has 1 segment but ref has 2"):
        read_systems([f"{folder}/short.txt"], 2, "ref")


def test_systems_are_named_after_their_files(folder):
    systems = read_systems([f"{folder}/a.txt", f"{folder}/b.txt"], 2, "ref")
    assert list(systems) == ["a", "b"]
    both = [f"{folder}/a.txt", f"{folder}/a.tsv:mt"]
    assert list(read_systems(both, 2, "ref")) == both
    with pytest.raises(InputError, match="given twice"):
        read_systems([both[0], both[0]], 2, "ref")
