"""What share of small faults, planted at random, the tests notice.

    .venv/bin/python tools/sample_mutants.py CHECKOUT --sample 150 --out out/mutants.json
    .venv/bin/python tools/sample_mutants.py CHECKOUT --native --sample 50

CHECKOUT is copied and never written to. One run of its tests under coverage records which tests
reach which line; tests that fail without a fault are left out. Then faults are planted, each alone
in a copy, and at most --tests of the tests that reach the line run, those that reach fewest lines
first. A failure or a run that takes too long kills the fault; what survives is printed. Lines that
no test reaches count as survivors. The same seed draws the same faults from the same checkout,
however many --jobs there are.

With --native the faults are in the C++ core, and its own tests are compiled and run for each; what
does not compile is no fault. Faults that only cost time, in bounds of searches, survive rightly.
With --seconds no fault is begun after that time.
"""

from __future__ import annotations

import argparse
import ast
import json
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Lock
from typing import NamedTuple

ROOMS = ("metrics", "alignment", "scoring")
TESTS = ("metrics", "alignment", "permutation", "scoring", "evidence", "explanation", "vectors")
RUN = (
    "import sys; sys.meta_path[:] = [f for f in sys.meta_path if 'ScikitBuild' not in"
    " type(f).__name__]; sys.path.insert(0, 'src'); import pytest; sys.exit(pytest.main())"
)
SWAPS: dict[type[ast.AST], str] = {
    ast.Lt: "<=", ast.LtE: "<", ast.Gt: ">=", ast.GtE: ">", ast.Eq: "!=", ast.NotEq: "==",
    ast.Add: "-", ast.Sub: "+", ast.Mult: "/", ast.Div: "*", ast.FloorDiv: "*", ast.Mod: "*",
    ast.Pow: "*", ast.BitAnd: "|", ast.BitOr: "&", ast.And: "or", ast.Or: "and",
    ast.In: "not in", ast.NotIn: "in", ast.Is: "is not", ast.IsNot: "is",
}  # fmt: skip
NATIVE_SWAPS = {
    " < ": " <= ", " <= ": " < ", " > ": " >= ", " >= ": " > ", " == ": " != ", " != ": " == ",
    " + ": " - ", " - ": " + ", " * ": " + ", " / ": " * ", " && ": " || ", " || ": " && ",
    " += ": " -= ", " -= ": " += ", " 0;": " 1;", " 1;": " 2;", " + 1": " + 2", " - 1": " - 2",
    "true": "false", "false": "true",
}  # fmt: skip
NOT_CODE = re.compile(
    r"^\s*(//|#|\*|template|static_assert|using|throw|constexpr|inline constexpr)"
)
NATIVE_OPTIONS = ("-DHYPERBATON_PYTHON=OFF", "-DHYPERBATON_TESTS=ON", "-DCMAKE_BUILD_TYPE=Debug",
                  "-DCMAKE_CXX_FLAGS_DEBUG=-O1")  # fmt: skip
SECONDS = 120  # for the tests of one fault


class Fault(NamedTuple):
    """A file, the line in it that is changed, and the whole text with the change."""

    file: str
    line: int
    before: str
    after: str
    text: str


def changed(source: str, node: ast.AST) -> str | None:
    """A node as it is written with a fault in it; None where there is nothing to change."""
    if not isinstance(node, ast.Constant | ast.UnaryOp | ast.Compare | ast.BinOp | ast.BoolOp):
        return None
    copy = ast.parse(f"({ast.unparse(node)})", mode="eval").body
    if isinstance(copy, ast.Constant) and isinstance(copy.value, bool):
        return str(not copy.value)
    if isinstance(copy, ast.Constant) and isinstance(copy.value, int | float):
        return repr(copy.value + 1)
    if isinstance(copy, ast.UnaryOp) and isinstance(copy.op, ast.Not):
        return f"bool({ast.unparse(copy.operand)})"
    if isinstance(copy, ast.Compare) and type(copy.ops[0]) in SWAPS and len(copy.ops) == 1:
        left, right = ast.unparse(copy.left), ast.unparse(copy.comparators[0])
        return f"({left}) {SWAPS[type(copy.ops[0])]} ({right})"
    if isinstance(copy, ast.BinOp) and type(copy.op) in SWAPS:
        return f"({ast.unparse(copy.left)}) {SWAPS[type(copy.op)]} ({ast.unparse(copy.right)})"
    if isinstance(copy, ast.BoolOp):
        return f" {SWAPS[type(copy.op)]} ".join(f"({ast.unparse(v)})" for v in copy.values)
    return None


