"""A cache is never needed: whatever happens to it, results are the same and there is one notice."""

import io
import os
import random
import resource
import signal
import sqlite3
import subprocess
import sys
import time
import warnings
from pathlib import Path

import numpy as np
import pytest
from hostility.children import assert_promised, run
from hostility.command_lines import ENDING_COMMAND_LINES
from hostility.files import EDITS, IN_THE_WAY, damaged
from hostility.inside import run_inside
from hostility.tally import count
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from hyperbaton.runtime.cache import folders, notices, store
from hyperbaton.runtime.cache.notices import CacheNotice
from hyperbaton.runtime.cache.store import COMPANIONS, FILE_NAME, Store
from hyperbaton.scoring.cache import StatisticsCache

KIND = "caches"
ENTRIES = {bytes([k]) * 16: bytes([k]) * (50 * k * k) for k in range(1, 20)}
USING_CACHES = [
    line
    for line in ENDING_COMMAND_LINES
    if line.options_where(lambda option: "--cache" in option.option_strings)
]


@pytest.fixture
def quiet_python():
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", CacheNotice)
        yield


@pytest.fixture(scope="module")
def intact(tmp_path_factory):
    """The file of a store with some entries."""
    folder = tmp_path_factory.mktemp("intact")
    with Store(folder) as kept:
        kept.add(ENTRIES.items())
    return folder / FILE_NAME


def assert_usable_again(folder):
    """Nothing wrong is found, and what is added then is there."""
    with Store(folder) as kept:
        for key, contents in ENTRIES.items():
            assert kept.find(key) in (None, contents)
        kept.add(ENTRIES.items())
    with Store(folder) as kept:
        assert all(kept.find(key) == contents for key, contents in ENTRIES.items())


@settings(max_examples=150, deadline=None, suppress_health_check=list(HealthCheck))
@given(edits=EDITS)
def test_damage_is_never_used_and_is_mended(edits, intact, tmp_path, quiet_python):
    for ending in COMPANIONS:
        (tmp_path / f"{FILE_NAME}{ending}").unlink(missing_ok=True)
    (tmp_path / FILE_NAME).write_bytes(damaged(intact.read_bytes(), edits))
    assert_usable_again(tmp_path)
    count(KIND, "damaged file")


@settings(max_examples=30, deadline=None, suppress_health_check=list(HealthCheck))
@given(edits=st.tuples(*[EDITS] * len(COMPANIONS)))
def test_leftovers_beside_the_file_do_no_harm(edits, intact, tmp_path, quiet_python):
    (tmp_path / FILE_NAME).write_bytes(intact.read_bytes())
    for ending, each in zip(COMPANIONS, edits, strict=True):
        (tmp_path / f"{FILE_NAME}{ending}").write_bytes(damaged(intact.read_bytes(), each))
    assert_usable_again(tmp_path)
    count(KIND, "leftover beside it")


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE entries SET contents = contents || x'00'",
        "UPDATE entries SET contents = CAST(contents AS TEXT)",
        "UPDATE entries SET contents = 7, checksum = 7",
        "UPDATE entries SET contents = (SELECT contents FROM entries LIMIT 1)",
        "UPDATE entries SET (contents, checksum) = (SELECT contents, checksum FROM entries)",
        "DELETE FROM entries",
        "DROP TABLE entries",
        "ALTER TABLE entries RENAME COLUMN contents TO leaves",
        "ALTER TABLE entries ADD COLUMN more",
        "CREATE TRIGGER t BEFORE INSERT ON entries BEGIN SELECT RAISE(ABORT, 'no'); END",
        "PRAGMA journal_mode = WAL",
        "PRAGMA user_version = 99",
    ],
)
def test_what_other_programs_write_is_never_used(change, intact, tmp_path, quiet_python):
    path = tmp_path / FILE_NAME
    path.write_bytes(intact.read_bytes())
    connection = sqlite3.connect(path)
    with connection:
        connection.execute(change)
    connection.close()
    assert_usable_again(tmp_path)
    count(KIND, "changed file")


