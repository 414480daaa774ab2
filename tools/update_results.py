"""Runs the commands of docs/results.md again and puts what they print below them.

    python tools/update_results.py DATA=… PARAPHRASES=… [ONLY=stanojevic-simaan-2016]

A command stands in a block of `sh`; what it prints follows between two comments. Capital names in
commands stand for paths, which are given as arguments. ONLY takes the commands that hold a text.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

PAGE = Path(__file__).parents[1] / "docs" / "results.md"
BEGIN, END = "<!-- printed -->", "<!-- end -->"
BLOCK = re.compile(rf"```sh\n((?:(?!```).)*?)\n```\n\n{BEGIN}\n(.*?){END}", re.S)


def printed(command: str, places: dict[str, str]) -> str:
    """What a command prints, with names in place of paths."""
    for name, path in places.items():
        command = re.sub(rf"\b{name}\b", path, command)
    environment = {**os.environ, "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}"}
    text = subprocess.run(
        ["bash", "-c", command],
        cwd=PAGE.parents[1],
        env=environment,
        stdout=subprocess.PIPE,
        encoding="utf-8",
        check=True,
    ).stdout
    for name, path in places.items():
        text = text.replace(path, name)
    return text.strip()


def main() -> None:
    """Rewrites the page, block by block."""
    places = dict(argument.split("=", 1) for argument in sys.argv[1:])
    only = places.pop("ONLY", "")
    for command, old in BLOCK.findall(PAGE.read_text(encoding="utf-8")):
        if only not in command:
            continue
        print(command, file=sys.stderr)
        before = f"```sh\n{command}\n```\n\n{BEGIN}\n"
        new = f"{before}{printed(command, places)}\n{END}"
        page = PAGE.read_text(encoding="utf-8").replace(f"{before}{old}{END}", new)
        PAGE.write_text(page, encoding="utf-8")


if __name__ == "__main__":
    main()
