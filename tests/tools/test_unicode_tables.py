"""The tool that writes what the core knows about characters."""

import sys
from pathlib import Path

import build_unicode_tables
import pytest

from hyperbaton import _core

TABLES = Path(__file__).parents[2] / "cpp" / "src" / "text" / "unicode_tables.cpp"


def test_the_tables_are_those_that_the_tool_writes(monkeypatch):
    if build_unicode_tables.unicode_version() != _core.unicode_version:
        pytest.skip(f"needs a package regex with Unicode {_core.unicode_version}")
    monkeypatch.setattr(sys, "argv", ["build_unicode_tables.py", str(TABLES), "--check"])
    assert build_unicode_tables.main() == 0
