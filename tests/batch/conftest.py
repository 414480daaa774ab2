"""A folder with the bundled data, for runs in it."""

import pytest
from hostility.command_lines import prepare

pytest.importorskip("pyarrow", reason="needs pyarrow")


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """An empty folder, the current one, in which examples of the help run."""
    monkeypatch.chdir(tmp_path)
    return prepare(tmp_path)
