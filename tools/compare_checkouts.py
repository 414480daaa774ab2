"""Runs every comparison case in two checkouts and prints where their answers differ.

    .venv/bin/python tools/compare_checkouts.py OLD NEW --data DATA --keep FOLDER --only score

OLD and NEW are checkouts with a Python in .venv. Each case of tools/comparison_cases.py runs in an
empty folder, and so do the calls of tools/comparison_calls.py. Compared are exit codes, standard
output, the first line of standard error and the files written; numbers may differ by one part in
10^12. Caches are ignored. With --keep the inputs and the answers of OLD are kept in FOLDER, so that
the next comparison runs NEW only; without NEW the folder is only filled. What runs much longer than
before is listed as well. The exit code is 1 if anything differs.
"""

from __future__ import annotations

import argparse
import contextlib
import gzip
import json
import math
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass, field
from difflib import SequenceMatcher
from itertools import takewhile, zip_longest
from pathlib import Path
from threading import Timer
from typing import Any

from comparison_cases import BUNDLED, REAL
from comparison_inputs import main as make_inputs

CALLS = Path(__file__).with_name("comparison_calls.py")
CACHE = "cache"  # every case that keeps a cache keeps it in this folder
NUMBER = re.compile(r"([-+]?\b\d+(?:\.\d+)?(?:[eE][-+]?\d+)?)")
TABLES = {".parquet", ".arrow", ".arrows"}
SHOWN = 6  # differences of each part of an answer


@dataclass
class Answer:
    """What a case did."""

    codes: list[int | str] = field(default_factory=list)
    stdout: str = ""
    errors: list[str] = field(default_factory=list)
    files: dict[str, str] = field(default_factory=dict)
    seconds: float = 0.0

    def parts(self) -> dict[str, str]:
        """What is compared, by name."""
        texts = {"exit code": " ".join(map(str, self.codes)), "stdout": self.stdout}
        return {**texts, "stderr": "\n".join(self.errors), **self.files}


@dataclass(frozen=True)
class Runner:
    """Runs cases in a checkout."""

    checkout: Path
    inputs: Path
    data: Path | None
    limit: float
    only: str = ""

    def run(self, case: str, line: str) -> Answer:
        """Runs the commands of a case one after the other, in a folder of their own."""
        with tempfile.TemporaryDirectory(prefix="compared-") as made:
            top = Path(made).resolve()
            folder = top / "case"
            folder.mkdir()
            links = {"demo": self.inputs / "demo", "in": self.inputs / "in", "data": self.data}
            for name, target in links.items():
                if target is not None:
                    (folder / name).symlink_to(target)
            answer = Answer()
            for command, stdin in commands_of(line):
                self.run_command(answer, top, command, stdin)
            if case.startswith("help-"):
                return Answer(answer.codes)
            answer.files = written_files(folder, set(links))
            neutral = {str(folder): "FOLDER", str(top): "HOME", str(self.checkout): "CHECKOUT"}
            for path, name in neutral.items():
                answer.stdout = answer.stdout.replace(path, name)
                answer.errors = [text.replace(path, name) for text in answer.errors]
            return answer

    def run_command(self, answer: Answer, top: Path, command: list[str], stdin: str) -> None:
        """Runs one command and adds what it does to an answer."""
        python = self.checkout / ".venv" / "bin" / "python"
        called = [str(CALLS), self.only] if command == ["calls"] else ["-m", "hyperbaton", *command]
        environment = {
            "PATH": f"{python.parent}:{os.environ['PATH']}",
            "HOME": str(top),
            "LANG": "C.UTF-8",
            "COLUMNS": "80",
        }
        with (
            (top / "case" / stdin if stdin else Path(os.devnull)).open("rb") as given,
            (top / "stdout").open("wb") as out,
            (top / "stderr").open("wb") as err,
        ):
            process = subprocess.Popen(
                [str(python), *called],
                cwd=top / "case",
                env=environment,
                stdin=given,
                stdout=out,
                stderr=err,
                start_new_session=True,
            )
            timer = Timer(self.limit, stop, [process.pid])
            timer.start()
            _, status, usage = os.wait4(process.pid, 0)
            timer.cancel()
        code = os.waitstatus_to_exitcode(status)
        process.returncode = code
        answer.codes.append(f"killed after {self.limit:g} seconds" if code == -9 else code)
        answer.seconds += usage.ru_utime + usage.ru_stime
        answer.stdout += (top / "stdout").read_text(encoding="utf-8", errors="replace")
        lines = (top / "stderr").read_text(encoding="utf-8", errors="replace").splitlines()
        answer.errors += lines[-3:] if command == ["calls"] and code else lines[:1]


