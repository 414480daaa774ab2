"""eflomal is a program of its own: a stand-in shows how it is called, the program that it works."""

import shutil

import pytest

from hyperbaton.bitext import align_with_eflomal, eflomal
from hyperbaton.errors import InputError, MissingDependencyError, OptionError


def test_both_directions_are_combined(stand_in):
    source = [["das", "Haus"], [], ["ja", "ja", "ja"]]
    target = [["the", "house"], ["yes"], ["yes", "yes"]]
    assert align_with_eflomal(source, target).to_pharaoh() == ["0-0 1-1", "", "0-0 1-1"]
    crossed = align_with_eflomal(source, target, "intersection")
    assert crossed.to_pharaoh() == ["0-0", "", "0-0"]
    assert crossed.source_lengths.tolist() == [2, 0, 3]


def test_its_failure_is_reported(stand_in):
    with pytest.raises(InputError, match="eflomal-align failed with exit code 1: nothing to align"):
        align_with_eflomal([[]], [["a"]])


def test_not_installed(monkeypatch, tmp_path):
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr("sys.executable", str(tmp_path / "python"))
    with pytest.raises(MissingDependencyError) as caught:
        align_with_eflomal([["a"]], [["b"]])
    assert str(caught.value).endswith("run: pip install 'hyperbaton[eflomal]'")


def test_what_it_cannot_align(stand_in):
    with pytest.raises(InputError, match="1 source sentences but 2 translations"):
        align_with_eflomal([["a"]], [["b"], ["c"]])
    with pytest.raises(InputError, match="'a b' is not a word"):
        align_with_eflomal([["a b"]], [["c"]])
    with pytest.raises(OptionError, match="got 'diag'"):
        align_with_eflomal([["a"]], [["b"]], "diag")


@pytest.mark.skipif(shutil.which(eflomal.PROGRAM) is None, reason="eflomal is not installed")
def test_the_program_itself():
    words = [f"w{k}" for k in range(12)]
    source = [[words[(k * 5 + i * 7) % 12] for i in range(5)] for k in range(300)]
    target = [[word.upper() for word in sentence] for sentence in source]
    found = align_with_eflomal(source, target)
    right = (found.source == found.target).sum()
    assert right / len(found.source) > 0.9
    assert right > 0.9 * 5 * 300
