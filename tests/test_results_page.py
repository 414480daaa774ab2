"""docs/results.md and docs/flagship.md hold what their commands print, and no other figures."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from hyperbaton.metrics.hyperbaton import ENGLISH, NO_VECTORS, OTHER_VECTORS
from hyperbaton_papers import PAPERS

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT / "tools"))
from update_results import RESULTS, blocks, digest_of  # noqa: E402

FLAGSHIP = ROOT / "docs" / "flagship.md"
PAGES = {page.name: page.read_text(encoding="utf-8") for page in (RESULTS, FLAGSHIP)}
BLOCKS = {name: list(blocks(text)) for name, text in PAGES.items()}
QUICK = "reproduce stanojevic-simaan-2016"
FIGURE = re.compile(r"(?<![\w.])\d*\.\d+(?![\w.])")
each_page = pytest.mark.parametrize("page", PAGES)


def printed_by(page, command):
    """What the only block of a page prints whose command holds a text."""
    (text,) = [block.text for block in BLOCKS[page] if command in block.command]
    return text


@each_page
def test_no_figure_was_edited_by_hand(page):
    assert len(BLOCKS[page]) > 4
    for block in BLOCKS[page]:
        assert digest_of(block.text) == block.digest, (
            f"{block.command}: what follows is not what it printed; "
            f"run tools/update_results.py --page docs/{page} with ONLY set to this command"
        )


@each_page
def test_every_command_is_followed_by_what_it_printed(page):
    commands = re.findall(r"^```sh\n(.*?)\n```", PAGES[page], re.M | re.S)
    assert commands == [block.command for block in BLOCKS[page]]


def test_every_paper_is_reproduced():
    for name in PAPERS:
        commands = [block.command for block in BLOCKS[RESULTS.name]]
        assert any(f"hyperbaton reproduce {name} " in command for command in commands)


@each_page
def test_figures_in_prose_are_printed_by_some_command(page):
    """Rounded as printed, or with fewer places; code and examples are tested elsewhere."""
    known = {figure for block in BLOCKS[page] for figure in FIGURE.findall(block.text)}
    prose = PAGES[page]
    for block in BLOCKS[page]:
        prose = prose.replace(block.written, "")
    prose = re.sub(r"^```.*?^```$", "", prose, flags=re.S | re.M)
    prose = re.sub(r"`[^`]*`|\]\([^)]*\)|^\s*<!--.*?-->", "", prose, flags=re.S | re.M)
    shorter = {f"{float(figure):.{places}f}" for figure in known for places in (1, 2, 3)}
    unknown = [figure for figure in FIGURE.findall(prose) if figure not in known | shorter]
    assert unknown == []


@pytest.mark.parametrize(
    "title, weights",
    [
        ("English", ENGLISH),
        ("Other languages with word vectors", OTHER_VECTORS),
        ("All languages without word vectors", NO_VECTORS),
    ],
)
def test_shipped_weights_are_those_that_were_fitted(title, weights):
    """As the page prints them; the fits themselves need data."""
    text = printed_by(FLAGSHIP.name, "tools/flagship weights")
    _, _, table = text.partition(f"**{title}")
    for name, shipped in weights.items():
        row = re.search(rf"^\| {name} \| .* \| (.*) \| (.*) \|$", table, re.M)
        assert float(row[2]) == pytest.approx(shipped, abs=5e-4)
        assert float(row[1]) == pytest.approx(shipped, abs=0.02)


def test_the_page_is_what_commands_print_now(wmt13):
    """One quick command; `tools/update_results.py --check` runs all of them."""
    command = [sys.executable, str(ROOT / "tools" / "update_results.py"), "--check"]
    found = subprocess.run(
        [*command, f"DATA={wmt13.parent}", f"ONLY={QUICK}"], capture_output=True, text=True
    )
    assert found.returncode == 0, found.stdout
