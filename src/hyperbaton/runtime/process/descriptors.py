"""The three descriptors that every process starts with, also where someone has closed them."""

from __future__ import annotations

import os

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
