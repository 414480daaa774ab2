"""Runs the commands of docs/results.md again and puts what they print below them.

    python tools/update_results.py DATA=… METEOR=… [ONLY=stanojevic-simaan-2016]
    python tools/update_results.py --check DATA=… METEOR=… [ONLY=…]

A command stands in a block of `sh`; what it prints follows between two comments, the first of which
holds a digest of it, so that a figure edited by hand is noticed without running anything. Capital
names in commands stand for paths, which are given as arguments. ONLY takes the commands that hold a
text. With --check nothing is written: the exit status is 1 if some command prints something else.
"""

from __future__ import annotations

import difflib
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

PAGE = Path(__file__).parents[1] / "docs" / "results.md"
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
        cwd=PAGE.parents[1],
        env=environment,
        stdout=subprocess.PIPE,
        encoding="utf-8",
        check=True,
    ).stdout
    for name, path in places.items():
        text = text.replace(path, name)
    return text.strip()


def update(block: Block, text: str) -> None:
    """Writes what a command prints to the page, which others may have changed meanwhile."""
    page = BLOCK.sub(
        lambda found: (
            Block(block.command, text, digest_of(text)).written
            if found["command"] == block.command
            else found[0]
        ),
        PAGE.read_text(encoding="utf-8"),
    )
    PAGE.write_text(page, encoding="utf-8")


def differences(block: Block, text: str) -> list[str]:
    """Lines that a command no longer prints, and those that it prints instead."""
    lines = difflib.unified_diff(block.text.splitlines(), text.splitlines(), "page", "now", n=0)
    return list(lines)


def main() -> None:
    """Rewrites the page block by block, or compares it."""
    check = "--check" in sys.argv
    places = dict(argument.split("=", 1) for argument in sys.argv[1:] if "=" in argument)
    only = places.pop("ONLY", "")
    stale = False
    for block in blocks(PAGE.read_text(encoding="utf-8")):
        if only not in block.command:
            continue
        print(block.command, file=sys.stderr)
        text = printed(block.command, places)
        if not check:
            update(block, text)
        elif text != block.text:
            stale = True
            print(block.command, *differences(block, text), sep="\n")
    sys.exit(1 if stale else 0)


if __name__ == "__main__":
    main()
