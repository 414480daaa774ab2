"""The fuzz targets: what they reach, what they promise."""

import importlib
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

REPOSITORY = Path(__file__).parents[1]
FUZZ = REPOSITORY / "fuzz"
CPP = REPOSITORY / "cpp"
LIBRARY = "hyperbaton/"
# What every other header uses, and what is nothing but a declaration for others.
NOT_FUZZED = re.compile(
    r"runtime/|edit_operation|growing_array|text_batch|segments\.hpp|word_classes"
)


@pytest.fixture
def module_of_fuzz(monkeypatch):
    """Imports a module of the folder, and forgets it again."""
    monkeypatch.syspath_prepend(str(FUZZ))
    known = set(sys.modules)
    yield importlib.import_module
    for name in set(sys.modules) - known:
        if Path(getattr(sys.modules[name], "__file__", None) or "").parent == FUZZ:
            del sys.modules[name]


def run_fuzz(*arguments, **environment):
    return subprocess.run(
        [sys.executable, str(FUZZ), *arguments],
        cwd=REPOSITORY,
        env={**os.environ, **environment},
        capture_output=True,
        encoding="utf-8",
        timeout=120,
    )


def included(path):
    """The headers that a fuzz target reaches without the help of the library's own headers."""
    found = set()
    for name in re.findall(r'^#include "(.+)"', path.read_text("utf-8"), re.MULTILINE):
        found.add(name)
        if not name.startswith(LIBRARY) and (CPP / name).exists():
            found |= included(CPP / name)
    return found


def test_every_native_header_has_a_target():
    reached = set().union(*(included(path) for path in (CPP / "fuzz").glob("fuzz_*.cpp")))
    headers = {
        str(path.relative_to(CPP / "include"))
        for path in (CPP / "include").rglob("*.hpp")
        if not NOT_FUZZED.search(str(path))
    }
    assert len(headers) > 20
    assert not headers - reached


def test_targets_are_listed_without_clang_and_run_on_their_seeds(tmp_path, module_of_fuzz):
    listed = run_fuzz("--list", PATH=str(tmp_path))
    assert "clang with libFuzzer is missing: the native core is not fuzzed" in listed.stderr
    modules = ("readers", "notations", "texts")
    readers, notations, texts = (module_of_fuzz(name) for name in modules)
    targets = [*readers.reader_targets(tmp_path), *notations.notation_targets()]
    targets += texts.text_targets()
    assert [target.name for target in targets] == listed.stdout.split()
    for target in targets:
        for seed in target.seeds:
            target.check(seed)
