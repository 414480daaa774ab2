"""Signals end the program at once, wherever it is, and leave nothing behind."""

import os
import random
import re
import signal
import sqlite3
import stat
import subprocess
import sys
import time
from pathlib import Path

import pytest
from hostility.children import LEAVING, run, start, survivors, wait_until_listening
from hostility.command_lines import COMMAND_LINES, WITHOUT_END
from hostility.tally import count

from hyperbaton.bitext import aligning
from hyperbaton.cache import Store

pytestmark = [
    pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="looks into /proc"),
    pytest.mark.usefixtures("stand_in"),
]

KIND = "signals"
SECONDS = 20.0
LONGEST_DELAY = 1.5  # about as long as a command takes


def leftovers(folder):
    return [path.name for path in folder.rglob("*") if path.name.startswith(".hyperbaton-")]


def assert_left(child, number, *, may_be_done=True):
    """A child that was sent a signal has ended by it, or was done before."""
    out, err = child.communicate(timeout=SECONDS)
    assert child.returncode in ((0, 128 + number) if may_be_done else (128 + number,)), err
    assert b"Traceback" not in err + out
    assert b"Exception ignored" not in err
    count(KIND, child.returncode)


@pytest.mark.parametrize("line", COMMAND_LINES, ids=str)
def test_every_command_leaves_at_any_moment(line, folder):
    chance = random.Random(line.name)
    for number in chance.sample(LEAVING, 2):
        argv = line.argv + (["--port", "0"] if line.name in WITHOUT_END else [])
        child = start(argv, folder=folder)
        wait_until_listening(child)
        time.sleep(chance.uniform(0, LONGEST_DELAY))
        child.send_signal(number)
        assert_left(child, number, may_be_done=line.name not in WITHOUT_END)
        assert not leftovers(folder)


def test_the_interpreters_own_start(folder):
    """Before our first line runs, Python may print its own traceback, but none through our code."""
    chance = random.Random(7)
    for _ in range(20):
        child = start(["tree", "2 1"], folder=folder)
        time.sleep(chance.uniform(0, 0.1))
        child.send_signal(signal.SIGINT)
        _, err = child.communicate(timeout=SECONDS)
        assert child.returncode in (0, 1, -signal.SIGINT, 128 + signal.SIGINT)
        assert not re.search(rb'File "[^"]*/hyperbaton/(cli|runtime)/', err)
        count(KIND, "by the interpreter" if child.returncode in (1, -2) else child.returncode)


def test_two_signals_in_a_row(folder):
    for first, second in ((signal.SIGINT, signal.SIGINT), (signal.SIGTERM, signal.SIGINT)):
        child = start(["serve", "--port", "0"], folder=folder)
        wait_until_listening(child)
        child.send_signal(first)
        child.send_signal(second)
        _, err = child.communicate(timeout=SECONDS)
        assert child.returncode in (128 + first, 128 + second)
        assert b"Traceback" not in err
        count(KIND, child.returncode)


@pytest.mark.parametrize("number", LEAVING, ids=str)
def test_what_is_ignored_stays_ignored(number, folder):
    argv = ["score", "demo/en/reference.txt", "-i", "demo/en/loom.txt", "-q", "-m", "bleu"]
    child = start(argv, folder=folder, before=lambda: signal.signal(number, signal.SIG_IGN))
    for _ in range(50):
        child.send_signal(number)
        time.sleep(0.02)
    out, err = child.communicate(timeout=SECONDS)
    assert (child.returncode, err) == (0, b"")
    assert b"loom" in out
    count(KIND, "ignored")


def test_while_the_main_thread_waits_inside_a_library(folder):
    """SQLite waits some seconds for another process, and looks at no signals."""
    with Store(folder / "kept") as store:
        store.add([(b"key", b"contents")])
    lock = sqlite3.connect(store.path, isolation_level=None)
    lock.execute("BEGIN EXCLUSIVE")
    try:
        argv = ["parse", "demo/en/reference.txt", "--cache", "kept"]
        child = start(argv, folder=folder)
        wait_until_listening(child)
        time.sleep(2)
        child.send_signal(signal.SIGINT)
        assert_left(child, signal.SIGINT)
    finally:
        lock.close()


