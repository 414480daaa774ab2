"""Runs commands: within this process, which is quick, or as a user does, in one of their own."""

import io
import subprocess
import sys
import warnings
from dataclasses import dataclass
from unittest import mock

from hyperbaton.cli import main


@dataclass(frozen=True)
class Ended:
    """What a command wrote, and its exit code."""

    returncode: int
    stdout: str
    stderr: str


def run(*arguments, stdin=""):
    """Runs a command within this process."""
    given = stdin if isinstance(stdin, bytes) else stdin.encode()
    streams = [io.TextIOWrapper(io.BytesIO(data), encoding="utf-8") for data in (given, b"", b"")]
    replaced = dict(zip(("stdin", "stdout", "stderr"), streams, strict=True))
    with mock.patch.multiple(sys, **replaced), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        code = main(list(map(str, arguments)))
    for stream in streams[1:]:
        stream.flush()
    return Ended(code, *(stream.buffer.getvalue().decode() for stream in streams[1:]))


def run_outside(*arguments, stdin="", **options):
    """Runs a command in a process of its own."""
    return subprocess.run(
        [sys.executable, "-m", "hyperbaton", *arguments],
        input=stdin,
        capture_output=True,
        encoding="utf-8",
        timeout=60,
        **options,
    )


def succeed(*arguments, stdin=""):
    result = run(*arguments, stdin=stdin)
    assert result.returncode == 0, result.stderr
    return result


def fail(*arguments, stdin=""):
    """Runs a command that must end with exit code 2 and one message; returns the message."""
    result = run(*arguments, stdin=stdin)
    assert result.returncode == 2, result.stderr
    assert result.stdout == ""
    assert 1 <= len(result.stderr.splitlines()) <= 3
    assert "Traceback" not in result.stderr
    return result.stderr