def faults_of(path: Path, name: str) -> Iterator[Fault]:
    """Faults in the functions of a file, all within one line, none in messages or annotations."""
    source = path.read_text()
    lines = source.split("\n")

    def walk(node: ast.AST) -> Iterator[ast.AST]:
        for field, value in ast.iter_fields(node):
            if field in ("annotation", "returns", "decorator_list"):
                continue
            for child in value if isinstance(value, list) else [value]:
                if isinstance(child, ast.JoinedStr | ast.Raise | ast.Assert):
                    continue
                if isinstance(child, ast.AST):
                    yield child
                    yield from walk(child)

    functions = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.FunctionDef)]
    nodes = {
        (node.lineno, node.col_offset, type(node).__name__): node
        for function in functions
        for node in walk(function)
        if isinstance(node, ast.expr) and node.lineno == node.end_lineno
    }
    for node in nodes.values():
        if node.end_col_offset is not None:
            after = changed(source, node)
            if after is None:
                continue
            row = lines[node.lineno - 1].encode()
            new = (row[: node.col_offset] + after.encode() + row[node.end_col_offset :]).decode()
            text = "\n".join([*lines[: node.lineno - 1], new, *lines[node.lineno :]])
            yield Fault(name, node.lineno, lines[node.lineno - 1].strip(), new.strip(), text)


def native_faults_of(path: Path, name: str) -> Iterator[Fault]:
    """Faults in the lines of a C++ file, one operator or number each."""
    lines = path.read_text().split("\n")
    for number, line in enumerate(lines, start=1):
        code = line.partition("//")[0]
        if NOT_CODE.match(line) or '"' in code or not line.startswith("  "):
            continue
        for before, after in NATIVE_SWAPS.items():
            for match in re.finditer(re.escape(before), code):
                new = line[: match.start()] + after + line[match.end() :]
                text = "\n".join([*lines[: number - 1], new, *lines[number:]])
                yield Fault(name, number, line.strip(), new.strip(), text)


class NativeTests:
    """The C++ tests of a tree, compiled as far as they have changed."""

    def __init__(self, tree: Path, jobs: int) -> None:
        self.build, self.jobs = tree / "build" / "mutants", str(jobs)
        command = ["cmake", "-G", "Ninja", "-S", tree, "-B", self.build, *NATIVE_OPTIONS]
        subprocess.run(command, check=True, capture_output=True)
        if not self.compiles() or self.fail():
            raise SystemExit("the native tests do not pass without a fault")

    def compiles(self) -> bool:
        """Compiles the tests, and says whether that is possible."""
        command = ["cmake", "--build", self.build, "--parallel", self.jobs]
        return subprocess.run(command, check=False, capture_output=True).returncode == 0

    def fail(self) -> bool:
        """Whether a test fails, or takes too long."""
        options = f"--stop-on-failure --timeout {SECONDS} --parallel {self.jobs}"
        command = ["ctest", "--test-dir", str(self.build), *options.split()]
        done = subprocess.run(command, check=False, capture_output=True)
        return done.returncode != 0


def environment_of(tree: Path) -> dict[str, str]:
    """What the tests of a tree see of the surroundings."""
    loader = {"LD_LIBRARY_PATH": path} if (path := os.environ.get("LD_LIBRARY_PATH")) else {}
    return {"PATH": "/usr/bin:/bin", "HOME": str(tree), "HYPOTHESIS_SEED": "0", **loader}


def run_tests(tree: Path, tests: list[str], seconds: float | None = None) -> bool:
    """Whether tests pass in a tree."""
    options = ["-q", "-x", "-p", "no:cacheprovider", "--no-header"]
    command = [sys.executable, "-c", RUN, *options, *tests]
    try:
        done = subprocess.run(
            command, cwd=tree, env=environment_of(tree), capture_output=True, timeout=seconds,
            check=False,
        )  # fmt: skip
    except subprocess.TimeoutExpired:
        return False
    return done.returncode == 0


PLUGIN = """
import os, coverage, pytest
failed = set()

@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_protocol(item):
    coverage.Coverage.current().switch_context(item.nodeid)
    yield

def pytest_runtest_logreport(report):
    if report.failed:
        failed.add(report.nodeid)

def pytest_unconfigure():
    with open(os.environ["COVERAGE_FILE"] + ".failed", "w") as file:
        file.write("\\n".join(failed))
"""


def reached_lines(tree: Path, files: list[Path], jobs: int) -> dict[str, dict[int, list[str]]]:
    """By file and line the tests that reach it, those that reach fewest lines first."""
    import coverage

    (tree / "plugin.py").write_text(PLUGIN)
    rooms = [f"src/hyperbaton/{room}/*" for room in ROOMS]
    (tree / ".coveragerc").write_text("[run]\ninclude =\n    " + "\n    ".join(rooms) + "\n")
    script = RUN.replace("import pytest;", "import pytest, coverage;").replace(
        "sys.exit(pytest.main())",
        "c = coverage.Coverage(); c.start(); pytest.main(sys.argv[1:]); c.stop(); c.save()",
    )

    def covered(number: int, file: Path) -> Path:
        path = tree / f".coverage{number}"
        surroundings = {"PYTHONPATH": str(tree), "COVERAGE_FILE": str(path)}
        command = [sys.executable, "-c", script, "-q", "-p", "plugin", "-p", "no:cacheprovider"]
        subprocess.run(
            [*command, str(file.relative_to(tree))], cwd=tree, capture_output=True, check=False,
            env=environment_of(tree) | surroundings,
        )  # fmt: skip
        return path

    files = sorted(files, key=lambda file: -file.stat().st_size)
    with ThreadPoolExecutor(jobs) as pool:
        paths = list(pool.map(covered, range(len(files)), files))
    found: dict[str, dict[int, list[str]]] = {}
    sizes: dict[str, int] = {}
    for path in paths:
        data = coverage.CoverageData(str(path))
        data.read()
        notes = path.with_name(path.name + ".failed")
        failed = set(notes.read_text().splitlines()) if notes.exists() else set()
        for file in data.measured_files():
            of_file = found.setdefault(str(Path(file).relative_to(tree.resolve())), {})
            for line, tests in data.contexts_by_lineno(file).items():
                passing = [test for test in set(tests) if test and test not in failed]
                of_file.setdefault(line, []).extend(passing)
                for test in passing:
                    sizes[test] = sizes.get(test, 0) + 1
    for lines in found.values():
        for tests_of_line in lines.values():
            tests_of_line.sort(key=lambda test: (sizes[test], test))
    return found