def test_while_nobody_reads_the_pipe_it_writes_to(folder):
    os.mkfifo(folder / "pipe")
    argv = ["score", "demo/en/reference.txt", "-i", "demo/en/loom.txt", "-q", "-o", "pipe"]
    child = start(argv, folder=folder)
    wait_until_listening(child)
    time.sleep(1.5)
    child.send_signal(signal.SIGTERM)
    assert_left(child, signal.SIGTERM, may_be_done=False)
    assert stat.S_ISFIFO((folder / "pipe").stat().st_mode)


SLOW_PROGRAM = """\
#!{python}
import time
open({mark!r}, "w").close()
time.sleep(100)
"""


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM], ids=str)
def test_programs_that_are_run_end_too(number, folder, tmp_path_factory, monkeypatch):
    programs, temporary = tmp_path_factory.mktemp("programs"), tmp_path_factory.mktemp("temporary")
    mark = programs / "started"
    program = programs / aligning.PROGRAM
    program.write_text(SLOW_PROGRAM.format(python=sys.executable, mark=str(mark)))
    program.chmod(0o755)
    environment = {"PATH": str(programs), "TMPDIR": str(temporary)}
    argv = ["align-source", "demo/judged", "--lp", "de-en", "-o", "links"]
    child = start(argv, folder=folder, environment=environment, start_new_session=True)
    wait_for(mark.exists)
    child.send_signal(number)
    assert_left(child, number, may_be_done=False)
    wait_for(lambda: not survivors(child.pid))
    assert list(temporary.iterdir()) == []
    assert not (folder / "links").exists()


def heed_signals():
    """A shell may have told us to ignore them."""
    for number in LEAVING:
        signal.signal(number, signal.SIG_DFL)


def wait_for(condition):
    for _ in range(int(SECONDS * 20)):
        if condition():
            return
        time.sleep(0.05)
    raise AssertionError("it does not happen")


WORKERS = """\
import sys, time
from functools import partial
from pathlib import Path
from hyperbaton.runtime.process.leaving import leave_when_told
from hyperbaton.runtime.process.children import map_in_processes

def slow(place, item):
    Path(place, str(item)).touch()
    time.sleep(100)

def prepared(place):
    return partial(slow, place)

if __name__ == "__main__":
    leave_when_told()
    list(map_in_processes(partial(prepared, sys.argv[1]), [1, 2, 3], 2))
"""


@pytest.mark.parametrize("whole_group", [True, False], ids=["group", "parent"])
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGHUP, signal.SIGKILL], ids=str)
def test_workers_do_not_survive(number, whole_group, tmp_path):
    script, places = tmp_path / "script.py", tmp_path / "places"
    script.write_text(WORKERS)
    places.mkdir()
    child = subprocess.Popen(
        [sys.executable, str(script), str(places)],
        stderr=subprocess.PIPE,
        start_new_session=True,
        preexec_fn=heed_signals,
    )
    wait_for(lambda: len(list(places.iterdir())) == 2)
    (os.killpg if whole_group else os.kill)(child.pid, number)
    _, err = child.communicate(timeout=SECONDS)
    assert child.returncode == (-number if number == signal.SIGKILL else 128 + number)
    assert err == b""
    wait_for(lambda: not survivors(child.pid))
    count(KIND, child.returncode if child.returncode > 0 else "killed")


def test_interrupted_runs_leave_no_part_of_their_output(folder):
    """The run is stopped while it writes to a temporary file, which a slow source makes certain."""
    ended = run(
        ["score", "demo/en/reference.txt", "-i", "demo/en/loom.txt", "-q", "-o", "out.txt"],
        folder=folder,
    )
    assert ended.code == 0
    script = folder / "script.py"
    script.write_text(
        "import sys, time\n"
        "from hyperbaton.files import write_lines\n"
        "from hyperbaton.runtime.process.leaving import leave_when_told\n"
        "def lines():\n"
        "    while True:\n"
        "        yield 'x' * 100_000\n"
        "        print('more', flush=True)\n"
        "        time.sleep(0.01)\n"
        "leave_when_told()\n"
        "write_lines(lines(), 'out.txt')\n"
    )
    before = (folder / "out.txt").read_bytes()
    for number in LEAVING:
        child = subprocess.Popen(
            [sys.executable, str(script)],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            preexec_fn=heed_signals,
        )
        for _ in range(5):
            child.stdout.readline()
        assert leftovers(folder)
        child.send_signal(number)
        assert_left(child, number, may_be_done=False)
        assert not leftovers(folder)
        assert (folder / "out.txt").read_bytes() == before
