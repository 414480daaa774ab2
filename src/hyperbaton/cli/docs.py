"""`hyperbaton docs`: the pages of the documentation, and the texts of their examples."""

from __future__ import annotations

import argparse
import shutil
from pathlib import Path

from hyperbaton.checks import as_choice
from hyperbaton.cli.options import option
from hyperbaton.errors import OptionError

DESCRIPTION = """\
Lists the pages of the documentation, or prints one as Markdown. The examples there and in the help
of all commands use a small corpus in the folder demo/; --demo copies it to the current folder.
"""
EPILOG = """\
examples:
  hyperbaton docs
  hyperbaton docs --demo
"""
PACKAGE = Path(__file__).parents[1]
PLACES = (PACKAGE, PACKAGE.parents[1])  # where it is installed, and in a clone
DEMO = Path("demo")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the arguments of the command."""
    option(parser, "page PAGE?", "the page to print")
    option(parser, "--demo", "copy the corpus of the examples to ./demo")


def run(arguments: argparse.Namespace) -> None:
    """Lists the pages, prints one, or copies the corpus."""
    if arguments.demo:
        if DEMO.exists():
            raise OptionError("--demo: demo already exists here; remove it, or use another folder")
        shutil.copytree(_folder("demo"), DEMO)
        return
    pages = {page.stem: page for page in sorted(_folder("docs").glob("*.md"))}
    if arguments.page is not None:
        print(pages[as_choice(arguments.page, pages, "PAGE")].read_text("utf-8"), end="")
        return
    width = max(map(len, pages))
    for name, page in pages.items():
        title = page.read_text("utf-8").partition("\n")[0].removeprefix("# ")
        print(f"{name:{width}}  {title}")


def _folder(name: str) -> Path:
    return next(place / name for place in PLACES if (place / name).is_dir())
