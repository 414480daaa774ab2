"""Output goes where it was sent: through what cannot be replaced, and complete or not at all."""

import os
import socket
import stat
import subprocess
import sys
import tempfile
import threading
from pathlib import Path

import numpy as np
import pytest
from hostility.children import assert_promised
from hostility.command_lines import COMMAND_LINES, ENDING_COMMAND_LINES
from hostility.inside import run_inside
from hostility.tally import count
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import hyperbaton
from hyperbaton.cli.options.output import output_file, output_folder
from hyperbaton.errors import HyperbatonError, InputError
from hyperbaton.meta.data.score_files import write_scores
from hyperbaton.runtime.files import (
    check_target,
    check_target_folder,
    make_folder,
    replacement,
    write_lines,
)
from hyperbaton.runtime.output import scratch
from hyperbaton.vectors import write_archive

pytestmark = pytest.mark.skipif(os.name != "posix", reason="pipes, devices and links")

KIND = "output targets"
SCORE = ["score", "demo/en/reference.txt", "-i", "demo/en/loom.txt", "-m", "bleu", "-q"]
TARGETS = [
    (line, option)
    for line in COMMAND_LINES
    for option in line.options
    if option.type in (output_file, output_folder)
]
OUTPUT_OPTIONS = {
    ("score", "--output"),
    ("batch", "--output"),
    ("batch", "--errors"),
    ("batch", "--summary"),
    ("explain", "--output"),
    ("report", "--output"),
    ("report", "--plots"),
    ("align", "--output"),
    ("source", "--output"),
    ("align-source", "--output"),
    ("parse", "--output"),
    ("mbr", "--output"),
    ("meta", "--output"),
    ("meta", "--write-scores"),
    ("tune", "--output"),
    ("tune", "--curve"),
    ("reproduce", "--output"),
    ("reproduce", "--figures"),
}
as_root = pytest.mark.skipif(os.name != "posix" or os.geteuid() != 0, reason="needs root")


def names(path):
    return sorted(each.name for each in path.iterdir())


def test_every_option_that_names_output_is_known():
    assert {(line.name, option.option_strings[-1]) for line, option in TARGETS} == OUTPUT_OPTIONS


def test_every_option_that_speaks_of_writing_is_checked():
    for line in COMMAND_LINES:
        for option in line.options:
            writes = "write" in (option.help or "").split() and option.metavar in ("FILE", "DIR")
            assert not writes or option.type in (output_file, output_folder), option


@pytest.fixture
def surroundings(folder):
    """Everything that a path may run into."""
    (folder / "file").write_text("old\n")
    (folder / "folder").mkdir()
    (folder / "link").symlink_to("file")
    (folder / "to-folder").symlink_to("folder")
    (folder / "dangling").symlink_to("folder/new")
    (folder / "lost").symlink_to("missing/new")
    (folder / "loop").symlink_to("loop")
    with socket.socket(socket.AF_UNIX) as unused:
        unused.bind("socket")
    return folder


BAD_FILES = [
    "",
    "folder",
    "folder/",
    "to-folder",
    "new/",
    ".",
    "/",
    "missing/new",
    "lost",
    "loop",
    "file/new",
    "file/../new",
    "socket",
    "x" * 300,
    "x/" * 3000 + "x",
    "a\0b",
    "\ud800",
    "/dev/fd/987",
    "/proc/nothing",
]
BAD_FOLDERS = ["", "file", "file/new", "loop", "dangling", "x" * 300, "new/" + "x" * 300, "a\0b"]


@pytest.mark.parametrize(
    ("line", "option"), TARGETS, ids=lambda each: str(getattr(each, "dest", each))
)
def test_what_cannot_be_written_is_refused_before_any_work(line, option, surroundings, monkeypatch):
    def work(_):
        raise AssertionError("work was done")

    monkeypatch.setattr(line.module, "run", work)
    before = sorted(map(str, surroundings.rglob("*")))
    for target in BAD_FILES if option.type is output_file else BAD_FOLDERS:
        ended = run_inside([*line.argv, option.option_strings[-1], target])
        assert ended.code == 2
        assert "cannot be written (" in ended.message
        assert_promised(ended, KIND)
    assert sorted(map(str, surroundings.rglob("*"))) == before