@pytest.mark.parametrize(
    "found", [np.zeros(3), np.zeros((3, 2), np.float32), np.zeros((2, 2)), np.array([["a"] * 2])]
)
def test_statistics_of_another_kind_are_not_used(found, tmp_path):
    contents = io.BytesIO()
    np.save(contents, found)
    with Store(tmp_path) as kept:
        kept.add([(b"key", contents.getvalue())])
    cache = StatisticsCache(tmp_path)
    with pytest.warns(CacheNotice, match="damaged entries"):
        assert cache.find("key", (3, 2)) is None
    cache.store("key", np.full((3, 2), np.nan))
    assert np.isnan(cache.find("key", (3, 2))).all()


def uses_cache(line):
    """A command line that reads and writes the cache."""
    metrics = [o for o in line.options if "--metrics" in o.option_strings]
    wanted = ["-m", "dted"] if metrics and line.name in ("score", "explain", "report") else []
    return [*line.argv, *wanted]


@pytest.mark.parametrize("line", USING_CACHES, ids=str)
def test_without_its_cache_a_command_prints_the_same_and_one_notice(line, folder):
    argv = uses_cache(line)
    expected = run_inside([*argv, "--no-cache"])
    assert_promised(expected, KIND, codes=[0])
    for number, (kind, make) in enumerate(IN_THE_WAY.items()):
        cache = folder / kind.replace(" ", "-")
        if number % 2:
            make(cache)
        else:
            cache.mkdir()
            make(cache / FILE_NAME)
        ended = run_inside([*argv, "--cache", str(cache)])
        assert_promised(ended, KIND, codes=[0])
        assert ended.out == expected.out
        added = set(ended.message.splitlines()) - set(expected.message.splitlines())
        assert len(added) <= 1, added
        assert all(notice.startswith("hyperbaton: ") for notice in added)


@pytest.mark.parametrize("kind", IN_THE_WAY)
@pytest.mark.parametrize("inside", [False, True])
def test_whatever_is_in_the_way_is_a_notice(kind, inside, tmp_path):
    folder = tmp_path / "cache"
    if inside:
        folder.mkdir()
    IN_THE_WAY[kind](folder / FILE_NAME if inside else folder)
    with warnings.catch_warnings(record=True) as told, Store(folder) as kept:
        warnings.simplefilter("always")
        assert kept.find(b"key") is None
        kept.add([(b"key", b"contents")])
        assert kept.find(b"key") in (None, b"contents")
    harmless = ("nothing", "empty file") if inside else ("nothing", "folder")
    assert len(told) == (kind not in harmless)
    count(KIND, "something in the way")


@pytest.mark.parametrize("line", USING_CACHES, ids=str)
def test_a_quiet_command_says_nothing_of_its_cache(line, folder):
    (folder / "file").write_text("in the way")
    ended = run_inside([*uses_cache(line), "--cache", "file", "-q"])
    assert_promised(ended, KIND, codes=[0])
    assert not ended.message


def test_a_locked_file_is_waited_for_once(intact, tmp_path, monkeypatch):
    (tmp_path / FILE_NAME).write_bytes(intact.read_bytes())
    monkeypatch.setattr(store, "PATIENCE", 0.2)
    monkeypatch.setattr(store, "_waited_in_vain", set())
    other = sqlite3.connect(tmp_path / FILE_NAME, isolation_level=None)
    other.execute("BEGIN EXCLUSIVE")
    key = next(iter(ENTRIES))
    with pytest.warns(CacheNotice, match="locked.*going on without"), Store(tmp_path) as kept:
        assert kept.find(key) is None
        kept.add([(b"new", b"contents")])
    monkeypatch.setattr(store, "PATIENCE", 1e6)
    with pytest.warns(CacheNotice), Store(tmp_path) as kept:
        assert kept.find(key) is None
    other.execute("ROLLBACK")
    other.close()
    with Store(tmp_path) as kept:
        assert kept.find(key) == ENTRIES[key]
    count(KIND, "locked file")


