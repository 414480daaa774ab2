"""What share of small faults, planted at random in Python, the tests notice.

    .venv/bin/python tools/sample_mutants.py CHECKOUT --sample 150 --out out/mutants.json

CHECKOUT is copied and never written to. One run of its tests under coverage records which tests
reach which line. Then, one after the other, a fault is planted in a line that some test reaches,
and at most --tests of the tests that reach it run, those that reach fewest lines first. A failure
or a run that takes too long kills the fault; what survives is printed. Lines that no test reaches
count as survivors. The same seed draws the same share of every room from any checkout.
"""

from __future__ import annotations

import argparse
import ast
import json
import random
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
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


def run_tests(tree: Path, tests: list[str], seconds: float | None = None) -> bool:
    """Whether tests pass in a tree."""
    options = ["-q", "-x", "-p", "no:cacheprovider", "--no-header"]
    command = [sys.executable, "-c", RUN, *options, *tests]
    environment = {"PATH": "/usr/bin:/bin", "HOME": str(tree), "HYPOTHESIS_SEED": "0"}
    try:
        done = subprocess.run(
            command, cwd=tree, env=environment, capture_output=True, timeout=seconds, check=False
        )
    except subprocess.TimeoutExpired:
        return False
    return done.returncode == 0


def reached_lines(tree: Path, tests: list[str]) -> dict[str, dict[int, list[str]]]:
    """By file and line the tests that reach it, those that reach fewest lines first."""
    import coverage

    (tree / "plugin.py").write_text(
        "import coverage, pytest\n"
        "@pytest.hookimpl(hookwrapper=True)\n"
        "def pytest_runtest_protocol(item):\n"
        "    coverage.Coverage.current().switch_context(item.nodeid)\n"
        "    yield\n"
    )
    rooms = [f"src/hyperbaton/{room}/*" for room in ROOMS]
    (tree / ".coveragerc").write_text("[run]\ninclude =\n    " + "\n    ".join(rooms) + "\n")
    script = RUN.replace("import pytest;", "import pytest, coverage;").replace(
        "sys.exit(pytest.main())",
        "c = coverage.Coverage(); c.start(); pytest.main(sys.argv[1:]); c.stop(); c.save()",
    )
    options = ["-q", "-p", "plugin", "-p", "no:cacheprovider", *tests]
    environment = {"PATH": "/usr/bin:/bin", "HOME": str(tree), "PYTHONPATH": str(tree)}
    command = [sys.executable, "-c", script, *options]
    subprocess.run(command, cwd=tree, env=environment, capture_output=True, check=False)
    data = coverage.CoverageData(str(tree / ".coverage"))
    data.read()
    found: dict[str, dict[int, list[str]]] = {}
    sizes: dict[str, int] = {}
    for file in data.measured_files():
        by_line = data.contexts_by_lineno(file)
        name = str(Path(file).relative_to(tree.resolve()))
        found[name] = {line: [test for test in tests if test] for line, tests in by_line.items()}
        for tests_of_line in found[name].values():
            for test in tests_of_line:
                sizes[test] = sizes.get(test, 0) + 1
    for lines in found.values():
        for line in lines:
            lines[line] = sorted(set(lines[line]), key=lambda test: (sizes[test], test))
    return found


def main() -> None:
    """Plants faults and prints the share that is found."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("checkout", type=Path)
    parser.add_argument("--sample", type=int, default=150)
    parser.add_argument("--tests", type=int, default=40, help="that run for one fault")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="mutants-") as scratch:
        tree = Path(scratch).resolve() / "tree"
        ignored = shutil.ignore_patterns(".git", ".venv", "build", "out", "node_modules")
        shutil.copytree(given.checkout, tree, ignore=ignored)
        core = next(iter([*given.checkout.glob("src/hyperbaton/_core*.so"),
                          *given.checkout.glob("build/cp*/_core*.so")]))  # fmt: skip
        shutil.copy(core, tree / "src/hyperbaton")
        tests = [f"tests/{room}" for room in TESTS if (tree / "tests" / room).is_dir()]
        reached = reached_lines(tree, tests)
        rooms = [sorted((tree / "src/hyperbaton" / room).rglob("*.py")) for room in ROOMS]
        every = [
            fault
            for files in rooms
            for file in files
            for fault in faults_of(file, str(file.relative_to(tree)))
        ]
        chosen = random.Random(given.seed).sample(every, min(given.sample, len(every)))
        killed, survivors = 0, []
        for number, fault in enumerate(chosen, start=1):
            file = tree / fault.file
            original = file.read_text()
            file.write_text(fault.text)
            of_line = reached.get(fault.file, {}).get(fault.line, [])[: given.tests]
            survived = not of_line or run_tests(tree, of_line, SECONDS)
            file.write_text(original)
            killed += not survived
            if survived:
                survivors.append(f"{fault.file}:{fault.line}: {fault.before}  →  {fault.after}")
                print(survivors[-1], flush=True)
            print(f"{killed} of {number} found", flush=True)
    if given.out:
        given.out.write_text(json.dumps({"killed": killed, "of": len(chosen), "left": survivors}))
    print(f"{killed} of {len(chosen)} faults found, of {len(every)} possible ones")


if __name__ == "__main__":
    main()
