"""What share of small faults, planted at random in Python and C++, the tests find.

    python tools/sample_mutants.py CHECKOUT --python .venv/bin/python --out out/mutants.json

CHECKOUT is copied, built with -O1 and never written to. Of every line that can be damaged, one
damage is drawn; half of the sample is Python, half C++. One run of the Python tests records which
functions each test calls. A fault in Python then meets the tests that call its function, then those
that call others of its file, the ones named after its folders first, and the quickest of these
first, until their seconds add up to --budget. A fault in C++ meets the C++ tests whose programs it
changes, those of its folder first, then Python tests within the budget, on an extension built from
it. The first failure ends it, as does a test that takes far longer than it should. What does not
compile, or compiles to the same programs, is replaced and not counted.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

ROOMS = "src/hyperbaton/metrics src/hyperbaton/alignment src/hyperbaton/scoring cpp/src cpp/include"
TESTS = (
    "metrics alignment permutation forest scoring evidence explanation notation text trees bitext "
    "vectors native cli/test_score_command.py"
)
SWAPS = {
    "<": "<= >=", "<=": "< >", ">": ">= <=", ">=": "> <", "==": "!=", "!=": "==", "+": "-",
    "-": "+", "*": "/", "/": "*", "//": "*", "%": "*", "**": "*", "@": "*", "&": "|", "|": "&",
    "^": "&", "<<": ">>", ">>": "<<", "+=": "-=", "-=": "+=", "&&": "||", "||": "&&", "and": "or",
    "or": "and", "is": "is~not", "is not": "is", "in": "not~in", "not in": "in", "min": "max",
    "max": "min", "minimum": "maximum", "maximum": "minimum", "argmin": "argmax",
    "argmax": "argmin", "any": "all", "all": "any", "any_of": "all_of", "all_of": "any_of",
    "True": "False", "False": "True", "true": "false", "false": "true",
}  # fmt: skip
NAMES = {"min", "max", "minimum", "maximum", "argmin", "argmax", "any", "all"}
NO_CODE = (ast.JoinedStr, ast.Raise, ast.Assert, ast.Import, ast.ImportFrom)
TEXTS = {"summary", "formula", "citations", "__all__"}  # attributes that compute nothing
OPERATOR = re.compile(r"is not|not in|[<>=!]=|\*\*|//|<<|>>|[-+*/%<>&|^@]|\b(?:in|is|and|or)\b")
# clang-format puts spaces around binary operators, and around nothing else that looks like one.
CPP_TOKEN = re.compile(
    r"(?<= )(?:[-+<>=!]=|&&|\|\||<<|>>|[-+*/%<>&|^])(?=\s)|\b(?:true|false)\b"
    r"|(?<=::)(?:min|max|any_of|all_of)\b|(?<![\w.'])\d+(?![\w.'])"
)
CPP_TEXT = re.compile(r"//[^\n]*|/\*.*?\*/|\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])*'", re.DOTALL)
CPP_IDLE = re.compile(  # lines that are no code, or that only speed matters to
    r"\s*#|.*(?:\\$|static_assert|\btemplate\b|\busing\b|operator|noexcept|reserve\(|prefetch|\[\[)"
)
CPP_SPEED = {"dispatch.hpp", "cpu.cpp", "cpu.hpp"}  # files that choose between kernels
SITE = (
    "import sys\nsys.meta_path[:] = [finder for finder in sys.meta_path if "
    "not type(finder).__name__.startswith('ScikitBuild')]\n"
)
NOT_COUNTED = ("does not compile", "same programs")
Edit = tuple[int, int, str]  # from, to, and what takes that place


class Mutant(NamedTuple):
    """A file with one fault."""

    path: str
    line: int
    before: str
    after: str
    source: str

    @property
    def room(self) -> str:
        """The folder by which results are grouped."""
        parts = Path(self.path).parts
        return f"cpp/{parts[-2]}" if parts[0] == "cpp" else parts[2].removesuffix(".py")


def code_nodes(node: ast.AST) -> Iterator[ast.AST]:
    """What computes something: no annotations, texts, messages, or looks at a prompt."""
    targets = getattr(node, "targets", None) or [getattr(node, "target", None)]
    if (
        isinstance(node, NO_CODE)
        or getattr(node, "name", "") == "__repr__"
        or TEXTS & {getattr(target, "id", "") for target in targets}
        or (isinstance(node, ast.If) and getattr(node.test, "id", "") == "TYPE_CHECKING")
    ):
        return
    yield node
    for field, value in ast.iter_fields(node):
        if field not in ("annotation", "returns", "decorator_list"):
            for child in value if isinstance(value, list) else [value]:
                if isinstance(child, ast.AST):
                    yield from code_nodes(child)


def swapped(start: int, found: str) -> Iterator[Edit]:
    """Every fault that a word, an operator or a number can be replaced by."""
    others = SWAPS.get(found, "").split()
    if found.isdigit():
        others = [str(int(found) + step) for step in (1, -1) if int(found) + step >= 0]
    yield from ((start, start + len(found), text.replace("~", " ")) for text in others)


def python_edits(source: str) -> Iterator[Edit]:
    """Faults of a Python file; offsets are bytes, as are those of `ast`."""
    starts = [0, *(match.end() for match in re.finditer("\n", source))]
    for node in code_nodes(ast.parse(source.encode("latin-1"))):
        if not hasattr(node, "lineno") and not isinstance(node, ast.comprehension):
            continue
        span = lambda at: (  # noqa: E731
            starts[at.lineno - 1] + at.col_offset,
            starts[at.end_lineno - 1] + at.end_col_offset,
        )
        operands: list[ast.expr] = []
        tests: list[ast.expr] = []
        match node:
            case ast.Compare(left=left, comparators=others):
                operands = [left, *others]
            case ast.BinOp(left=left, right=right):
                operands = [left, right]
            case ast.BoolOp(values=operands):
                pass
            case ast.Constant(value=bool() | int() | float()):
                ...
