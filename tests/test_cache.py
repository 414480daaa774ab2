"""Caches are never needed: damaged, locked or read-only, they are done without."""

import os
import sqlite3

import pytest
from processes import run

from hyperbaton import cache
from hyperbaton.cache import FILE_NAME, CacheNotice, Store
from hyperbaton.files import cache_folder

ENTRIES = [(b"one", b"1"), (b"two", b"22" * 5000)]


@pytest.fixture
def filled(tmp_path):
    with Store(tmp_path) as store:
        store.add(ENTRIES)
    return tmp_path


def found(folder):
    with Store(folder) as store:
        return [store.find(key) for key, _ in ENTRIES]


def test_entries_are_kept(filled):
    assert found(filled) == [contents for _, contents in ENTRIES]
    with Store(filled) as store:
        assert len(store) == 2
        assert store.find(b"three") is None


def test_a_damaged_file_is_replaced(filled):
    path = filled / FILE_NAME
    for content in (b"not a database, but long enough to be one" * 50, path.read_bytes()[:5000]):
        path.write_bytes(content)
        with pytest.warns(CacheNotice, match="damaged"):
            assert None in found(filled)
        with Store(filled) as store:
            store.add(ENTRIES)
        assert found(filled) == [contents for _, contents in ENTRIES]


def test_a_damaged_entry_is_not_believed(filled):
    with sqlite3.connect(filled / FILE_NAME) as connection:
        connection.execute("UPDATE entries SET contents = 'x' WHERE key = ?", (b"one",))
    connection.close()
    with pytest.warns(CacheNotice, match="damaged entries; they are replaced"):
        assert found(filled) == [None, ENTRIES[1][1]]


def test_a_locked_file_is_done_without(filled, monkeypatch):
    monkeypatch.setattr(cache, "PATIENCE", 0.1)
    other = sqlite3.connect(filled / FILE_NAME, isolation_level=None)
    other.execute("BEGIN EXCLUSIVE")
    with pytest.warns(CacheNotice, match=r"cannot be used \(database is locked\)"):
        assert found(filled) == [None, None]
    other.close()


def test_a_folder_that_cannot_be_made_is_done_without(tmp_path):
    (tmp_path / "file").write_text("")
    with Store(tmp_path / "file" / "folder") as store:
        with pytest.warns(CacheNotice, match="the cache cannot be written"):
            store.add(ENTRIES)
        with pytest.warns(CacheNotice, match="the cache cannot be used"):
            assert store.find(b"one") is None


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may write")
def test_a_read_only_file_is_read(filled):
    (filled / FILE_NAME).chmod(0o400)
    filled.chmod(0o500)
    assert found(filled) == [contents for _, contents in ENTRIES]


def test_where_it_is(monkeypatch, tmp_path):
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert cache_folder() == tmp_path / "hyperbaton"
    monkeypatch.setenv("XDG_CACHE_HOME", "relative")  # the XDG convention says to ignore it
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    assert cache_folder() == tmp_path / "home" / ".cache" / "hyperbaton"


def test_a_command_says_it_once_and_goes_on(tmp_path):
    (tmp_path / "file").write_text("")
    argv = ("meta", "demo/judged", "--lp", "de-en", "-m", "wer", "--samples", "0")
    for quiet, lines in (((), 1), (("-q",), 0)):
        ended = run(*argv, "--cache", tmp_path / "file", *quiet)
        assert ended.returncode == 0, ended.stderr
        assert ended.stderr.count("the cache cannot be used (it is not a folder)") == lines
