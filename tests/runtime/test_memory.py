"""What is left of memory is the least of what machine, container and process leave."""

import pytest

from hyperbaton.errors import InputError
from hyperbaton.runtime import memory


@pytest.fixture
def container(tmp_path, monkeypatch):
    """A container with as much memory as is written into its files."""
    monkeypatch.setattr(memory, "CONTROL_GROUP", tmp_path)

    def limited(limit, used):
        (tmp_path / "memory.max").write_text(f"{limit}\n")
        (tmp_path / "memory.current").write_text(f"{used}\n")

    return limited


def test_a_container_may_leave_least(container):
    container(5000, 3000)
    assert memory.available_memory() == 2000
    with pytest.raises(InputError, match=r"^x: needs about 0.0 GB of memory, .*; split it$"):
        memory.require_memory(2001, "x", "split it")
    memory.require_memory(2000, "x", "split it")


def test_a_full_container_leaves_nothing(container):
    container(5000, 6000)
    assert memory.available_memory() == 0


def test_a_container_without_a_limit(container):
    without = memory.available_memory()
    container("max", 10)
    assert memory.available_memory() == pytest.approx(without, rel=0.5)
    container(5000, 1)
    assert memory.available_memory() == 4999