def functions_that_write():
    report = hyperbaton.score(["b a"], [["a b"]], "kendall")
    vectors = np.ones((1, 2), np.int8)
    description = dict.fromkeys(("language", "sources", "licence", "recipe"), "") | {"unit": 1}
    return {
        "write_report": lambda path: hyperbaton.write_report(report, path),
        "write_lines": lambda path: write_lines(["a"], path),
        "write_archive": lambda path: write_archive(path, ["a"], vectors, np.ones(1), description),
        "write_scores": lambda path: write_scores(Path(path), {"a": [1.0]}),
    }


@pytest.mark.parametrize("name", functions_that_write())
def test_functions_refuse_the_same(name, surroundings):
    act = functions_that_write()[name]
    makes_folders = name == "write_scores"  # and takes a Path, which knows no slash at the end
    for target in BAD_FILES:
        if makes_folders and target in ("", "missing/new", "lost", "new/", "x/" * 3000 + "x"):
            continue
        with pytest.raises(InputError, match=r"cannot be written \("):
            act(target)
        count(KIND, 2)
    act("good")
    assert (surroundings / "good").stat().st_size
    assert (surroundings / "file").read_text() == "old\n"


PARTS = st.sampled_from(
    [
        *("file", "folder", "link", "to-folder", "dangling", "lost", "loop", "socket", "new"),
        *("..", ".", "x" * 300, "a\tb\n", "\udcff", "-", "é"),
    ]
)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=300)
@given(st.lists(PARTS, min_size=1, max_size=4), st.booleans())
def test_a_target_is_accepted_exactly_if_it_can_be_written(surroundings, parts, slash):
    target = "/".join(parts) + "/" * slash
    try:
        check_target(target)
    except HyperbatonError:
        with pytest.raises(HyperbatonError):
            write_lines(["x"], target)
        count(KIND, 2)
        return
    write_lines(["x"], target)
    assert Path(target).read_text() == "x\n"
    count(KIND, 0)
    assert not list(surroundings.rglob(".hyperbaton-*"))
    for path in (surroundings / "new", surroundings / "folder" / "new"):
        path.unlink(missing_ok=True)
    (surroundings / "file").write_text("old\n")


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(PARTS.filter(lambda part: part != "new"), min_size=1, max_size=3))
def test_a_folder_is_accepted_exactly_if_files_can_be_written_in_it(surroundings, parts):
    target = "/".join(["folder", "made", *parts])
    try:
        check_target_folder(target)
    except HyperbatonError:
        with pytest.raises(HyperbatonError):
            make_folder(target)
        count(KIND, 2)
        return
    make_folder(target)
    write_lines(["x"], Path(target) / "x.txt")
    count(KIND, 0)


# What is at the path


def test_links_are_followed(surroundings):
    write_lines(["new"], "link")
    write_lines(["made"], "dangling")
    assert (surroundings / "file").read_text() == "new\n"
    assert (surroundings / "folder" / "new").read_text() == "made\n"
    assert all((surroundings / name).is_symlink() for name in ("link", "dangling"))


def test_a_pipe_is_written_to(folder):
    os.mkfifo("pipe")
    found = []
    reader = threading.Thread(target=lambda: found.append(Path("pipe").read_text()))
    reader.start()
    ended = run_inside([*SCORE, "-o", "pipe"])
    reader.join()
    assert_promised(ended, KIND, codes=[0])
    assert "loom" in found[0]
    assert stat.S_ISFIFO(Path("pipe").stat().st_mode)


def test_a_full_device(folder):
    if not Path("/dev/full").is_char_device():
        pytest.skip("there is no /dev/full")
    ended = run_inside([*SCORE, "-o", "/dev/full"])
    assert ended.code == 2
    assert_promised(ended, KIND)
    assert Path("/dev/full").is_char_device()


@as_root
def test_a_device_stays_one(folder):
    try:
        os.mknod("null", 0o666 | stat.S_IFCHR, os.makedev(1, 3))
        write_lines(["x"], "null")
    except OSError as error:
        pytest.skip(f"devices cannot be made here ({error})")
    except InputError as error:
        pytest.skip(f"devices cannot be used here ({error})")
    assert_promised(run_inside([*SCORE, "-o", "null"]), KIND, codes=[0])
    status = Path("null").stat()
    assert stat.S_ISCHR(status.st_mode)
    assert stat.S_IMODE(status.st_mode) == 0o666 & ~_umask()


