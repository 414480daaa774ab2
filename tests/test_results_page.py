"""docs/results.md holds what its commands print, and no other figures."""

import re
import shlex
import subprocess
import sys
from pathlib import Path

from hyperbaton.reproduction import PAPERS

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT / "tools"))
from update_results import PAGE, blocks, digest_of  # noqa: E402

TEXT = PAGE.read_text(encoding="utf-8")
BLOCKS = list(blocks(TEXT))
QUICK = "reproduce stanojevic-simaan-2016"
FIGURE = re.compile(r"(?<![\w.])\d+\.\d+(?![\w.])")


def test_no_figure_was_edited_by_hand():
    assert len(BLOCKS) > 10
    for block in BLOCKS:
        assert digest_of(block.text) == block.digest, (
            f"{block.command}: what follows is not what it printed; "
            "run tools/update_results.py with ONLY set to this command"
        )


def test_an_edited_figure_is_noticed():
    block = BLOCKS[0]
    edited = re.sub(r"\d\.\d{3}", "0.999", block.text, count=1)
    assert edited != block.text
    assert digest_of(edited) != block.digest


def test_every_paper_is_reproduced():
    for name in PAPERS:
        assert any(f"hyperbaton reproduce {name} " in block.command for block in BLOCKS)


def test_commands_can_be_run():
    for block in BLOCKS:
        program, *arguments = shlex.split(block.command)
        assert program in ("hyperbaton", "python")
        if program == "python":
            assert (ROOT / arguments[0]).is_file()


def test_figures_in_prose_are_printed_by_some_command():
    """Rounded as printed, or with fewer places."""
    known = {figure for block in BLOCKS for figure in FIGURE.findall(block.text)}
    prose = TEXT
    for block in BLOCKS:
        prose = prose.replace(block.written, "")
    prose = re.sub(r"`[^`]*`|\]\([^)]*\)|^\s*<!--.*?-->", "", prose, flags=re.S | re.M)
    shorter = {f"{float(figure):.{places}f}" for figure in known for places in (1, 2)}
    unknown = [figure for figure in FIGURE.findall(prose) if figure not in known | shorter]
    assert unknown == []


def test_the_page_is_what_commands_print_now(wmt13):
    """One quick command; `tools/update_results.py --check` runs all of them."""
    command = [sys.executable, str(ROOT / "tools" / "update_results.py"), "--check"]
    found = subprocess.run(
        [*command, f"DATA={wmt13.parent}", f"ONLY={QUICK}"], capture_output=True, text=True
    )
    assert found.returncode == 0, found.stdout