def stop(process: int) -> None:
    """Ends a process that took too long, and those it started."""
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process, signal.SIGKILL)


def commands_of(line: str) -> Iterator[tuple[list[str], str]]:
    """The arguments of every command of a case, and the file it reads as standard input."""
    split = shlex.shlex(line, posix=True, punctuation_chars=";<")
    split.whitespace_split, split.commenters = True, ""
    command: list[str] = []
    for word in [*split, ";"]:
        if word != ";":
            command.append(word)
            continue
        stdin = command[command.index("<") + 1] if "<" in command else ""
        yield command[: command.index("<")] if stdin else command, stdin
        command = []


def written_files(folder: Path, given: set[str]) -> dict[str, str]:
    """The files that a case wrote, as text."""
    found = {}
    for path in sorted(folder.rglob("*")):
        name = path.relative_to(folder)
        if path.is_file() and name.parts[0] not in {*given, CACHE}:
            found[str(name)] = text_of(path)
    return found


def text_of(path: Path) -> str:
    """A file as text; of a PDF, which has a date, only the kind."""
    content = path.read_bytes()
    if path.suffix in TABLES:
        from pyarrow import feather, ipc, parquet

        if path.suffix == ".arrows":
            table = ipc.open_stream(content).read_all()
        else:
            table = (parquet if path.suffix == ".parquet" else feather).read_table(path)
        rows = (json.dumps(row, ensure_ascii=False, default=str) for row in table.to_pylist())
        return "\n".join([str(table.schema.metadata), table.schema.to_string(), *rows])
    if content[:2] == b"\x1f\x8b":
        content = gzip.decompress(content)
    return "a PDF" if content[:4] == b"%PDF" else content.decode("utf-8", errors="replace")


def lines_of(text: str) -> list[str]:
    """The lines of a text; of JSON, a line for every value with the way to it."""
    if text[:1] in ("{", "["):
        with contextlib.suppress(json.JSONDecodeError):
            return list(leaves(json.loads(text)))
    return text.splitlines()


def leaves(value: Any, way: str = "") -> Iterator[str]:
    """Every value in JSON after the way to it."""
    if isinstance(value, dict | list) and value:
        pairs = value.items() if isinstance(value, dict) else enumerate(value)
        for key, each in pairs:
            yield from leaves(each, f"{way}.{key}" if way else str(key))
    else:
        yield f"{way}: {json.dumps(value, ensure_ascii=False)}"


def same(old: str, new: str) -> bool:
    """Whether two lines differ in nothing but the last digits of numbers."""
    if old == new:
        return True
    olds, news = NUMBER.split(old), NUMBER.split(new)
    return olds[::2] == news[::2] and all(
        math.isclose(float(a), float(b), rel_tol=1e-12, abs_tol=1e-15)
        for a, b in zip(olds[1::2], news[1::2], strict=True)
    )


def changes(old: Sequence[str], new: Sequence[str]) -> list[tuple[str | None, str | None]]:
    """Lines that differ, as pairs; None is a line that is not there."""
    if len(old) == len(new):
        return [(a, b) for a, b in zip(old, new, strict=True) if not same(a, b)]
    if max(len(old), len(new)) > 5000:  # too long to find lines that moved
        return [(a, b) for a, b in zip_longest(old, new) if a != b]
    found: list[tuple[str | None, str | None]] = []
    for tag, i, j, k, m in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if tag != "equal":
            pairs = zip_longest(old[i:j], new[k:m])
            found += [(a, b) for a, b in pairs if a is None or b is None or not same(a, b)]
    return found


def shown(line: str, other: str) -> str:
    """A line from shortly before the place where it differs from another."""
    equal = (a == b for a, b in zip(line, other, strict=False))
    start = sum(takewhile(bool, equal))
    begin = max(0, start - 60) if len(line) > 150 else 0
    return ("…" if begin else "") + line[begin : begin + 150]


