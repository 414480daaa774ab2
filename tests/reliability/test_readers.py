"""Readers: whatever is in a file, or in its place, ends soon in values or in one clear error."""

import gzip
import os
import resource
import subprocess
import sys
from pathlib import Path

import pytest
from hostility.children import GIGABYTE, assert_promised, run, start
from hostility.command_lines import ENDING_COMMAND_LINES
from hostility.files import EDITS, IN_THE_WAY, damaged
from hostility.inside import run_inside
from hostility.readers import readers, reading_functions
from hostility.tally import count
from hypothesis import HealthCheck, given, settings

from hyperbaton.cli.options.output import output_file, output_folder
from hyperbaton.errors import HyperbatonError
from hyperbaton.text import opening

KIND = "readers"
MEMORY = 3 * GIGABYTE
ANY_TIME = settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck))


@pytest.fixture(scope="module")
def all_readers(tmp_path_factory):
    return readers(tmp_path_factory.mktemp("readers"))


@pytest.fixture(autouse=True)
def impatient(monkeypatch):
    monkeypatch.setattr(opening, "SECONDS_FOR_WRITER", 0.05)


def outcome_of(reader, path):
    """Reads a file; anything but values and errors of the package fails the test."""
    try:
        reader.read(path)
    except HyperbatonError as error:
        assert len(str(error).splitlines()) <= 3, str(error)
        assert Path(path).name in str(error), str(error)
        count(KIND, "refused")
        return str(error)
    count(KIND, "succeeded")
    return ""


def test_every_function_that_reads_files_is_tried(all_readers):
    assert set(reading_functions()) <= {reader.function for reader in all_readers}


def test_readers_read_what_they_should(all_readers, tmp_path):
    for reader in all_readers:
        path = tmp_path / reader.file
        path.write_bytes(reader.content)
        assert not outcome_of(reader, str(path)), reader


@ANY_TIME
@given(edits=EDITS)
def test_damaged_files(edits, all_readers, tmp_path):
    for reader in all_readers:
        path = tmp_path / reader.file
        path.write_bytes(damaged(reader.content, edits))
        outcome_of(reader, str(path))


@pytest.mark.parametrize("kind", IN_THE_WAY)
def test_what_is_no_file(kind, all_readers, tmp_path):
    for number, reader in enumerate(all_readers):
        folder = tmp_path / str(number)
        folder.mkdir()
        IN_THE_WAY[kind](folder / reader.file)
        message = outcome_of(reader, str(folder / reader.file))
        assert message or kind in ("empty file", "file", "folder"), reader


def test_old_line_ends_are_named(all_readers, tmp_path):
    binary = (".npz", ".gz", ".parquet", ".bin")
    for reader in all_readers:
        if b"\n" in reader.content and not reader.file.endswith(binary):
            path = tmp_path / reader.file
            path.write_bytes(reader.content.replace(b"\n", b"\r"))
            assert "old Macs" in outcome_of(reader, str(path)), reader


@pytest.mark.parametrize(
    ("name", "content", "words"),
    [
        ("a.txt", b"\xff\xfea\0\n\0", "iconv -f UTF-16 -t UTF-8"),
        ("a.txt", "älter\n".encode("utf-16-le"), "iconv -f UTF-16LE"),
        ("a.txt", "über\n".encode("latin-1"), "a.txt:1: byte 0xFC at position 1 is not UTF-8"),
        ("a.txt", gzip.compress(b"a\n"), "ends in .gz"),
        ("a.txt", b"PK\3\4\0\0\xff", "zip archive"),
        ("a.txt.gz", b"a\n", "is not an intact gzip file"),
        ("a.txt", b"a" * 5000, "the line has more than"),
        ("a.txt", b"a\n" * 5000, "has more than"),
        ("a.gz", gzip.compress(b"a\n" * 400_000), "times its size"),
    ],
)
def test_messages_name_what_a_file_is(name, content, words, tmp_path, monkeypatch):
    monkeypatch.setattr(opening, "MOST_BYTES", 8000 if name == "a.txt" else 1 << 30)
    monkeypatch.setattr(opening, "LONGEST_LINE", 4096)
    monkeypatch.setattr(opening, "BLOCK", 4096)
    monkeypatch.setattr(opening, "MOST_UNPACKED", 4096)
    path = tmp_path / name
    path.write_bytes(content)
    with pytest.raises(HyperbatonError) as caught:
        opening.read_text(str(path))
    assert words in str(caught.value)


def test_a_pipe_with_a_slow_writer_is_read(tmp_path):
    path = tmp_path / "pipe"
    os.mkfifo(path)
    command = f"exec >'{path}'; sleep 0.3; echo a; sleep 0.1; echo b"
    with subprocess.Popen(["sh", "-c", command]):
        assert opening.read_text(str(path)) == "a\nb\n"


