"""Files that appear whole or not at all, and fingerprints of files."""

import os
import stat
import subprocess
import sys

import pytest
from processes import fail, succeed

from hyperbaton.errors import InputError
from hyperbaton.files import (
    BLOCK,
    check_target,
    check_target_folder,
    fingerprint,
    replacement,
    write_lines,
)

needs_posix = pytest.mark.skipif(os.name != "posix", reason="needs links and pipes")


def test_what_fails_leaves_nothing_behind(tmp_path):
    (tmp_path / "x.txt").write_text("old")

    def lines():
        yield "new"
        raise RuntimeError

    with pytest.raises(RuntimeError):
        write_lines(lines(), tmp_path / "x.txt")
    assert [path.name for path in tmp_path.iterdir()] == ["x.txt"]
    assert (tmp_path / "x.txt").read_text() == "old"


@needs_posix
def test_a_file_is_replaced_and_keeps_its_mode_and_links(tmp_path):
    target, link = tmp_path / "x.txt", tmp_path / "link"
    target.write_text("old")
    target.chmod(0o640)
    link.symlink_to("x.txt")
    write_lines(["new"], link)
    assert target.read_text() == "new\n"
    assert link.is_symlink()
    assert stat.S_IMODE(target.stat().st_mode) == 0o640


@needs_posix
def test_pipes_and_streams_are_written_to_as_they_are():
    write_lines(["two"], "/dev/null")
    code = "from hyperbaton.files import write_lines; write_lines(['three'], '/dev/stdout')"
    piped = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True)
    assert piped.stdout == b"three\n"


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("", "it is a folder"),
        ("folder", "it is a folder; name a file"),
        ("new/", "it is the name of a folder"),
        ("none/x.txt", "there is no folder"),
        ("file/x.txt", "there is no folder"),
    ],
)
def test_targets_that_cannot_be_written(name, reason, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "folder").mkdir()
    (tmp_path / "file").write_text("")
    for act in (check_target, lambda path: write_lines([], path)):
        with pytest.raises(InputError, match=rf"cannot be written \({reason}"):
            act(name)
    with pytest.raises(InputError, match="file is not a folder"):
        check_target_folder("file/deep/er")
    check_target_folder("folder/deep/er")


def test_a_disk_that_is_full(tmp_path):
    full = pytest.raises(InputError, match=r"x: cannot be written \(No space left on device\)")
    with full, replacement(tmp_path / "x") as file:
        file.write(b"part")
        raise OSError(28, "No space left on device")
    assert list(tmp_path.iterdir()) == []


def test_a_command_that_fails_leaves_its_output_as_it_was(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name, text in (("ref", "a b\n"), ("hyp", "b a\n"), ("short", ""), ("out", "old\n")):
        (tmp_path / name).write_text(text)
    fail("score", "ref", "-i", "short", "-m", "wer", "-o", "out")
    assert (tmp_path / "out").read_text() == "old\n"
    succeed("score", "ref", "-i", "hyp", "-m", "wer", "--format", "tsv", "-o", "out")
    assert (tmp_path / "out").read_text() == "system\twer\nhyp\t1.0\n"
    assert {path.name for path in tmp_path.iterdir()} == {"ref", "hyp", "short", "out"}


# Fingerprints


def test_fingerprints_tell_models_apart(tmp_path):
    for folder, content in (("a", "x"), ("b", "x"), ("c", "y")):
        (tmp_path / folder / "deep").mkdir(parents=True)
        (tmp_path / folder / "deep" / "weights").write_text(content)
    prints = {folder: fingerprint(tmp_path / folder) for folder in "abc"}
    assert prints["a"] == prints["b"] != prints["c"]
    (tmp_path / "b" / "more").write_text("")
    assert fingerprint(tmp_path / "b") != prints["b"]
    (tmp_path / "a" / "__pycache__").mkdir()
    (tmp_path / "a" / "__pycache__" / "x.pyc").write_text("code")
    assert fingerprint(tmp_path / "a") == prints["a"]
    (tmp_path / "a" / "deep").rename(tmp_path / "a" / "other")
    assert fingerprint(tmp_path / "a") != prints["a"]


def test_a_file_is_known_by_its_contents_not_by_its_name(tmp_path):
    one, two = tmp_path / "one", tmp_path / "two"
    content = bytearray(2 * BLOCK + 7)
    one.write_bytes(content)
    two.write_bytes(content)
    assert fingerprint(one) == fingerprint(two) == fingerprint(str(one))
    seen = {fingerprint(one)}
    for place in (0, BLOCK - 1, BLOCK, 2 * BLOCK + 6):
        two.write_bytes(content[:place] + b"\1" + content[place + 1 :])
        seen.add(fingerprint(two))
    assert len(seen) == 5
    with pytest.raises(InputError, match=r"none: cannot be read \(No such file or directory\)"):
        fingerprint(tmp_path / "none")