def differences(old: Answer, new: Answer) -> Iterator[str]:
    """Sentences that say where two answers differ."""
    olds, news = old.parts(), new.parts()
    for name in [*olds, *(name for name in news if name not in olds)]:
        if name not in olds or name not in news:
            yield f"{name}: only {'before' if name in olds else 'now'}"
        elif olds[name] != news[name]:
            found = changes(lines_of(olds[name]), lines_of(news[name]))
            if found:
                yield f"{name}: {len(found)} line{'s' if len(found) > 1 else ''}"
            for a, b in found[:SHOWN]:
                if a is not None:
                    yield f"  - {shown(a, b or '')}"
                if b is not None:
                    yield f"  + {shown(b, a or '')}"


def calls_of(answers: dict[str, Answer], only: str) -> dict[str, Answer]:
    """The answers, with one for each call of Python instead of one for all."""
    found = dict(answers)
    calls = found.get("calls")
    if calls is not None and calls.codes == [0]:
        results = json.loads(found.pop("calls").stdout)
        for name in filter(re.compile(only).search, map("call-{}".format, results)):
            found[name] = Answer([0], json.dumps(results[name.removeprefix("call-")]))
    return found


def answers_of(runner: Runner, cases: dict[str, str], jobs: int, keep: Path) -> dict[str, Answer]:
    """What a checkout does in every case, read from a folder where it is kept there."""
    keep.mkdir(parents=True, exist_ok=True)

    def answer(case: str) -> Answer:
        path = keep / f"{case.replace('/', '-')}.json.gz"
        if not path.exists():
            text = json.dumps(asdict(runner.run(case, cases[case])))
            path.write_bytes(gzip.compress(text.encode(), 1))
        return Answer(**json.loads(gzip.decompress(path.read_bytes())))

    with ThreadPoolExecutor(jobs) as pool:
        return dict(zip(cases, pool.map(answer, cases), strict=True))


def print_comparison(old: dict[str, Answer], new: dict[str, Answer]) -> bool:
    """Prints what differs, and returns whether anything does."""
    moved, slower, differing = [], [], 0
    for case in [*old, *(case for case in new if case not in old)]:
        before, after = old.get(case, Answer()), new.get(case, Answer())
        if after.stdout.startswith('{"moved"'):
            moved.append(f"{case}: {json.loads(after.stdout)['moved']}")
        elif lines := list(differences(before, after)):
            differing += 1
            print("\n    ".join([case, *lines]))
        if after.seconds > 1.5 * before.seconds + 1:
            slower.append(f"{case}: {before.seconds:.1f} s of CPU before, {after.seconds:.1f} s")
    for title, lines in (("moved", moved), ("slower", slower)):
        if lines:
            print("\n    ".join([title, *lines]))
    print(f"{differing} of {len(old)} cases differ; {len(moved)} moved, {len(slower)} slower")
    return differing > 0


def main() -> None:
    """Reads the arguments, runs what is to be run and prints what differs."""
    parser = argparse.ArgumentParser(description=__doc__, allow_abbrev=False)
    parser.add_argument("old", type=Path)
    parser.add_argument("new", type=Path, nargs="?")
    parser.add_argument("--data", type=Path, help="real test sets: wmt13/, wmt15/ …")
    parser.add_argument("--keep", type=Path, help="where inputs and answers of OLD are kept")
    parser.add_argument("--only", default="", help="a pattern in a case or its name")
    parser.add_argument("--jobs", type=int, default=1, help="cases at a time (default 1)")
    parser.add_argument("--limit", type=float, default=300.0, help="seconds for each command")
    given = parser.parse_args()
    cases = {**BUNDLED, **(REAL if given.data else {})}
    chosen = re.compile(given.only)
    cases = {name: line for name, line in cases.items() if chosen.search(f"{name}: {line}")}
    cases["calls"] = "calls"
    with tempfile.TemporaryDirectory() as scratch:
        keep = (given.keep or Path(scratch)).resolve()
        inputs, data = keep / "inputs", given.data and given.data.resolve()
        if not inputs.exists():
            shutil.copytree(given.old / "demo", keep / "part" / "demo")
            make_inputs(keep / "part" / "in", keep / "part" / "demo", data)
            (keep / "part").rename(inputs)
        only = "" if given.keep else given.only
        runner = Runner(given.old.resolve(), inputs, data, given.limit, only)
        old = answers_of(runner, cases, given.jobs, keep / "answers")
        if given.new is None:
            return
        runner = Runner(given.new.resolve(), inputs, data, given.limit, given.only)
        new = answers_of(runner, cases, given.jobs, Path(scratch) / "new")
    sys.exit(print_comparison(calls_of(old, given.only), calls_of(new, given.only)))


if __name__ == "__main__":
    main()