# Each was quadratic, exhausted the memory, or had no end; the child's limits bound them all.
HOSTILE = {
    "duplicate.perm": lambda: (" ".join(map(str, range(1, 10**6))) + " 999999").encode(),
    "digits.perm": lambda: b"9" * 10**6,
    "unclosed.sgm": lambda: b"<seg " * 10**6,
    "attribute.sgm": lambda: b"<refset " + b"a" * 10**6 + b"><doc><seg>x</seg></doc></refset>",
    "nested.xml": lambda: b"<dataset><doc><ref>" + b"<seg>" * 10**5,
    "sets.xml": lambda: (
        b"<dataset><doc>%s</doc></dataset>"
        % b"".join(b'<ref translator="%d"><seg id="1">a</seg></ref>' % k for k in range(10**5))
    ),
    "deep.jsonl": lambda: b'{"a":' + b"[" * 10**6,
    "keys.jsonl": lambda: b"{" + b",".join([b'"a":1'] * 10**6) + b"}",
    "unclosed.csv": lambda: b'a,b\n"' + b"x,y\n" * 10**6,
    "lines.txt": lambda: b"\n" * 10**6,
    "line.txt": lambda: b"a " * (40 << 20),
    "bomb.gz": lambda: gzip.compress(b"a\n" * (1 << 28), 1),
    "bomb.jsonl.gz": lambda: gzip.compress(b" " * (1 << 28), 1),
    "segment.conllu": lambda: b"# segment = 999999999\n1\ta\t_\t_\t_\t_\t0\t_\t_\t_\n",
    "word.conllu": lambda: b"".join(
        b"%d\ta\t_\t_\t_\t_\t%d\t_\t_\t_\n" % (k, k - 1) for k in range(1, 3 * 10**5)
    ),
    "phrase.par": lambda: b"0.5\n" + b"a " * 10**6 + b"\nb\n",
    "wide.vec": lambda: b"a " + b"0.1 " * 10**6 + b"\n",
    "links.align": lambda: " ".join(f"{k}-{k}" for k in range(5 * 10**5)).encode(),
}
READING = """
import sys
from hyperbaton.errors import HyperbatonError
from hyperbaton.alignment.given import LinkStream
from hyperbaton.alignment.matchers.phrase_table import read_table
from hyperbaton.permutation.reading import read_permutations
from hyperbaton.text.reading import read_references
from hyperbaton.trees import read_segment_trees
from hyperbaton.vectors.text_file import read_vectors

READ = {
    "perm": lambda path: read_permutations([path]),
    "conllu": read_segment_trees,
    "par": lambda path: list(read_table(path)),
    "vec": lambda path: read_vectors(path, ["a"]),
    "align": LinkStream.read,
}
for path in sys.argv[1:]:
    selector = ":a" if "json" in path or "csv" in path else ""
    try:
        READ.get(path.rsplit(".", 1)[1], lambda path: read_references(path + selector))(path)
        print(path, "succeeded")
    except HyperbatonError as error:
        assert len(str(error)) < 1000, str(error)[:2000]
        print(path, "refused")
"""


def limited():
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))


def test_hostile_files_end_soon(tmp_path):
    for name, make in HOSTILE.items():
        (tmp_path / name).write_bytes(make())
    ended = subprocess.run(
        [sys.executable, "-c", READING, *HOSTILE],
        cwd=tmp_path,
        capture_output=True,
        encoding="utf-8",
        timeout=120,
        preexec_fn=limited,
    )
    assert ended.returncode == 0, ended.stderr[-2000:]
    outcomes = dict(line.split() for line in ended.stdout.splitlines())
    assert outcomes.keys() == HOSTILE.keys()
    for outcome in outcomes.values():
        count(KIND, outcome)


def test_input_without_end_is_refused(folder):
    with subprocess.Popen(["yes", "1 2"], stdout=subprocess.PIPE) as endless:
        child = start(
            ["score", "demo/en/reference.txt", "-i", "-"],
            folder=folder,
            memory=GIGABYTE,
            stdin=endless.stdout,
        )
        _, err = child.communicate(timeout=120)
        endless.kill()
    assert child.returncode == 2
    assert err.startswith(b"hyperbaton: <stdin>: ")
    count(KIND, child.returncode)


FILE_METAVARS = {"FILE", "SRC", "REF", "HYP", "DIR", "DATA"}


def file_options(line):
    """The options of a command that take files or folders to read."""
    return line.options_where(
        lambda option: (
            option.option_strings
            and option.metavar in FILE_METAVARS
            and option.type not in (output_file, output_folder)
            and option.dest != "cache"
        )
    )


@pytest.mark.parametrize("line", ENDING_COMMAND_LINES, ids=str)
def test_every_option_that_takes_a_file(line, folder, all_readers):
    hostile = {"none": None, "empty": b"", "noise": bytes(range(256)) * 20, "text": b"a b\nc\n"}
    for name, content in hostile.items():
        if content is not None:
            (folder / name).write_bytes(content)
    (folder / "dir").mkdir()
    os.mkfifo(folder / "pipe")
    for option in file_options(line):
        for name in (*hostile, "dir", "pipe"):
            ended = run_inside([*line.argv, option.option_strings[-1], name])
            assert_promised(ended, KIND)


@pytest.mark.parametrize("line", ENDING_COMMAND_LINES, ids=str)
@settings(max_examples=6, deadline=None, suppress_health_check=list(HealthCheck))
@given(edits=EDITS)
def test_every_file_of_every_command_line(line, edits, folder):
    for number, argument in enumerate(line.arguments):
        if argument.startswith("demo/") and (folder / argument).is_file():
            hostile = folder / f"hostile-{Path(argument).name}"
            hostile.write_bytes(damaged((folder / argument).read_bytes(), edits))
            arguments = [*line.arguments]
            arguments[number] = hostile.name
            ended = run_inside([line.name, *arguments])
            assert_promised(ended, KIND)


def test_a_file_larger_than_memory_is_named_before_it_is_read(folder):
    with (folder / "large.txt").open("wb") as file:
        file.truncate(1 << 30)
    argv = ["score", "large.txt", "-i", "demo/en/loom.txt"]
    ended = run(argv, folder=folder, memory=2 * GIGABYTE)
    assert_promised(ended, KIND, codes=[2])
    assert ended.message.startswith("hyperbaton: large.txt: needs about 4.0 GB of memory, but ")
