"""docs/papers.md cites modules, tests and tables that exist, and leaves no cell open."""

import ast
import re
from functools import cache
from pathlib import Path

import pytest

from hyperbaton_papers import PAPERS
from hyperbaton_papers.published import published_tables

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "src" / "hyperbaton"
TEXT = (ROOT / "docs" / "papers.md").read_text(encoding="utf-8")
SECTION = re.compile(r"^## (.*?)\n(.*?)(?=^## |\Z)", re.M | re.S)
CITED_TEST = re.compile(r"`((?:test|check)_\w+)`")
CITED_PATH = re.compile(r"`((?:\w+/)+(?:\w+\.(?:py|cpp|hpp|json))?)`")
CITED_NAME = re.compile(r"`((?:\w+/)+\w+\.py)`((?:,? `[A-Za-z_][\w.]*`)+)")
CASE = re.compile(r"test_papers_example` \(([^)]*)\)")
OPEN = re.compile(r"\bTODO\b|not done|not yet|\bFIXME\b|\?\?", re.I)


def sections():
    """The part of the page about each paper, by its heading such as `Birch & Osborne 2010`."""
    return {heading.partition(":")[0]: body for heading, body in SECTION.findall(TEXT)}


def rows():
    """The cells of every line of a table that is not its header or the rule below it."""
    lines = TEXT.splitlines()
    for line, following in zip(lines, [*lines[1:], ""], strict=True):
        if line.startswith("|") and not line.startswith("| ---") and "| --- |" not in following:
            yield [cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]]


@cache
def defined_tests():
    """Names of test functions of Python and of checks in C++, by their text."""
    files = [*(ROOT / "tests").rglob("*.py"), *(ROOT / "cpp" / "tests").rglob("*.?pp")]
    pattern = re.compile(r"^(?:def|\w[\w:<>&* ]*) ((?:test|check)_\w+)\(", re.M)
    return {name for path in files for name in pattern.findall(path.read_text(encoding="utf-8"))}


def module(path):
    return (ROOT if path.startswith("papers/") else PACKAGE) / path


@cache
def names_of(path):
    """Classes, functions, methods, fields and constants of a module, as `Class.method` too."""
    found = set()

    def visit(body, prefix):
        for node in body:
            if isinstance(node, ast.ClassDef | ast.FunctionDef):
                found.add(prefix + node.name)
                if isinstance(node, ast.ClassDef):
                    visit(node.body, f"{prefix}{node.name}.")
            elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
                found.add(prefix + node.target.id)
            elif isinstance(node, ast.Assign):
                found.update(prefix + t.id for t in node.targets if isinstance(t, ast.Name))

    visit(ast.parse(path.read_text(encoding="utf-8")).body, "")
    return found


def test_every_paper_has_a_section_and_a_command():
    assert len(PAPERS) == 5
    for name, paper in PAPERS.items():
        assert paper.authors in sections()
        assert f"*{paper.title}*" in sections()[paper.authors].replace("\n", " ")
        assert f"`hyperbaton reproduce {name} --data DIR`" in TEXT


def test_no_cell_is_open():
    cells = [cell for row in rows() for cell in row]
    assert len(cells) > 400
    for cell in cells:
        assert cell and not OPEN.search(cell), cell


def test_only_what_needs_no_test_has_none():
    for item, where, tested in (row for row in rows() if len(row) == 3):
        if tested == "–":
            assert re.search(r"nothing to implement|prints none|no data in the paper", where), item
        else:
            assert CITED_TEST.search(tested) or tested.startswith("the same"), item


def test_cited_tests_exist():
    cited = {name for row in rows() if len(row) == 3 for name in CITED_TEST.findall(row[2])}
    assert len(cited) > 100
    assert sorted(cited - defined_tests()) == []


def test_cited_paths_exist():
    cited = set(CITED_PATH.findall(TEXT))
    assert len(cited) > 50
    missing = {path for path in cited if not any((top / path).exists() for top in (PACKAGE, ROOT))}
    assert not missing


def test_cited_names_are_in_their_modules():
    """What stands right behind a module is in it; parameters stand behind a word."""
    cited = [
        (path, name)
        for path, names in CITED_NAME.findall(TEXT)
        for name in re.findall(r"[A-Za-z_][\w.]*", names)
    ]
    assert len(cited) > 80
    assert [place for place in cited if place[1] not in names_of(module(place[0]))] == []


def test_cited_cases_exist():
    golden = "".join(
        path.read_text(encoding="utf-8") for path in (ROOT / "tests" / "golden").glob("*.jsonl")
    )
    cited = {name for names in CASE.findall(TEXT) for name in re.findall(r"`([\w-]+)`", names)}
    assert len(cited) > 5
    assert [name for name in cited if f'"id": "{name}"' not in golden] == []


@pytest.mark.parametrize("table", published_tables())
def test_every_published_table_is_on_the_page(table):
    paper, _, number = table.rpartition("-table-")
    items = sections()[PAPERS[paper].authors].split("### Experiments")[1]
    first_cells = [line.split(" | ")[0] for line in items.splitlines() if line.startswith("| ")]
    assert any(re.match(rf"\| Tables? {number}\b", cell) for cell in first_cells)
