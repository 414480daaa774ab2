"""docs/papers.md cites modules, tests and tables that exist, and leaves no cell open."""

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
    files = [
        *(ROOT / "tests").rglob("*.py"),
        *(ROOT / "papers" / "tests").rglob("*.py"),
        *(ROOT / "cpp" / "tests").rglob("*.?pp"),
    ]
    pattern = re.compile(r"^(?:def|\w[\w:<>&* ]*) ((?:test|check)_\w+)\(", re.M)
    return {name for path in files for name in pattern.findall(path.read_text(encoding="utf-8"))}


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
