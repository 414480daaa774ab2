"""The worked examples of CONTRIBUTING.md are complete, and the paths it names exist."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from hyperbaton import _core

REPOSITORY = Path(__file__).parents[1]
PAGE = (REPOSITORY / "CONTRIBUTING.md").read_text(encoding="utf-8")
EXAMPLES = dict(re.findall(r"^## Add ([^\n]*)\n(.*?)(?=^## |\Z)", PAGE, re.M | re.S))
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```", re.M | re.S)
NUMBERS = {"one": 1, "two": 2}
# What an editable install imports first would win over PYTHONPATH.
SITE = """import sys
sys.meta_path[:] = [f for f in sys.meta_path if "ScikitBuild" not in type(f).__name__]
"""


def edited(text, diff):
    """A text after a diff whose hunks are found by their preparation."""
    for hunk in diff.split("@@\n"):
        lines = hunk.splitlines(keepends=True)
        before, after = (
            "".join(line[1:] or "\n" for line in lines if line[0] != mark) for mark in "+-"
        )
        assert text.count(before) == 1, before
        text = text.replace(before, after)
    return text


@pytest.fixture(params=EXAMPLES)
def example(request, tmp_path):
    """An example's text, and what runs a program on a copy of the package with its edits."""
    package = tmp_path / "hyperbaton"
    ignored = shutil.ignore_patterns("__pycache__", "*.so", "*.pyd")
    shutil.copytree(REPOSITORY / "src" / "hyperbaton", package, ignore=ignored)
    shutil.copy(_core.__file__, package)
    (tmp_path / "sitecustomize.py").write_text(SITE)
    text, touched = EXAMPLES[request.param], set()
    for block in BLOCK.finditer(text):
        if block[1] in ("py", "diff"):
            name = re.findall(r"`src/(hyperbaton/\S+)`", text[: block.start()])[-1]
            path = tmp_path / name
            assert path.exists() == (block[1] == "diff")
            new = edited(path.read_text(encoding="utf-8"), block[2]) if path.exists() else block[2]
            path.write_text(new, encoding="utf-8")
            touched.add(name)
    assert len(touched) == sum(NUMBERS.get(word, 0) for word in request.param.split())

    def run(*command, folder=tmp_path):
        folders = [Path(sys.executable).parent, os.environ["PATH"]]
        environment = {
            **os.environ,
            "PATH": os.pathsep.join(map(str, folders)),
            "PYTHONPATH": str(tmp_path),
        }
        return subprocess.run(
            command, cwd=folder, env=environment, capture_output=True, encoding="utf-8", timeout=120
        )

    return text, run


def test_example(example, tmp_path):
    text, run = example
    place = run(sys.executable, "-c", "import hyperbaton; print(hyperbaton.__file__)").stdout
    assert Path(place.strip()).parent == tmp_path / "hyperbaton"
    shown = [block for block in BLOCK.findall(text) if block[0] in ("console", "python")]
    assert shown
    for language, block in shown:
        if language == "python":
            (tmp_path / "example.txt").write_text(block, encoding="utf-8")
            result = run(sys.executable, "-m", "doctest", "example.txt")
            assert result.returncode == 0, result.stdout
        else:
            for part in re.split(r"^\$ ", block, flags=re.M)[1:]:
                command, _, output = part.partition("\n")
                result = run("bash", "-c", command)
                assert result.stdout == output, result.stderr


@pytest.mark.parametrize("example", [name for name in EXAMPLES if "metric" in name], indirect=True)
def test_the_metric_keeps_the_contract(example):
    _, run = example
    contract = REPOSITORY / "tests" / "metrics" / "test_contract.py"
    options = ["-q", "-p", "no:cacheprovider", "-k", "jaccard"]
    result = run(sys.executable, "-m", "pytest", *options, contract, folder=REPOSITORY)
    assert result.returncode == 0, result.stdout


def test_paths_exist():
    for home, rows in re.findall(r"^\| to change \| open(.*?) \|\n(.*?)\n\n", PAGE, re.M | re.S):
        folder = REPOSITORY / "src" / "hyperbaton" if home else REPOSITORY
        for name in re.findall(r"`([\w/]+(?:/|\.\w+))`", rows):
            assert (folder / name).exists() or (REPOSITORY / name).exists(), name
