"""Numbers of threads: which are accepted, and what happens where so many cannot be had."""

from __future__ import annotations

import subprocess
import sys

import numpy as np
import pytest

from hyperbaton.errors import OptionError
from hyperbaton.resources import resolve_threads

SHORT_OF_MEMORY = """
import resource
import numpy as np
from hyperbaton import _core

words = np.arange(200_000, dtype=np.int32)
ends = np.arange(0, 200_001, 100)
segments = words, ends, words, ends, np.arange(len(ends))
used = int(open("/proc/self/statm").read().split()[0]) * resource.getpagesize()
resource.setrlimit(resource.RLIMIT_AS, (used + (200 << 20), resource.RLIM_INFINITY))
distances, _, exact = _core.inversion_distances(segments, 1.0, 1.0, 1.0, 1.0, 0, 1000)
print(float(distances.sum()), int(exact.sum()))
"""


@pytest.mark.skipif(sys.platform != "linux", reason="needs a limit on address space")
def test_threads_that_cannot_be_started_are_done_without() -> None:
    command = [sys.executable, "-c", SHORT_OF_MEMORY]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120)
    assert (done.returncode, done.stdout) == (0, "0.0 2000\n"), done.stderr


@pytest.mark.parametrize("number", [1, 2, 1024, np.int64(3), np.uint8(4)])
def test_accepted(number: int) -> None:
    resolved = resolve_threads(number)
    assert resolved == number
    assert type(resolved) is int


def test_default_is_accepted_too() -> None:
    assert resolve_threads(resolve_threads(None)) >= 1


@pytest.mark.parametrize("wrong", [0, -1, 1025, 10**30, 2.0, "2", True, np.True_, np.int64(0)])
def test_refused(wrong: int) -> None:
    with pytest.raises(OptionError, match="from 1 to 1024"):
        resolve_threads(wrong)
