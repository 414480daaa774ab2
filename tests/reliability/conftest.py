"""A folder with the bundled data, and the tally at the end of the run."""

import pytest
from hostility import tally
from hostility.command_lines import prepare


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """An empty folder, the current one, in which every example of the help runs."""
    monkeypatch.chdir(tmp_path)
    return prepare(tmp_path)


def pytest_terminal_summary(terminalreporter):
    found = tally.lines()
    if found:
        terminalreporter.section("hostile inputs tried, by class")
        terminalreporter.write_line("\n".join(found))
