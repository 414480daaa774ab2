"""Runs targets under libFuzzer, several at a time, each for its share of the time."""

from __future__ import annotations

import multiprocessing
import os
import shutil
import subprocess
import time
import traceback
import warnings
from collections.abc import Iterator
from dataclasses import dataclass
from multiprocessing.process import BaseProcess
from pathlib import Path

from outcome import Outcome, outcome_of
from target import Target

SECONDS_FOR_AN_INPUT = 20
MEGABYTES = 2048
GRACE = 60  # seconds that a target may take beyond its time, to start and to end
POLL = 0.05


@dataclass
class Run:
    """A target that is running."""

    target: Target
    process: subprocess.Popen[bytes] | BaseProcess
    log: Path
    began: float

    def exit_code(self) -> int | None:
        """None while it runs."""
        if isinstance(self.process, subprocess.Popen):
            return self.process.poll()
        return self.process.exitcode


def fuzz_all(targets: list[Target], seconds: float, jobs: int, out: Path) -> Iterator[Outcome]:
    """Fuzzes all targets, at most `jobs` at a time, in about so many seconds altogether."""
    share = max(1, round(seconds * jobs / max(1, len(targets))))
    waiting = list(reversed(targets))
    running: list[Run] = []
    while waiting or running:
        while waiting and len(running) < jobs:
            running.append(_start(waiting.pop(), share, out))
        time.sleep(POLL)
        for run in list(running):
            code = run.exit_code()
            if code is None and time.monotonic() - run.began > share + GRACE:
                run.process.kill()
                code = -1
            if code is not None:
                running.remove(run)
                yield _ended(run, code)


def _ended(run: Run, code: int) -> Outcome:
    log = run.log.read_text("utf-8", "replace")
    return outcome_of(run.target.name, time.monotonic() - run.began, code == 0, log)


def _start(target: Target, seconds: int, out: Path) -> Run:
    corpus, findings = out / "corpus" / target.name, out / "findings" / target.name
    for folder in (corpus, findings, out / "logs"):
        folder.mkdir(parents=True, exist_ok=True)
    target.write_seeds(corpus)
    options = [
        f"-max_total_time={seconds}",
        f"-max_len={target.longest}",
        f"-timeout={SECONDS_FOR_AN_INPUT}",
        f"-rss_limit_mb={MEGABYTES}",
        f"-artifact_prefix={findings}/",
        "-len_control=0",
        "-print_final_stats=1",
    ]
    if target.words:
        words = out / "logs" / f"{target.name}.dict"
        target.write_words(words)
        options.append(f"-dict={words}")
    log = out / "logs" / f"{target.name}.log"
    return Run(target, _launched(target, [*options, str(corpus)], log), log, time.monotonic())


def _launched(
    target: Target, arguments: list[str], log: Path
) -> subprocess.Popen[bytes] | BaseProcess:
    if target.program:
        with log.open("wb") as file:
            command = [str(target.program), *arguments]
            return subprocess.Popen(command, stdout=file, stderr=file, env=_environment())
    # A copy of this process, which has imported everything.
    process = multiprocessing.get_context("fork").Process(
        target=_fuzz_function, args=(target, arguments, str(log))
    )
    process.start()
    return process


def _environment() -> dict[str, str]:
    """Lets sanitizers say which line of which file it was, where that is possible."""
    found = shutil.which("llvm-symbolizer") or shutil.which("llvm-symbolizer-14")
    return {**os.environ, **({"ASAN_SYMBOLIZER_PATH": found} if found else {})}


def _fuzz_function(target: Target, arguments: list[str], log: str) -> None:
    """Fuzzes a function in this process, which ends with it."""
    import atheris

    descriptor = os.open(log, os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
    os.dup2(descriptor, 1)
    os.dup2(descriptor, 2)
    warnings.simplefilter("error")

    def check(data: bytes) -> None:
        try:
            target.check(data)
        except BaseException:
            traceback.print_exc()
            os.abort()  # upon which libFuzzer writes the input down

    atheris.Setup([target.name, *arguments], check)
    atheris.Fuzz()
