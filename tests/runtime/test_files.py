"""Files appear when they are complete, and not before."""

import gc

import pytest
from hyperbaton.runtime.collection import ALLOCATIONS, rare_collection

from hyperbaton.errors import InputError
from hyperbaton.files import check_target, write_lines


def test_lines_end_in_a_file(tmp_path):
    write_lines(["a", "é"], tmp_path / "x.txt")
    assert (tmp_path / "x.txt").read_bytes() == "a\né\n".encode()


def test_what_fails_leaves_nothing_behind(tmp_path):
    (tmp_path / "x.txt").write_text("old")

    def lines():
        yield "new"
        raise RuntimeError

    with pytest.raises(RuntimeError):
        write_lines(lines(), tmp_path / "x.txt")
    assert [path.name for path in tmp_path.iterdir()] == ["x.txt"]
    assert (tmp_path / "x.txt").read_text() == "old"


def test_a_folder_that_is_not_there(tmp_path):
    check_target(tmp_path / "x.txt")
    for act in (check_target, lambda path: write_lines([], path)):
        with pytest.raises(InputError, match=r"x.txt: cannot be written \("):
            act(tmp_path / "none" / "x.txt")


@pytest.mark.parametrize("youngest", [700, 0, 10 * ALLOCATIONS])
def test_collection_is_rarer_for_a_while(youngest):
    before = gc.get_threshold()
    try:
        gc.set_threshold(youngest, 10, 10)
        with rare_collection():
            assert gc.get_threshold()[0] == (max(youngest, ALLOCATIONS) if youngest else 0)
        assert gc.get_threshold() == (youngest, 10, 10)
    finally:
        gc.set_threshold(*before)