def _umask():
    now = os.umask(0)
    os.umask(now)
    return now


def shell(command, folder):
    program = f"'{sys.executable}' -m hyperbaton"
    return subprocess.run(
        ["bash", "-c", f'hyperbaton() {{ {program} "$@"; }}\n{command}'],
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=60,
    )


def test_what_is_open_already_is_written_to(folder):
    score = " ".join(["hyperbaton", *SCORE])
    expected = shell(score, folder).stdout
    assert expected
    assert shell(f"{score} -o /dev/stdout | cat", folder).stdout == expected
    assert shell(f"{score} -o /dev/fd/7 7>&1", folder).stdout == expected
    assert shell(f"{score} -o >(cat >&2); wait $!", folder).stderr == expected
    assert shell(f"{score} -o -", folder).stdout == expected
    appended = shell(
        f"echo first > log; {{ {score} -o /dev/stdout; echo last; }} >> log; cat log", folder
    )
    assert appended.stdout == f"first\n{expected}last\n"
    assert shell(f"{score} -o /dev/stdout >&-", folder).returncode == 2
    count(KIND, 0)


def test_a_reader_that_has_seen_enough(folder):
    page = shell(
        "hyperbaton report demo/en/reference.txt -i demo/en/loom.txt -o >(head -c 9)", folder
    )
    assert (page.returncode, "Traceback" in page.stderr) == (0, False)
    count(KIND, 0)


def test_mode_and_owner_are_kept(tmp_path):
    target = tmp_path / "file"
    for mode in (0o600, 0o640, 0o666, 0o755):
        target.write_text("old")
        target.chmod(mode)
        write_lines(["new"], target)
        assert stat.S_IMODE(target.stat().st_mode) == mode
    target.unlink()
    write_lines(["new"], target)
    assert stat.S_IMODE(target.stat().st_mode) == 0o666 & ~_umask()


@as_root
def test_root_keeps_the_owner(tmp_path):
    target = tmp_path / "file"
    target.write_text("old")
    os.chown(target, 12345, 23456)
    target.chmod(0o640)
    write_lines(["new"], target)
    status = target.stat()
    assert (status.st_uid, status.st_gid, stat.S_IMODE(status.st_mode)) == (12345, 23456, 0o640)


def refused_for_somebody(target):
    """What a user without root's rights, which are above all permissions, is told."""
    receiver, sender = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            if os.geteuid() == 0:
                os.setgid(65534)
                os.setuid(65534)
            check_target(target)
            os.write(sender, b"accepted")
        except BaseException as error:
            os.write(sender, str(error).encode())
        finally:
            os._exit(0)
    os.close(sender)
    os.waitpid(child, 0)
    with os.fdopen(receiver, encoding="utf-8") as told:
        return told.read()


@pytest.mark.parametrize("protected", ["file", "folder", "unreachable"])
def test_what_is_protected_is_refused(protected):
    with tempfile.TemporaryDirectory() as name:  # pytest's own is for one user only
        Path(name).chmod(0o755)
        inner = Path(name, "inner")
        inner.mkdir()
        target = inner / "file"
        target.write_text("old")
        inner.chmod(0o777)
        target.chmod(0o666)
        assert refused_for_somebody(target) == "accepted"
        if protected == "file":
            target.chmod(0o444)
        else:
            inner.chmod(0o555 if protected == "folder" else 0o000)
        assert "cannot be written (Permission denied)" in refused_for_somebody(target)
        inner.chmod(0o755)
        assert names(inner) == ["file"]
        count(KIND, 2)


def test_the_output_may_replace_the_input(folder):
    (folder / "hyp.txt").write_bytes(Path("demo/en/loom.txt").read_bytes())
    argv = ["score", "demo/en/reference.txt", "-i", "hyp.txt", "-m", "bleu", "-q", "-o", "hyp.txt"]
    expected = run_inside(argv[:-2]).out
    assert_promised(run_inside(argv), KIND, codes=[0])
    assert (folder / "hyp.txt").read_bytes() == expected


