"""Every example in README, docs and docstrings runs and prints what it says."""

import doctest
import importlib
import os
import pkgutil
import re
import subprocess
import sys
from pathlib import Path

import pytest

import hyperbaton

REPOSITORY = Path(__file__).parents[1]
PAGES = [REPOSITORY / "README.md", *sorted((REPOSITORY / "docs").glob("*.md"))]
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```", re.M | re.S)
MODULES = [
    info.name
    for info in pkgutil.walk_packages(hyperbaton.__path__, "hyperbaton.")
    if info.name not in ("hyperbaton.__main__", "hyperbaton._core")
]


def blocks(language):
    for page in PAGES:
        for match in BLOCK.finditer(page.read_text(encoding="utf-8")):
            if match[1] == language:
                line = page.read_text(encoding="utf-8")[: match.start()].count("\n") + 1
                yield pytest.param(match[2], id=f"{page.name}:{line}")


def commands(block):
    """Pairs of a command and what it prints."""
    for part in re.split(r"^\$ ", block, flags=re.M)[1:]:
        command, _, output = part.partition("\n")
        yield command, output


@pytest.mark.parametrize("block", list(blocks("console")))
def test_console_example(block):
    scripts = Path(sys.executable).parent
    environment = {**os.environ, "PATH": f"{scripts}{os.pathsep}{os.environ['PATH']}"}
    for command, expected in commands(block):
        result = subprocess.run(
            ["bash", "-c", command],
            cwd=REPOSITORY,
            env=environment,
            capture_output=True,
            encoding="utf-8",
            timeout=120,
        )
        assert result.stdout == expected, command
        assert result.returncode == 0


@pytest.mark.parametrize("block", list(blocks("python")))
def test_python_example(block, monkeypatch):
    monkeypatch.chdir(REPOSITORY)
    example = doctest.DocTestParser().get_doctest(block, {}, "example", None, None)
    assert example.examples
    failures = []
    doctest.DocTestRunner().run(example, out=failures.append)
    assert not failures, "".join(failures)


@pytest.mark.parametrize("module", ["hyperbaton", *MODULES])
def test_docstring_examples(module):
    results = doctest.testmod(importlib.import_module(module))
    assert results.failed == 0


def test_links_between_pages_lead_somewhere():
    for page in [*PAGES, REPOSITORY / "CONTRIBUTING.md"]:
        for target in re.findall(r"\]\(([^)#]+)\)", page.read_text(encoding="utf-8")):
            assert target.startswith("http") or (page.parent / target).exists(), (page, target)
