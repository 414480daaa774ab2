"""Every command with a command line that works, found by introspection.

The line is the first example in the command's own help that runs on the bundled data, so that a new
command is covered as soon as its help has an example.
"""

from __future__ import annotations

import argparse
import re
import shlex
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType

from hyperbaton.cli import COMMANDS

REPOSITORY = Path(__file__).parents[2]
DEMO = REPOSITORY / "demo"
WITHOUT_END = {"serve"}  # run until they are told to stop
WITH_PROGRAM = {"align-source"}  # call eflomal; tests put a stand-in on the path


@dataclass(frozen=True)
class CommandLine:
    """A command and arguments with which it succeeds, in a folder that `prepare` made ready."""

    module: ModuleType
    arguments: tuple[str, ...]

    @property
    def name(self) -> str:
        return str(self.module.NAME)

    @property
    def argv(self) -> list[str]:
        return [self.name, *self.arguments]

    @property
    def options(self) -> list[argparse.Action]:
        """All arguments that the command declares, less --help."""
        parser = argparse.ArgumentParser(add_help=False)
        self.module.add_arguments(parser)
        return parser._actions

    def options_where(self, wanted: Callable[[argparse.Action], bool]) -> list[argparse.Action]:
        return [option for option in self.options if wanted(option)]

    def __str__(self) -> str:
        return self.name


def prepare(folder: Path) -> Path:
    """Makes a folder in which examples of the help can run."""
    (folder / "demo").symlink_to(DEMO, target_is_directory=True)
    return folder


def command_line(module: ModuleType) -> CommandLine:
    """The first example of a command's help that needs nothing but the bundled data."""
    for example in _examples(module):
        if example[:2] == ["hyperbaton", module.NAME]:
            arguments = _without_redirections(example[2:])
            if all(map(_is_bundled, arguments)):
                return CommandLine(module, tuple(arguments))
    raise AssertionError(f"{module.NAME} --help has no example that runs on the bundled data")


def _examples(module: ModuleType) -> list[list[str]]:
    joined = re.sub(r"\\\n\s*", " ", module.EPILOG)
    lines = [line.strip() for line in joined.splitlines()]
    return [shlex.split(line) for line in lines if line.startswith("hyperbaton ")]


def _without_redirections(words: list[str]) -> list[str]:
    for index, word in enumerate(words):
        if word in ("|", ">", "<"):
            return words[:index]
    return words


def _is_bundled(argument: str) -> bool:
    """Whether an argument is no file, or a file or folder of the bundled data."""
    if argument.startswith("demo/"):
        return (REPOSITORY / argument).exists()
    return not re.fullmatch(r"wmt\d\d|DIR|REF|HYP|[a-z]+\.(txt|de|tsv|conllu|align)", argument)


COMMAND_LINES = [command_line(module) for module in COMMANDS]
ENDING_COMMAND_LINES = [line for line in COMMAND_LINES if line.name not in WITHOUT_END]
