"""The command lines that all other tests here start from do work."""

import pytest
from hostility.children import assert_promised, run
from hostility.command_lines import COMMAND_LINES, ENDING_COMMAND_LINES

from hyperbaton.cli import COMMANDS


def test_every_command_has_a_command_line():
    assert [line.module for line in COMMAND_LINES] == list(COMMANDS)


@pytest.mark.parametrize("line", ENDING_COMMAND_LINES, ids=str)
def test_the_first_example_of_the_help_succeeds(line, folder, stand_in):
    ended = run(line.argv, folder=folder)
    assert_promised(ended, "examples", codes=[0])
