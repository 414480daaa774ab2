"""What workers do in tests: in a module that other processes can import by its name."""

import os
import time

from hyperbaton.errors import InputError


def slower_at_first(item):
    time.sleep(0.2 if item == 0 else 0)
    return item, os.getpid()


def failing_on_three(item):
    if item == 3:
        raise InputError("three")
    return item


def ending(item):
    os._exit(7)


def given(function):
    return function


def not_ready():
    raise InputError("no model")
