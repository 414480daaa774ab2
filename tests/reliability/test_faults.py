"""Memory that runs out, disks that are full, runs that are killed: for every command."""

import random
import resource
import signal
import sys
import time
from contextlib import contextmanager
from pathlib import Path

import pytest
from hostility.children import assert_promised, run, start, wait_until_listening
from hostility.command_lines import COMMAND_LINES, ENDING_COMMAND_LINES
from hostility.disks import small_disk_in
from hostility.inside import run_inside
from hostility.tally import count
from hyperbaton.cli.options.output import output_file, output_folder
from hyperbaton.runtime.output import scratch

from hyperbaton_papers import PAPERS

pytestmark = [
    pytest.mark.skipif(not sys.platform.startswith("linux"), reason="needs limits that hold"),
    pytest.mark.usefixtures("stand_in"),
]

KIND = "faults"
MEGABYTE = 1 << 20
SMALLEST = 24  # megabytes; with less, Python itself does not start
LIMITS = (SMALLEST, 48, 100, 200, 250, 300, 310, 330, 360, 400, 450, 600, 800)
OUTPUTS = [
    (line, option)
    for line in COMMAND_LINES
    for option in line.options
    if option.type in (output_file, output_folder)
]
WITH_FIGURES = "stanojevic-simaan-2014"  # the first example has none
OLD = "what was there before\n"
each_output = pytest.mark.parametrize(
    ("line", "option"), OUTPUTS, ids=lambda each: str(getattr(each, "dest", each))
)


def target_of(option):
    """A name that the option accepts."""
    return "figures" if option.type is output_folder else "out.tsv"


def with_target(line, option):
    """A command line that writes there, and keeps nothing elsewhere."""
    kept = ["--no-cache"] if any(each.dest == "no_cache" for each in line.options) else []
    argv = [WITH_FIGURES if word in PAPERS else word for word in line.argv]
    return [*argv, *kept, option.option_strings[-1], target_of(option)]


def leftovers(folder):
    return list(folder.rglob(".hyperbaton-*"))


def written(folder):
    """The files of a folder that tests did not put there."""
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file() and not path.is_relative_to(folder / "demo")
    }


@pytest.mark.parametrize("line", ENDING_COMMAND_LINES, ids=str)
def test_memory_that_runs_out(line, folder):
    limit = random.Random(line.name).choice(LIMITS)
    assert_promised(run(line.argv, folder=folder, memory=limit * MEGABYTE), KIND)


def test_the_least_memory_of_all(folder):
    ended = run(["tree", "2 1"], folder=folder, memory=SMALLEST * MEGABYTE)
    assert_promised(ended, KIND, codes=[2])


@contextmanager
def no_room(size=10):
    """What a full disk does, without a disk: files may not grow beyond a size."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


@each_output
def test_a_full_disk(line, option, folder):
    if option.dest == "errors":
        pytest.skip("there are none in the bundled data, and so nothing is written")
    target = folder / target_of(option)
    if option.type is output_file:
        target.write_text(OLD)
    argv = with_target(line, option)
    with no_room(random.Random(str(argv)).randrange(10, 50)):
        ended = run_inside(argv)
    assert_promised(ended, KIND, codes=[2])
    assert "cannot be written (File too large)" in ended.message
    assert not leftovers(folder)
    if option.type is output_file:
        assert target.read_text() == OLD


def test_standard_output_in_a_file_that_cannot_grow(folder):
    with (folder / "out").open("wb") as out, no_room():
        ended = run(["tree", "2 1"], folder=folder, stdout=out)
    assert_promised(ended, KIND, codes=[2])
    assert "standard output: cannot be written (File too large)" in ended.message


@pytest.fixture
def small_disk(folder):
    """A file system of 16 pages, which only root can make."""
    with small_disk_in(folder, "64k") as disk:
        yield disk


def test_a_small_disk(small_disk, folder):
    target = small_disk / "report.html"
    target.write_text(OLD)
    argv = ["report", "demo/en/reference.txt", "-i", "demo/en/loom.txt", "-o", str(target), "-q"]
    ended = run(argv, folder=folder)
    assert_promised(ended, KIND, codes=[2])
    assert "No space left on device" in ended.message
    assert target.read_text() == OLD
    assert [path.name for path in small_disk.iterdir()] == ["report.html"]


@each_output
def test_a_killed_run_can_be_repeated(line, option, folder, monkeypatch):
    """Whenever it is killed, the next run writes what an undisturbed one would, and no more."""
    argv = with_target(line, option)
    child = start(argv, folder=folder)
    wait_until_listening(child)
    time.sleep(random.Random(f"{line.name} {option.dest}").uniform(0, 1.2))
    child.send_signal(signal.SIGKILL)
    child.communicate()
    monkeypatch.setattr(scratch, "_swept", set())
    repeated = run_inside(argv)
    assert_promised(repeated, KIND, codes=[0])
    found = written(folder)
    for name in found:
        (folder / name).unlink()
    assert run_inside(argv).out == repeated.out
    assert found == written(folder)
    count(KIND, "killed")


def test_too_many_open_files(folder):
    def few():
        resource.setrlimit(resource.RLIMIT_NOFILE, (5, 5))

    for argv in (["tree", "2 1"], ["score", "demo/en/reference.txt", "-i", "demo/en/loom.txt"]):
        ended = run(argv, folder=folder, before=few)
        assert_promised(ended, KIND)


@pytest.mark.parametrize("missing", ["HOME", "PATH", "TMPDIR"])
def test_without_surroundings(missing, folder):
    argv = ["score", "demo/en/reference.txt", "-i", "demo/en/loom.txt", "-q", "-o", "out.txt"]
    ended = run(argv, folder=folder, environment={missing: "/nowhere"})
    assert_promised(ended, KIND, codes=[0])
    assert Path(folder, "out.txt").stat().st_size