def drawn(tree: Path, given: argparse.Namespace) -> list[Fault]:
    """Every fault that could be planted, in the order of the seed."""
    pattern, rooms = ("*.[ch]pp", [tree / "cpp/src"]) if given.native else ("*.py", [
        tree / "src/hyperbaton" / room for room in ROOMS])  # fmt: skip
    find = native_faults_of if given.native else faults_of
    every = [
        fault
        for room in rooms
        for file in sorted(room.rglob(pattern))
        if file.name != "unicode_tables.cpp"
        for fault in find(file, str(file.relative_to(tree)))
    ]
    random.Random(given.seed).shuffle(every)
    return every


def plant(tree: Path, copies: list[Path], given: argparse.Namespace) -> dict[Fault, bool]:
    """Plants faults in copies of a tree, side by side; for each whether the tests noticed it."""
    waiting = iter(drawn(tree, given))
    end = time.monotonic() + given.seconds
    noticed: dict[Fault, bool] = {}
    lock = Lock()
    if not given.native:
        files = [
            file
            for room in TESTS
            for file in (tree / "tests" / room).rglob("test_*.py")
        ]  # fmt: skip
        if given.reached and given.reached.exists():
            stored = json.loads(given.reached.read_text())
            reached = {
                file: {int(line): tests for line, tests in lines.items()}
                for file, lines in stored.items()
            }
        else:
            reached = reached_lines(tree, files, len(copies))
            if given.reached:
                given.reached.write_text(json.dumps(reached))
        print(f"{len(files)} files of tests reach {len(reached)} files", flush=True)

    def work(copy: Path) -> None:
        native = NativeTests(copy, max(1, (os.cpu_count() or 1) // len(copies)))\
            if given.native else None  # fmt: skip
        while time.monotonic() < end:
            with lock:
                if len(noticed) >= given.sample:
                    return
                fault = next(waiting, None)
            if fault is None:
                return
            file = copy / fault.file
            original = file.read_text()
            file.write_text(fault.text)
            try:
                if native:
                    if not native.compiles():
                        continue
                    found = native.fail()
                else:
                    of_line = reached.get(fault.file, {}).get(fault.line, [])[: given.tests]
                    found = bool(of_line) and not run_tests(copy, of_line, SECONDS)
            finally:
                file.write_text(original)
            with lock:
                noticed[fault] = found
                print(f"{sum(noticed.values())} of {len(noticed)} found", flush=True)

    with ThreadPoolExecutor(len(copies)) as pool:
        list(pool.map(work, copies))
    return noticed


def main() -> None:
    """Plants faults and prints the share that is found."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("checkout", type=Path)
    parser.add_argument("--native", action="store_true", help="in the C++ core")
    parser.add_argument("--sample", type=int, default=150)
    parser.add_argument("--tests", type=int, default=40, help="that run for one fault in Python")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1, help="faults looked at side by side")
    parser.add_argument("--seconds", type=float, default=float("inf"))
    parser.add_argument("--reached", type=Path, help="keeps which tests reach which lines")
    parser.add_argument("--out", type=Path)
    given = parser.parse_args()
    ignored = shutil.ignore_patterns(".git", ".venv", "build", "out", "node_modules")
    with tempfile.TemporaryDirectory(prefix="mutants-") as scratch:
        trees = [Path(scratch).resolve() / str(number) for number in range(given.jobs + 1)]
        for tree in trees:
            shutil.copytree(given.checkout, tree, ignore=ignored)
            if not given.native:
                core = next(iter([*given.checkout.glob("src/hyperbaton/_core*.so"),
                                  *given.checkout.glob("build/cp*/_core*.so")]))  # fmt: skip
                shutil.copy(core, tree / "src/hyperbaton")
        noticed = plant(trees[0], trees[1:], given)
    survivors = [
        f"{fault.file}:{fault.line}: {fault.before}  →  {fault.after}"
        for fault, found in noticed.items()
        if not found
    ]
    print(*sorted(survivors), sep="\n")
    if given.out:
        killed = sum(noticed.values())
        given.out.write_text(json.dumps({"killed": killed, "of": len(noticed), "left": survivors}))
    print(f"{sum(noticed.values())} of {len(noticed)} faults found")


if __name__ == "__main__":
    main()
