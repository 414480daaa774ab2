"""Commands in processes of their own, under limits, and what is promised of them."""

from __future__ import annotations

import os
import re
import resource
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from hostility.tally import count

SECONDS = 60.0
MOST_LINES = 3
GIGABYTE = 1 << 30
LEAVING = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


@dataclass(frozen=True)
class Ended:
    """How a child ended, and what it wrote."""

    argv: tuple[str, ...]
    code: int
    out: bytes
    err: bytes
    new_files: frozenset[str] = frozenset()

    @property
    def message(self) -> str:
        return self.err.decode("utf-8", "backslashreplace")


def start(
    argv: Sequence[str | bytes],
    *,
    folder: Path,
    memory: int | None = None,
    environment: Mapping[str, str] | None = None,
    before: Callable[[], None] | None = None,
    **options: Any,
) -> subprocess.Popen[bytes]:
    """Starts a command in a folder; `before` runs in the child, just before the command."""

    def ready() -> None:
        for number in LEAVING:  # a shell may have ignored them
            signal.signal(number, signal.SIG_DFL)
        if memory is not None:
            resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
        if before is not None:
            before()

    streams = {"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    return subprocess.Popen(
        [sys.executable, "-m", "hyperbaton", *argv],
        cwd=folder,
        env={**os.environ, "XDG_CACHE_HOME": str(folder / "cache"), **(environment or {})},
        preexec_fn=ready,
        **{**streams, **options},
    )


def wait_until_listening(child: subprocess.Popen[bytes]) -> None:
    """Until the program has said what it does with signals; before that the interpreter starts."""
    status = Path(f"/proc/{child.pid}/status")
    for _ in range(int(SECONDS * 1000)):
        caught = re.search(r"^SigCgt:\s*(\w+)", status.read_text(), re.M)
        if caught and int(caught[1], 16) & 1 << (signal.SIGTERM - 1):
            return
        if child.poll() is not None:
            return
        time.sleep(0.001)
    raise AssertionError("the program does not listen to signals")


def survivors(session: int) -> list[int]:
    """Processes of a session, which a child that starts one (`start_new_session`) leads."""
    found = []
    for status in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = status.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if int(fields[3]) == session and fields[0] not in "ZX":
            found.append(int(status.parent.name))
    return found


def run(
    argv: Sequence[str | bytes],
    *,
    folder: Path,
    stdin: bytes | None = None,
    seconds: float = SECONDS,
    **options: Any,
) -> Ended:
    """Runs a command to its end; a child that takes too long is killed and fails the test."""
    before = _files(folder)
    if stdin is not None:
        options["stdin"] = subprocess.PIPE
    child = start(argv, folder=folder, **options)
    try:
        out, err = child.communicate(stdin, timeout=seconds)
    except subprocess.TimeoutExpired:
        child.kill()
        child.communicate()
        raise AssertionError(f"not done after {seconds} s: {argv!r}") from None
    words = tuple(os.fsdecode(word) for word in argv)
    return Ended(words, child.returncode, out or b"", err or b"", _files(folder) - before)


def assert_promised(ended: Ended, kind: str, codes: Sequence[int] = (0, 2)) -> None:
    """What holds for every command and every input; `kind` is the class of input, for the tally.

    Exit code 0 or 2; with 2 a message of at most three lines; never a traceback.
    """
    told = f"{' '.join(ended.argv)}\nexit code {ended.code}\n{ended.message[-2000:]}"
    assert ended.code in codes, told
    assert "Traceback" not in ended.message, told
    assert b"Traceback" not in ended.out, told
    if ended.code == 2:
        lines = ended.message.splitlines()
        assert 1 <= len(lines) <= MOST_LINES, told
        assert ended.message.startswith("hyperbaton"), told
        assert not [name for name in ended.new_files if not name.startswith("cache/")], told
    count(kind, ended.code)


def _files(folder: Path) -> frozenset[str]:
    return frozenset(
        str(path.relative_to(folder)) for path in folder.rglob("*") if not path.is_dir()
    )