def test_what_fails_leaves_the_old_file(tmp_path):
    target = tmp_path / "file"
    target.write_text("old")
    for error in (RuntimeError, KeyboardInterrupt, MemoryError):
        with pytest.raises(error), replacement(target) as file:
            file.write(b"x" * 100_000)
            raise error
    assert target.read_text() == "old"
    assert names(tmp_path) == ["file"]


def test_the_last_complete_one_wins(tmp_path):
    target = tmp_path / "file"
    with replacement(target) as first:
        first.write(b"first")
        with replacement(target) as second:
            second.write(b"second")
        assert target.read_bytes() == b"second"
    assert target.read_bytes() == b"first"
    assert names(tmp_path) == ["file"]


def test_many_at_once(tmp_path):
    target = tmp_path / "file"
    texts = [f"{number}\n" * 20_000 for number in range(16)]
    threads = [threading.Thread(target=write_lines, args=([text], target)) for text in texts]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert target.read_text() in [f"{text}\n" for text in texts]
    assert names(tmp_path) == ["file"]


# What killed runs leave

HALF = """\
import sys, time
from hyperbaton.runtime.files import replacement
from hyperbaton.runtime.output.scratch import scratch_folder
from pathlib import Path
with replacement(sys.argv[1]) as file, scratch_folder(Path(sys.argv[1]).parent) as folder:
    (folder / "part").write_text("x")
    file.write(b"x" * 1_000_000)
    file.flush()
    print("written", flush=True)
    time.sleep(100)
"""


@pytest.fixture
def half(tmp_path):
    """Starts processes that stop in the middle of writing, and kills those that are left."""
    started = []

    def start():
        child = subprocess.Popen(
            [sys.executable, "-c", HALF, str(tmp_path / "target")], stdout=subprocess.PIPE
        )
        started.append(child)
        child.stdout.readline()
        return child

    yield start
    for child in started:
        child.kill()
        child.communicate()


def test_the_next_run_removes_what_a_killed_one_left(half, tmp_path, monkeypatch):
    monkeypatch.setattr(scratch, "_swept", set())
    killed = half()
    killed.kill()
    killed.wait()
    alive = half()
    left = names(tmp_path)
    assert len(left) == 2  # of the one that is alive, which has removed the other's
    write_lines(["x"], tmp_path / "other")
    assert names(tmp_path) == sorted([*left, "other"])
    alive.kill()
    alive.wait()
    monkeypatch.setattr(scratch, "_swept", set())
    write_lines(["x"], tmp_path / "target")
    assert names(tmp_path) == ["other", "target"]
    count(KIND, "killed")


def test_where_there_are_no_locks_age_decides(tmp_path, monkeypatch):
    def no_locks(*_):
        raise OSError("no locks available")

    monkeypatch.setattr(scratch, "_swept", set())
    monkeypatch.setattr(scratch.fcntl, "flock", no_locks)
    old, young = (tmp_path / f".hyperbaton-{k * 16}.part" for k in "ab")
    others = [tmp_path / ".hyperbaton-notes.part", tmp_path / "hyperbaton-x.part"]
    for path in (old, young, *others):
        path.touch()
        if path != young:
            os.utime(path, (0, 0))
    write_lines(["x"], tmp_path / "target")
    assert names(tmp_path) == sorted([young.name, *(path.name for path in others), "target"])


def test_only_files_of_ones_own_are_removed(tmp_path, monkeypatch):
    monkeypatch.setattr(scratch, "_swept", set())
    (tmp_path / "precious").write_text("x")
    planted = tmp_path / f".hyperbaton-{'c' * 16}.part"
    planted.symlink_to("precious")
    os.mkfifo(tmp_path / f".hyperbaton-{'d' * 16}.part")
    write_lines(["x"], tmp_path / "target")
    assert (tmp_path / "precious").read_text() == "x"
    assert len(names(tmp_path)) == 4


@pytest.mark.parametrize("line", ENDING_COMMAND_LINES, ids=str)
def test_commands_write_to_a_file_what_they_print(line, folder, stand_in):
    options = [option for option in line.options if option.type is output_file]
    for option in options:
        if option.dest in ("curve", "errors", "summary") or line.name == "report":
            continue
        printed = run_inside(line.argv)
        ended = run_inside([*line.argv, option.option_strings[-1], "written.txt"])
        assert_promised(ended, KIND, codes=[0])
        assert (folder / "written.txt").read_bytes() == printed.out
        assert ended.out == b""
