"""The way data flows: a folder imports only from those above it in docs/architecture.md."""

import ast
import re
import shlex
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path

import pytest

import hyperbaton

PACKAGE = Path(hyperbaton.__file__).parent
REPOSITORY = Path(__file__).parents[1]

sys.path.insert(0, str(REPOSITORY / "docs"))
import draw_architecture  # noqa: E402

ROOMS = draw_architecture.folders(draw_architecture.PAGE.read_text(encoding="utf-8"))
LEVEL_OF = {
    "_core": -1,
    **{name: level for level, name in enumerate(ROOMS)},
    "__main__": len(ROOMS),
}


def imports_of(path):
    """Modules of the package that a file imports when it runs, not for type checking only."""
    for node in ast.walk(without_type_checking(ast.parse(path.read_text(encoding="utf-8")))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def without_type_checking(tree):
    for node in ast.walk(tree):
        if isinstance(node, ast.If) and getattr(node.test, "id", "") == "TYPE_CHECKING":
            node.body = [ast.Pass()]
    return tree


def test_the_page_names_every_room_and_no_other():
    names = {path.stem for path in PACKAGE.iterdir() if path.suffix == ".py" or path.is_dir()}
    assert names - {"__init__", "__main__", "__pycache__"} == set(ROOMS)


def test_rooms_import_only_from_those_before_them():
    for path in PACKAGE.rglob("*.py"):
        home = path.relative_to(PACKAGE).parts[0].removesuffix(".py")
        if home == "__init__":
            continue
        for name in imports_of(path):
            parts = name.split(".")
            if parts[0] != "hyperbaton" or parts[1] in ("__version__", home):
                continue
            assert LEVEL_OF[parts[1]] < LEVEL_OF[home], f"{path.name} imports {name}"


@pytest.mark.parametrize("name", ["utils", "helpers", "common", "misc"])
def test_names_say_what_is_inside(name):
    assert not list(PACKAGE.rglob(f"{name}.py"))


PAGE = draw_architecture.PAGE.read_text(encoding="utf-8")
JOURNEY = re.compile(
    r"^## ([^\n]+)\n\n```(?:console\n\$|sh\n)\s?hyperbaton ([^\n|]+)(.*?)(?=^## )", re.M | re.S
)
JOURNEYS = {title: (command, text) for title, command, text in JOURNEY.findall(PAGE)}


@pytest.mark.parametrize("title", JOURNEYS)
def test_journeys_are_those_of_a_trace(title, tmp_path):
    command, text = JOURNEYS[title]
    if title == "From two files to a page":
        command = command.replace("report.html", str(tmp_path / "report.html"))
    trace = [sys.executable, str(REPOSITORY / "tools" / "trace_journey.py"), *shlex.split(command)]
    printed = subprocess.run(trace, cwd=REPOSITORY, capture_output=True, text=True, check=True)
    names = printed.stdout.splitlines()[1:]
    entered = [f"{name.partition('.')[2].replace('.', '/')}.py" for name in names]
    entered = [re.sub(r"^(cli|metrics)\.py$", r"\1/__init__.py", name) for name in entered]
    named = re.findall(r"^\| `([^`]+)`", text, re.M)
    if named:
        assert named == entered
    else:
        assert set(re.findall(r"`((?:\w+/)+\w+\.py)`", text)) - {"docs/contract.py"} <= set(entered)


def test_the_version_is_the_same_in_both_places():
    assert hyperbaton.__version__ == version("hyperbaton")


def test_exported_names():
    for name in hyperbaton.__all__:
        assert getattr(hyperbaton, name) is not None
    expected = """
        Aligner Explanation HyperbatonError MbrChoice MeteorAligner Output PermutationBatch
        PermutationForest PermutationTree Preparation Resampling ScoreReport TestSet __version__
        align explain mbr metrics pairwise score score_batches score_permutations write_report
    """
    assert sorted(hyperbaton.__all__) == expected.split()


def test_every_metric_class_can_be_imported_from_metrics():
    metrics = hyperbaton.metrics
    for kind in metrics.METRICS.values():
        assert getattr(metrics, kind.__name__) is kind
        assert kind.__name__ in metrics.__all__


ALONE = """
import runpy, sys
from importlib import import_module
from pathlib import Path

KNOWN = {*sys.stdlib_module_names, "hyperbaton", "numpy", "Stemmer", "tqdm"}

class OfThose:
    def __init__(self, finder):
        self.finder = finder

    def find_spec(self, name, path=None, target=None):
        return self.finder.find_spec(name, path, target) if name.split(".")[0] in KNOWN else None

sys.meta_path = [OfThose(finder) for finder in sys.meta_path]
from hyperbaton.cli import COMMANDS
for command in {*COMMANDS} - {"batch", "reproduce"}:  # these need Arrow and a package
    import_module(f"hyperbaton.cli.{command}")
tour = runpy.run_path(sys.argv[1])
tour["main"].__globals__["REPORT"] = Path(sys.argv[2])
tour["main"]()
"""


def test_commands_and_the_tour_need_no_package_that_is_not_installed_with_ours(tmp_path):
    page = tmp_path / "tour.html"
    tour = [sys.executable, "-c", ALONE, REPOSITORY / "demo" / "run.py", page]
    done = subprocess.run(tour, text=True, capture_output=True, check=False)
    assert done.returncode == 0, done.stderr
    assert f"Every segment with all its moves: {page}" in done.stdout
