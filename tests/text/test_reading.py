"""Segments from files, standard input and specs of the form PATH:COLUMN."""

import gzip
import io
import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from reading_errors import error_of

from hyperbaton.text.opening import opened
from hyperbaton.text.reading import read_references, read_segments

# A line end would be two segments; NUL and halves of surrogate pairs are no text.
SEGMENT = st.text(st.characters(exclude_characters="\n\0", exclude_categories=["Cs"]))


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        (b"", []),
        (b"\n", [""]),
        (b"a b\nc\n", ["a b", "c"]),
        (b"a\n\n\nb", ["a", "", "", "b"]),
        (b"a\r\nb\r\n\r\n", ["a", "b", ""]),
        (b"\xef\xbb\xbfa\n", ["a"]),
        (b"\xef\xbb\xbf", []),
        (b"a\rb\n \xc2\xa0c \n", ["a\rb", " \xa0c "]),
        (
            "a\x0bb\x0cc\x1cd\x85e\u2028f\u2029g\n".encode(),
            ["a\x0bb\x0cc\x1cd\x85e\u2028f\u2029g"],
        ),
    ],
)
def test_plain_lines(write, content, expected):
    assert read_segments(write("hyp.txt", content)) == expected
    assert read_segments(write("hyp", content)) == expected
    assert read_segments(write("hyp.en.gz", gzip.compress(content))) == expected
    assert read_references(write("ref.de", content)) == [[text] for text in expected]


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"ok\nabcdefghijk\xffz\n", ":2: byte 0xFF at position 12 is not UTF-8; convert the file"),
        (b"\xff\xfea\n", ":1: byte 0xFF at position 1 is not UTF-8"),
        (b"caf\xe9\n", ":1: byte 0xE9 at position 4 is not UTF-8"),
        (b"a\n\xed\xa0\x80\n", ":2: byte 0xED at position 1 is not UTF-8"),
        (b"a\nb\xe2\x82", ":2: byte 0xE2 at position 2 is not UTF-8"),
        (b"a\nb\0c\n", ":2: byte 0x00 at position 2 is not text; convert the file"),
    ],
)
def test_bytes_that_are_no_text(write, content, message):
    path = write("hyp.txt", content)
    assert error_of(path).startswith(path + message)
    packed = write("hyp.tsv.gz", gzip.compress(content))
    assert error_of(f"{packed}:1").startswith(packed + message)


@pytest.mark.parametrize(
    "damage",
    [
        lambda data: b"",
        lambda data: data[:-4],
        lambda data: data[:12],
        lambda data: data[:-8] + b"\0\0\0\0" + data[-4:],
        lambda data: data[:10] + b"\xff\xff\xff" + data[13:],
        lambda data: b"plain text\n",
        lambda data: data + b"trailing",
    ],
)
def test_damaged_gzip(write, damage):
    path = write("hyp.gz", damage(gzip.compress(b"some segment\n" * 50)))
    assert error_of(path).startswith(f"{path}: is not an intact gzip file (")


def test_gzip_of_several_members(write):
    path = write("hyp.gz", gzip.compress(b"a\n") + gzip.compress(b"b\n"))
    assert read_segments(path) == ["a", "b"]


def test_files_that_cannot_be_read(tmp_path, write):
    missing = str(tmp_path / "missing.txt")
    assert error_of(missing) == f"{missing}: cannot be read (No such file or directory)"
    assert error_of(str(tmp_path)) == f"{tmp_path}: cannot be read (Is a directory)"
    folder = tmp_path / "folder.parquet"
    folder.mkdir()
    assert error_of(str(folder)) == f"{folder}: cannot be read (Is a directory)"
    assert error_of(f"{folder}:mt") == f"{folder}: cannot be read (Is a directory)"
    long = "x" * 5000
    assert error_of(long) == f"{long}: cannot be read (File name too long)"


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="root may read everything")
def test_file_without_permission(write):
    path = write("hyp.txt", b"a\n")
    Path(path).chmod(0)
    assert error_of(path) == f"{path}: cannot be read (Permission denied)"


def test_missing_table_is_named_without_its_column(tmp_path):
    missing = str(tmp_path / "missing.tsv")
    assert error_of(f"{missing}:mt") == f"{missing}: cannot be read (No such file or directory)"
    plain = f"{tmp_path}/missing:mt"
    assert error_of(plain) == f"{plain}: cannot be read (No such file or directory)"


def test_standard_input(monkeypatch):
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"a\r\n\nb\n")))
    assert read_segments("-") == ["a", "", "b"]
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"a\n\xff")))
    assert error_of("-").startswith("<stdin>:2: byte 0xFF at position 1 is not UTF-8")
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"a\tb\n")))
    assert error_of("-:2").startswith("<stdin>: plain text has no columns; leave out ':2'")


def test_plain_text_has_no_columns(write):
    path = write("hyp.txt", b"a\n")
    assert error_of(f"{path}:2").startswith(f"{path}: plain text has no columns; leave out ':2'")
    assert "':'" in error_of(f"{path}:")


def test_the_longest_existing_path_wins(write):
    table = write("data.tsv", b"mt\ta:b\nx\ty\n")
    assert read_segments(f"{table}:mt") == ["x"]
    assert read_segments(f"{table}:a:b") == ["y"]
    write("data.tsv:mt", b"a file of its own\n")
    assert read_segments(f"{table}:mt") == ["a file of its own"]
    assert read_segments(f"{table}:a:b") == ["y"]


def test_drive_letters_are_no_paths(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("C").write_text("not this\n")
    for spec in ("C:/data.txt", "C:\\data.txt"):
        assert error_of(spec) == f"{spec}: cannot be read (No such file or directory)"
    assert error_of("C:\\data.tsv:mt") == "C:\\data.tsv: cannot be read (No such file or directory)"


def test_extensions_in_capitals(write):
    assert read_segments(write("DATA.TSV.GZ", gzip.compress(b"a\tb\n")) + ":2") == ["b"]


def test_opened_closes_and_yields_lines(write):
    with opened(write("lines.gz", gzip.compress(b"1 2\n2 1\n"))) as file:
        assert list(file) == [b"1 2\n", b"2 1\n"]
    assert file.closed


@given(st.lists(SEGMENT.map(lambda text: text.rstrip("\r"))), st.booleans(), st.booleans())
def test_plain_round_trip(tmp_path_factory, segments, has_crlf, has_mark):
    folder = tmp_path_factory.mktemp("plain")
    mark = "\ufeff" if has_mark or "".join(segments[:1]).startswith("\ufeff") else ""
    end = "\r\n" if has_crlf else "\n"
    data = (mark + "".join(text + end for text in segments)).encode()
    (folder / "plain").write_bytes(data)
    (folder / "packed.gz").write_bytes(gzip.compress(data, 1))
    assert read_segments(str(folder / "plain")) == segments
    assert read_segments(str(folder / "packed.gz")) == segments