def test_a_file_that_can_only_be_read_is_read(intact, tmp_path):
    (tmp_path / FILE_NAME).write_bytes(intact.read_bytes())
    other = sqlite3.connect(tmp_path / FILE_NAME, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")  # others may read, but not write
    with pytest.MonkeyPatch.context() as patch, Store(tmp_path) as kept:
        patch.setattr(store, "PATIENCE", 0.1)
        with pytest.warns(CacheNotice, match="cannot be written"):
            kept.add([(b"new", b"contents")])
        assert all(kept.find(key) == contents for key, contents in ENTRIES.items())
    other.close()


@pytest.mark.parametrize("operation", ["mkdir", "stat", "open", "unlink"])
@pytest.mark.parametrize("code", [1, 5, 13, 28, 30, 36, 116, 122], ids=os.strerror)
def test_errors_of_the_file_system_are_no_errors(operation, code, tmp_path, monkeypatch):
    def failing(*_, **__):
        raise OSError(code, os.strerror(code))

    (tmp_path / FILE_NAME).write_bytes(b"damaged")
    with Store(tmp_path) as kept, monkeypatch.context() as patch:
        patch.setattr(Path, operation, failing)
        with pytest.warns(CacheNotice):
            assert kept.find(b"key") is None
    count(KIND, "error of the file system")


@pytest.mark.parametrize("limit", [0, 1, 4096])
def test_a_full_disk_is_no_error(limit, folder):
    def nearly_full():
        resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))

    argv = ["meta", "demo/judged", "--lp", "de-en", "-m", "wer", "--samples", "0"]
    expected = run([*argv, "--no-cache"], folder=folder)
    ended = run(argv, folder=folder, before=nearly_full)
    assert_promised(ended, KIND, codes=[0])
    assert ended.out == expected.out
    assert ended.message.count("the cache cannot be") == 1
    again = run(argv, folder=folder)
    assert (again.code, again.out, again.err) == (0, expected.out, expected.err)


WRITER = """
import sys
from pathlib import Path
from hyperbaton.runtime.cache.store import Store
with Store(Path(sys.argv[1])) as kept:
    print("ready", flush=True)
    for k in range(10**6):
        key = bytes([k % 19 + 1]) * 16
        kept.add([(key, bytes([k % 19 + 1]) * (50 * (k % 19 + 1) ** 2))])
"""


def test_a_killed_run_leaves_a_usable_file(tmp_path):
    seconds = random.Random(1)
    for _ in range(5):
        child = subprocess.Popen(
            [sys.executable, "-c", WRITER, tmp_path], stdout=subprocess.PIPE, cwd=tmp_path
        )
        child.stdout.read(1)
        time.sleep(seconds.uniform(0, 0.1))
        child.send_signal(signal.SIGKILL)
        child.communicate()
        assert_usable_again(tmp_path)  # and without any notice, which would be an error here
        count(KIND, "killed while writing")


@pytest.mark.parametrize("value", ["", "relative", ".", "~"])
def test_a_cache_folder_that_is_not_absolute_is_ignored(value, monkeypatch, tmp_path):
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("XDG_CACHE_HOME", value)
    assert folders.cache_folder() == tmp_path / ".cache" / "hyperbaton"


def test_a_user_without_a_home_has_no_cache(monkeypatch):
    def homeless():
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.setenv("XDG_CACHE_HOME", "")
    monkeypatch.setattr(Path, "home", homeless)
    with pytest.warns(CacheNotice, match="no home folder"):
        assert StatisticsCache().find("key") is None


def test_other_warnings_stay_as_they_are(capsys):
    with pytest.warns(UserWarning, match="another"), notices.printed_notices(quiet=True):
        warnings.warn("another", UserWarning, stacklevel=1)
        notices.notify("not shown")
    assert not capsys.readouterr().err
