"""Segments from files, standard input and specs of the form PATH:COLUMN."""

import gzip
import io

import pytest
from reading_errors import error_of

from hyperbaton import TestSet
from hyperbaton.errors import InputError
from hyperbaton.text.reading import (
    read_reference_streams,
    read_references,
    read_segments,
    read_systems,
)


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


def test_standard_input(monkeypatch):
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"a\r\n\nb\n")))
    assert read_segments("-") == ["a", "", "b"]
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"a\n\xff")))
    assert error_of("-").startswith("<stdin>:2: byte 0xFF at position 1 is not UTF-8")
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"a\tb\n")))
    assert error_of("-:2").startswith("<stdin>: plain text has no columns; leave out ':2'")


def test_the_longest_existing_path_wins(write):
    table = write("data.tsv", b"mt\ta:b\nx\ty\n")
    assert read_segments(f"{table}:mt") == ["x"]
    assert read_segments(f"{table}:a:b") == ["y"]
    write("data.tsv:mt", b"a file of its own\n")
    assert read_segments(f"{table}:mt") == ["a file of its own"]
    assert read_segments(f"{table}:a:b") == ["y"]


@pytest.fixture
def folder(tmp_path):
    files = {"a.txt": "one\ntwo\n", "b.txt": "uno\n\n", "short.txt": "one\n", "a.tsv": "mt\nx\ny\n"}
    for name, content in files.items():
        (tmp_path / name).write_text(content, encoding="utf-8")
    return tmp_path


def test_blank_second_references_are_absent(folder):
    streams = read_reference_streams([f"{folder}/a.txt", f"{folder}/b.txt"])
    assert TestSet(streams).texts == (("one", "uno"), ("two",))
    first = read_reference_streams([f"{folder}/b.txt"])
    assert TestSet(first).texts == (("uno",), ("",))


def test_systems_are_named_after_their_files(folder):
    systems = read_systems([f"{folder}/a.txt", f"{folder}/b.txt"], 2, "ref")
    assert list(systems) == ["a", "b"]
    for name, system in (("nllb-3.3B", "nllb-3.3B"), ("m.v1.2.hyp", "m.v1.2"), ("x.de", "x")):
        (folder / name).write_text("a\nb\n")
        assert list(read_systems([f"{folder}/{name}"], 2, "ref")) == [system]
    for name in ("news.sysA", "news.sysB"):
        (folder / name).write_text("a\nb\n", encoding="utf-8")
    found = read_systems([f"{folder}/news.sysA", f"{folder}/news.sysB"], 2, "ref")
    assert list(found) == ["news.sysA", "news.sysB"]
    (folder / "t.tsv").write_text("loom\tcalque\na\tb\nc\td\n")
    columns = [f"{folder}/t.tsv:loom", f"{folder}/t.tsv:calque"]
    assert list(read_systems(columns, 2, "ref")) == ["loom", "calque"]
    both = [f"{folder}/a.txt", f"{folder}/a.tsv:mt"]
    assert list(read_systems(both, 2, "ref")) == ["a", "mt"]
    with pytest.raises(InputError, match="duplicate system"):
        read_systems([both[0], both[0]], 2, "ref")
