"""The three descriptors that every process starts with, also where someone has closed them."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager

STANDARD_ERROR = 2

# What they are opened for: reading the input and writing the output fail, messages are dropped.
STANDARD = {0: os.O_WRONLY, 1: os.O_RDONLY, 2: os.O_WRONLY}


def occupy_standard_descriptors() -> None:
    """Opens those that are closed, before a file that is opened later gets their number."""
    for number, way in STANDARD.items():
        try:
            os.fstat(number)
        except OSError:
            opened = os.open(os.devnull, way)
            os.dup2(opened, number)
            if opened != number:
                os.close(opened)
            else:
                os.set_inheritable(number, True)


@contextmanager
def muted_standard_error() -> Iterator[None]:
    """What native code and programs that are started write to standard error is dropped."""
    kept = os.dup(STANDARD_ERROR)
    nowhere = os.open(os.devnull, os.O_WRONLY)
    try:
        os.dup2(nowhere, STANDARD_ERROR)
        yield
    finally:
        os.dup2(kept, STANDARD_ERROR)
        os.close(kept)
        os.close(nowhere)
