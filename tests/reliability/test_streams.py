"""Standard streams, names of files, and how a command ends."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from processes import run, run_outside

from hyperbaton.cli import tree
from hyperbaton.tables.layout import printable

NAMES = [b"tab\tin", b"two\nlines", b"\xff\xfe", b"na\xc3\xafve", b"a|b&c_%", b"\x1b[31mred", b" "]


@pytest.fixture
def systems(tmp_path, monkeypatch):
    """Outputs in files of names that a table would not like."""
    monkeypatch.chdir(tmp_path)
    Path("ref").write_text("a b\n")
    made = [os.fsdecode(name + b".txt") for name in NAMES]
    for name in made:
        Path(name).write_text("b a\n")
    return made


@pytest.mark.parametrize("segments", [[], ["--segments"]], ids=["corpus", "segments"])
@pytest.mark.parametrize("form", ["text", "tsv", "json", "latex"])
def test_every_system_takes_one_row(form, segments, systems):
    argv = ["score", "ref", "-m", "kendall", "-q", "--format", form, *segments, "-i", *systems]
    text = run(*argv).stdout
    expected = [printable(os.fsdecode(name)) for name in NAMES]
    assert not re.search("[\x00-\x08\x0b-\x1f\x7f\ud800-\udfff]", text)
    if form == "tsv":
        header, *rows = [line.split("\t") for line in text.splitlines()]
        assert [row[0] for row in rows] == expected
        assert {len(row) for row in rows} == {len(header)}
    else:
        assert text.splitlines()[1 if form == "text" else 4].startswith("tab") or form == "json"
        assert "naïve" in text


HOSTILE = st.one_of(
    st.text(st.characters(codec=None, exclude_categories=()), max_size=20),
    st.sampled_from(["x" * 5000, "\n" * 50, "\x1b[2J", "\udcff", "%s%n{0}", "--", "-", "@file"]),
)


@given(st.sampled_from(["score", "tree", "permutation", "metrics", "x"]), st.lists(HOSTILE))
def test_messages_can_be_printed_whatever_the_arguments_are(command, words):
    ended = run(command, *(word for word in words if word not in ("-h", "--help", "--ver")))
    assert ended.returncode in (0, 2)
    assert "Traceback" not in ended.stderr
    assert not re.search("[\x00-\x09\x0b-\x1f\x7f-\x9f\u2028\ud800-\udfff]", ended.stderr)
    assert max(map(len, ended.stderr.split("\n"))) < 700


ENDINGS = [
    (KeyError("x"), 1, "internal error, please report it: KeyError: 'x'"),
    (MemoryError(), 2, "not enough memory; "),
    (MemoryError("Unable to allocate 7 GiB"), 2, "not enough memory (Unable to allocate 7 GiB); "),
    (OSError(28, "No space left on device", "a\nb"), 2, r"a\nb: No space left on device"),
    (SystemExit(3), 3, ""),
    (BrokenPipeError(), 0, ""),
    (KeyboardInterrupt(), 130, ""),
]


@pytest.mark.parametrize(("error", "code", "message"), ENDINGS, ids=lambda each: str(each)[:30])
def test_how_everything_ends(error, code, message, monkeypatch):
    def fail(_):
        raise error

    monkeypatch.setattr(tree, "run", fail)
    monkeypatch.delenv("HYPERBATON_TRACEBACK", raising=False)
    ended = run("tree", "1")
    assert ended.returncode == code
    assert message in ended.stderr
    assert len(ended.stderr.splitlines()) <= 2
    monkeypatch.setenv("HYPERBATON_TRACEBACK", "1")
    assert ("Traceback" in run("tree", "1").stderr) == (code == 1)


needs_posix = pytest.mark.skipif(os.name != "posix", reason="closes descriptors")


@needs_posix
def test_output_that_is_closed_or_full():
    closed = run_outside("tree", "2 1", preexec_fn=lambda: os.close(1))
    assert (closed.returncode, closed.stderr) == (0, "")
    no_input = run_outside("tree", preexec_fn=lambda: os.close(0))
    assert no_input.returncode in (0, 2)
    assert "internal error" not in no_input.stderr
    if Path("/dev/full").is_char_device():
        full = lambda: os.dup2(os.open("/dev/full", os.O_WRONLY), 1)  # noqa: E731
        ended = run_outside("tree", "2 1", preexec_fn=full)
        assert (ended.returncode, ended.stderr) == (2, "hyperbaton: No space left on device\n")


@needs_posix
def test_a_reader_that_goes_away_ends_quietly(tmp_path):
    path = tmp_path / "many"
    path.write_text("1 2 3\n" * 200_000)
    command = f"'{sys.executable}' -m hyperbaton permutation '{path}' -q -m kendall | head -n 1"
    result = subprocess.run(
        ["bash", "-o", "pipefail", "-c", command], capture_output=True, text=True, timeout=60
    )
    assert (result.stdout, result.stderr, result.returncode) == ("kendall\n", "", 0)


def test_output_is_utf_8_whatever_the_locale():
    environment = {**os.environ, "LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
    result = run_outside("tree", "2 1", env=environment)
    assert result.returncode == 0, result.stderr
    assert "⟨2,1⟩" in result.stdout
    environment["PYTHONIOENCODING"] = "ascii"
    assert "xff' is not an integer" in run_outside("tree", "\udcff", env=environment).stderr


def test_libraries_keep_their_warnings_to_themselves(monkeypatch):
    code = (
        "import sys, warnings, hyperbaton.cli.tree as tree\n"
        "tree.run = lambda _: warnings.warn('odd')\n"
        "from hyperbaton.__main__ import main\n"
        "sys.argv[1:] = ['tree', '1']\n"
        "sys.exit(main())\n"
    )
    ended = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert (ended.returncode, ended.stderr) == (0, "")
    asked = subprocess.run([sys.executable, "-Wd", "-c", code], capture_output=True, text=True)
    assert "UserWarning: odd" in asked.stderr
