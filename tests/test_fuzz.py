"""The fuzz targets: what they reach, what they promise, and how their figures are read."""

import importlib
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from hyperbaton.errors import InputError

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


def test_findings_can_be_seen_again(tmp_path):
    kept = tmp_path / "finding"
    kept.write_bytes(b"pef(beta=0.3)")
    assert run_fuzz("--replay", "metric-notation", str(kept)).returncode == 0
    missing = run_fuzz("--replay", "metric-notation", str(tmp_path / "none"))
    assert missing.returncode == 1
    assert "FileNotFoundError" in missing.stderr
    assert "there is no target no-such" in run_fuzz("--replay", "no-such").stderr


class VerboseError(InputError):
    def __str__(self):
        return "1\n2\n3\n4"


def refuse(message, error=InputError):
    raise error(message)


def test_only_errors_of_the_package_are_as_promised(module_of_fuzz):
    result_or_refusal = module_of_fuzz("promise").result_or_refusal
    assert result_or_refusal(lambda: 3) == 3
    assert result_or_refusal(lambda: refuse("a.txt: is wrong"), "a.txt") is None
    with pytest.raises(AssertionError, match="is not named"):
        result_or_refusal(lambda: refuse("something is wrong"), "a.txt")
    with pytest.raises(AssertionError, match="too many lines"):
        result_or_refusal(lambda: refuse("", VerboseError))
    with pytest.raises(ZeroDivisionError):
        result_or_refusal(lambda: 1 / 0)


class Beside:
    """Reads back as another value."""

    def __str__(self):
        return "beside"

    def written(self, *, explicit):
        return "beside()"


def test_a_value_that_is_read_back_differently_is_found(module_of_fuzz):
    notations = module_of_fuzz("notations")
    notations.check_round_trip(notations.metrics.parse("pef(beta=0.3)"), notations.metrics.parse)
    with pytest.raises(AssertionError, match="which is read as"):
        notations.check_round_trip(Beside(), lambda text: Beside())


BROKEN = """
import sys
from pathlib import Path
sys.path.insert(0, sys.argv[1])
from fuzzing import fuzz_all
from target import Target

def check(data):
    if b"!" in data:
        raise ValueError("an exclamation mark")

targets = [Target("marks", (b"?",), (b"!",), check=check), Target("all", check=lambda data: None)]
for outcome in fuzz_all(targets, 4, 2, Path(sys.argv[2])):
    print(outcome.target, outcome.finding or "-", outcome.reason or "-", sep="|")
"""


def test_a_broken_promise_is_found_and_its_input_kept(tmp_path):
    pytest.importorskip("atheris", reason="needs atheris, which make fuzz installs")
    ended = subprocess.run(
        [sys.executable, "-c", BROKEN, str(FUZZ), str(tmp_path)],
        capture_output=True,
        encoding="utf-8",
        timeout=120,
    )
    outcomes = dict(line.split("|", 1) for line in ended.stdout.splitlines())
    assert outcomes["all"] == "-|-", ended.stderr
    finding, reason = outcomes["marks"].split("|")
    assert reason == "ValueError: an exclamation mark"
    assert Path(finding).parent == tmp_path / "findings" / "marks"
    assert b"!" in Path(finding).read_bytes()
