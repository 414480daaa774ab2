"""`python fuzz [--seconds N] [--jobs N] [--only NAME…]`: fuzzes everything that takes any input.

    python fuzz --replay NAME [FILE…]   runs a target on files, such as findings; on its seeds
    python fuzz --list                  says which targets there are

Writes OUT/fuzz.json; inputs, findings and logs are kept in OUT/fuzz. Exits with 1 if an input broke
a promise. Native targets need clang with libFuzzer, the others need atheris.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

import instrumentation
import native
from fuzzing import fuzz_all
from outcome import Outcome
from target import Target

REPOSITORY = Path(__file__).parents[1]
HEADER = f"{'target':44} {'executions':>11} {'per second':>10} {'coverage':>8} {'features':>8}"


def native_targets(*, rebuild: bool) -> list[Target]:
    """Those of the native core, or none and a notice."""
    compiler = native.compiler()
    if compiler is None:
        print("clang with libFuzzer is missing: the native core is not fuzzed", file=sys.stderr)
        return []
    if rebuild:
        native.build(compiler)
    return native.native_targets()


def python_targets(folder: Path, *, with_coverage: bool) -> list[Target]:
    """Those in Python, or none and a notice."""
    if with_coverage and not instrumentation.is_available():
        print("atheris is missing: readers and notations are not fuzzed", file=sys.stderr)
        return []
    if with_coverage:
        instrumentation.instrument_package()
    from notations import notation_targets
    from readers import reader_targets
    from texts import text_targets

    return [*reader_targets(folder), *notation_targets(), *text_targets()]


def described(outcome: Outcome) -> str:
    """One line for people, and a second one for a finding."""
    line = (
        f"{outcome.target:44} {outcome.executions:11,} {outcome.per_second:10,.0f} "
        f"{outcome.coverage:8,} {outcome.features:8,}"
    )
    return f"{line}\n  FINDING {outcome.finding}: {outcome.reason}" if outcome.finding else line


def replay(target: Target, files: list[Path]) -> int:
    """Runs a target on files, or on its seeds; a broken promise shows as it would anywhere."""
    if target.program:
        return subprocess.run([str(target.program), *map(str, files)]).returncode
    assert target.check is not None
    for data in [file.read_bytes() for file in files] or target.seeds:
        target.check(data)
    return 0


def report(outcomes: list[Outcome], seconds: float, path: Path) -> int:
    """Writes the figures; returns the exit code."""
    findings = [outcome for outcome in outcomes if outcome.finding]
    total = sum(outcome.executions for outcome in outcomes)
    document = {
        "seconds": seconds,
        "executions": total,
        "findings": len(findings),
        "targets": [outcome.to_dict() for outcome in outcomes],
    }
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(document, indent=1) + "\n", encoding="utf-8")
    print(f"{len(outcomes)} targets, {total:,} executions, {len(findings)} findings: {path}")
    for outcome in findings:
        print(f"to see it again: {sys.executable} fuzz --replay {outcome.target} {outcome.finding}")
    return 1 if findings else 0


def memory_folder() -> str | None:
    """A folder for files that are written over and over, in memory where there is one."""
    shared = "/dev/shm"
    return shared if os.access(shared, os.W_OK | os.X_OK) else None


def named(targets: list[Target], name: str) -> Target:
    """The target of that name."""
    found = [target for target in targets if target.name == name]
    if not found:
        sys.exit(f"there is no target {name}; see --list")
    return found[0]


def chosen(targets: list[Target], names: list[str]) -> list[Target]:
    """The targets whose names contain one of some texts; all without any."""
    return [each for each in targets if not names or any(name in each.name for name in names)]


def arguments() -> argparse.Namespace:
    """What the command line asks for."""
    parser = argparse.ArgumentParser(
        prog="fuzz", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--seconds", type=float, default=600.0, help="time altogether (600)")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="targets at a time")
    parser.add_argument("--only", nargs="+", default=[], help="parts of the names of targets")
    parser.add_argument("--out", type=Path, default=REPOSITORY / "out", help="where to write (out)")
    parser.add_argument("--replay", nargs="+", metavar="NAME", default=[], help="and files")
    parser.add_argument("--list", action="store_true", help="list the targets")
    return parser.parse_args()


def main() -> int:
    """Fuzzes, replays or lists."""
    given = arguments()
    fuzzes = not (given.replay or given.list)
    with tempfile.TemporaryDirectory(prefix="fuzz-", dir=memory_folder()) as folder:
        targets = [
            *native_targets(rebuild=fuzzes),
            *python_targets(Path(folder), with_coverage=fuzzes),
        ]
        if given.list:
            print(*(target.name for target in targets), sep="\n")
            return 0
        if given.replay:
            name, *files = given.replay
            return replay(named(targets, name), [Path(file) for file in files])
        print(HEADER, flush=True)
        outcomes = []
        wanted = chosen(targets, given.only)
        for outcome in fuzz_all(wanted, given.seconds, given.jobs, given.out / "fuzz"):
            print(described(outcome), flush=True)
            outcomes.append(outcome)
        return report(outcomes, given.seconds, given.out / "fuzz.json")


if __name__ == "__main__":
    sys.exit(main())
