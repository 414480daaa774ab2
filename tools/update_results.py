"""Runs the commands of a page again and puts what they print below them.

    python tools/update_results.py DATA=… METEOR=… [ONLY=stanojevic-simaan-2016]
    python tools/update_results.py --check DATA=… METEOR=… [ONLY=…]
    python tools/update_results.py --page docs/flagship.md DATA=…

The page is docs/results.md unless another one is named. A command stands in a block of `sh`; what
it prints follows between two comments, the first of which holds a digest of it, so that a figure
edited by hand is noticed without running anything. Capital names in commands stand for paths, which
are given as arguments. ONLY takes the commands that hold a text. With --check nothing is written:
the exit status is 1 if some command prints something else.
"""

from __future__ import annotations

import argparse
import difflib
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[1]
RESULTS = ROOT / "docs" / "results.md"
END = "<!-- end -->"
BLOCK = re.compile(
    r"```sh\n(?P<command>(?:(?!```).)*?)\n```\n\n"
    rf"<!-- printed(?: (?P<digest>\w+))? -->\n(?P<text>.*?)\n?{END}",
    re.S,
)


class Block(NamedTuple):
    """A command of the page, what it printed, and the digest of that."""

    command: str
    text: str
    digest: str

    @property
    def written(self) -> str:
        """As it stands on the page."""
        return f"```sh\n{self.command}\n```\n\n<!-- printed {self.digest} -->\n{self.text}\n{END}"


def blocks(page: str) -> Iterator[Block]:
    """All blocks of a page."""
    for found in BLOCK.finditer(page):
        yield Block(found["command"], found["text"], found["digest"] or "")


def digest_of(text: str) -> str:
    """A short name for a text that changes with it."""
    return sha256(text.encode()).hexdigest()[:16]


def printed(command: str, places: dict[str, str]) -> str:
    """What a command prints, with names in place of paths."""
    for name, path in places.items():
        command = re.sub(rf"\b{name}\b", path, command)
    environment = {**os.environ, "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}"}
    text = subprocess.run(
        ["bash", "-o", "pipefail", "-c", command],
        cwd=ROOT,
        env=environment,
        stdout=subprocess.PIPE,
        encoding="utf-8",
        check=True,
    ).stdout
    for name, path in places.items():
        text = text.replace(path, name)
    return text.strip()


def update(page: Path, block: Block, text: str) -> None:
    """Writes what a command prints to the page, which others may have changed meanwhile."""
    changed = BLOCK.sub(
        lambda found: (
            Block(block.command, text, digest_of(text)).written
            if found["command"] == block.command
            else found[0]
        ),
        page.read_text(encoding="utf-8"),
    )
    page.write_text(changed, encoding="utf-8")


def differences(block: Block, text: str) -> list[str]:
    """Lines that a command no longer prints, and those that it prints instead."""
    lines = difflib.unified_diff(block.text.splitlines(), text.splitlines(), "page", "now", n=0)
    return list(lines)


def parser() -> argparse.ArgumentParser:
    """The options."""
    options = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    options.add_argument("--page", type=Path, default=RESULTS, help="default docs/results.md")
    options.add_argument("--check", action="store_true", help="compare, and write nothing")
    options.add_argument("places", nargs="*", metavar="NAME=PATH", help="what names stand for")
    return options


def main() -> None:
    """Rewrites the page block by block, or compares it."""
    chosen = parser().parse_args()
    places = dict(argument.split("=", 1) for argument in chosen.places)
    only = places.pop("ONLY", "")
    stale = False
    for block in blocks(chosen.page.read_text(encoding="utf-8")):
        if only not in block.command:
            continue
        print(block.command, file=sys.stderr)
        text = printed(block.command, places)
        if not chosen.check:
            update(chosen.page, block, text)
        elif text != block.text:
            stale = True
            print(block.command, *differences(block, text), sep="\n")
    sys.exit(1 if stale else 0)


if __name__ == "__main__":
    main()
