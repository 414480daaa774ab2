"""Ctrl-C and SIGTERM end a command within two seconds, and leave nothing behind."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")

SECONDS = 2.0
CODES = {signal.SIGINT: 130, signal.SIGTERM: 143}
each_signal = pytest.mark.parametrize("number", CODES, ids=lambda number: number.name)


def start(folder, *argv, **options):
    """A command in a session of its own, which heeds signals whatever the shell does."""

    def heed_signals():
        for number in CODES:
            signal.signal(number, signal.SIG_DFL)

    return subprocess.Popen(
        [sys.executable, "-m", "hyperbaton", *argv],
        cwd=folder,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
        preexec_fn=heed_signals,
        **options,
    )


def end(child, number):
    """Sends a signal; checks how the child ends."""
    began = time.monotonic()
    child.send_signal(number)
    out, err = child.communicate(timeout=20)
    assert time.monotonic() - began < SECONDS
    assert (child.returncode, out, err) == (CODES[number], b"", b"")


def wait_for(condition):
    for _ in range(1000):
        if condition():
            return
        time.sleep(0.02)
    raise AssertionError("it does not happen")


def seconds_used(child):
    fields = Path(f"/proc/{child.pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


@each_signal
def test_in_a_long_native_call(number, tmp_path):
    """Half a minute and more of inversion distances."""
    random = np.random.default_rng(1)
    for name in ("ref", "hyp"):
        lines = (" ".join(map(str, random.integers(0, 30, 110))) for _ in range(400))
        (tmp_path / name).write_text("\n".join(lines) + "\n")
    child = start(tmp_path, "score", "ref", "-i", "hyp", "-m", "invwer", "-q", "-o", "out.txt")
    wait_for(lambda: seconds_used(child) > 3)  # well inside the search
    end(child, number)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["hyp", "ref"]
