"""A folder with the bundled data, for runs in it."""

from pathlib import Path

import pytest

pytest.importorskip("pyarrow", reason="needs pyarrow")

DEMO = Path(__file__).parents[2] / "demo"


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """An empty folder, the current one."""
    (tmp_path / "demo").symlink_to(DEMO, target_is_directory=True)
    monkeypatch.chdir(tmp_path)
    return tmp_path
