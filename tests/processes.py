"""Runs commands as a user does: in a process of their own."""

import subprocess
import sys


def run(*arguments, stdin="", **options):
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
    assert "Traceback" not in result.stderr
    return result.stderr
