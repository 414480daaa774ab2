"""Streams that are closed, full or gone, and names and arguments of any bytes."""

import json
import os
import random
import re
import socket
import subprocess
import sys
import warnings
from pathlib import Path

import pytest
from hostility.children import assert_promised, run, start
from hostility.command_lines import COMMAND_LINES, ENDING_COMMAND_LINES, REPOSITORY
from hostility.inside import run_inside
from hostility.tally import count
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import hyperbaton
from hyperbaton.cli import main, tree
from hyperbaton.tables.printable import printable

pytestmark = [
    pytest.mark.skipif(os.name != "posix", reason="closes descriptors"),
    pytest.mark.usefixtures("stand_in"),
]

KIND = "streams and names"
IN, OUT, ERR = 0, 1, 2
has_full_device = Path("/dev/full").is_char_device()


def closed(*numbers):
    return lambda: [os.close(number) for number in numbers]


def redirected(number, path, flags):
    return lambda: os.dup2(os.open(path, flags), number)


def gone(number):
    """A pipe that nobody reads."""

    def act():
        receiver, sender = os.pipe()
        os.dup2(sender, number)
        os.close(receiver)
        os.close(sender)

    return act


STATES = {
    "closed input": closed(IN),
    "closed output": closed(OUT),
    "closed errors": closed(ERR),
    "all closed": closed(IN, OUT, ERR),
    "only errors open": closed(IN, OUT),
    "only output open": closed(IN, ERR),
    "output nobody reads": gone(OUT),
    "errors nobody reads": gone(ERR),
    "output that is for reading": redirected(OUT, os.devnull, os.O_RDONLY),
    "input that is for writing": redirected(IN, os.devnull, os.O_WRONLY),
}
if has_full_device:
    STATES |= {
        "full output": redirected(OUT, "/dev/full", os.O_WRONLY),
        "full errors": redirected(ERR, "/dev/full", os.O_WRONLY),
    }
LOST_OUTPUT = ("closed output", "only errors open", "output that is for reading", "full output")
PRINTS_NOTHING = ("report", "align-source")


def assert_fitting(ended, state, name):
    """The exit code tells of lost output, a message of the reason, and nothing of lost messages."""
    if state in LOST_OUTPUT and name not in PRINTS_NOTHING:
        assert_promised(ended, KIND, codes=[2])
        assert "standard output: cannot be written (" in ended.message
    elif state == "all closed":
        assert_promised_silently(ended, 0 if name in PRINTS_NOTHING else 2)
    else:
        assert_promised(ended, KIND, codes=[0])
    if "output nobody" in state:
        assert re.fullmatch("(hyperbaton: .*\n)*", ended.message)


def assert_promised_silently(ended, code):
    assert (ended.code, ended.out, ended.err) == (code, b"", b"")
    count(KIND, code)


@pytest.mark.parametrize("line", ENDING_COMMAND_LINES, ids=str)
def test_every_command_with_a_stream_that_fails(line, folder):
    state = random.Random(line.name).choice(sorted(STATES))
    assert_fitting(run(line.argv, folder=folder, before=STATES[state]), state, line.name)


@pytest.mark.parametrize("state", STATES)
def test_every_state_of_the_streams(state, folder):
    assert_fitting(run(["tree", "2 1"], folder=folder, before=STATES[state]), state, "tree")


@pytest.mark.parametrize("state", ["closed input", "only errors open", "input that is for writing"])
@pytest.mark.parametrize("command", ["tree", "permutation", "parse"])
def test_input_that_cannot_be_read(command, state, folder):
    ended = run([command], folder=folder, before=STATES[state])
    assert_promised(ended, KIND, codes=[2])
    assert "<stdin>: cannot be read (" in ended.message


@pytest.mark.parametrize("state", ["full output", "closed output", "output nobody reads"])
@pytest.mark.parametrize("argv", [["--help"], ["--version"], ["score", "--help"]], ids=" ".join)
def test_help_that_cannot_be_written(argv, state, folder):
    if state not in STATES:
        pytest.skip("there is no /dev/full")
    ended = run(argv, folder=folder, before=STATES[state])
    assert_promised(ended, KIND, codes=[0 if "nobody" in state else 2])


@pytest.mark.parametrize("state", ["closed errors", "full errors", "errors nobody reads"])
def test_errors_never_go_to_standard_output(state, folder):
    if state not in STATES:
        pytest.skip("there is no /dev/full")
    ended = run(["tree", "x"], folder=folder, before=STATES[state])
    assert_promised_silently(ended, 2)


def test_a_file_that_is_read_or_written_takes_no_standard_descriptor(folder):
    (folder / "perm").write_text("2 1\n")
    argv = ["permutation", "perm", "-m", "kendall"]
    ended = run(argv, folder=folder, before=closed(IN, OUT))
    assert_promised(ended, KIND, codes=[2])
    assert (folder / "perm").read_text() == "2 1\n"


def test_a_reader_that_goes_at_any_point(folder):
    """However much is read of some megabytes of output: quiet, and exit code 0."""
    (folder / "perm").write_text("1 2 3\n" * 70_000)
    chance = random.Random(5)
    for amount in (0, chance.randrange(10_000), chance.randrange(300_000)):
        child = start(["permutation", "perm", "-q", "-m", "kendall"], folder=folder)
        child.stdout.read(amount)
        child.stdout.close()
        assert child.stderr.read() == b""
        child.stderr.close()
        assert child.wait(60) == 0
        count(KIND, 0)


def test_a_pipe_that_does_not_wait(folder):
    """Some programs share pipes that refuse what does not fit at once."""
    (folder / "perm").write_text("1 2 3\n" * 50_000)
    receiver, sender = os.pipe()
    os.set_blocking(sender, False)
    child = start(["permutation", "perm", "-q", "-m", "kendall"], folder=folder, stdout=sender)
    os.close(sender)
    with os.fdopen(receiver, "rb") as output:
        assert output.read().count(b"\n") == 50_001
    assert (child.stderr.read(), child.wait(60)) == (b"", 0)
    child.stderr.close()


def test_input_that_does_not_wait(folder):
    receiver, sender = os.pipe()
    os.set_blocking(receiver, False)
    child = start(["permutation", "-q", "-m", "kendall"], folder=folder, stdin=receiver)
    os.close(receiver)
    with os.fdopen(sender, "wb", buffering=0) as given:
        for _ in range(3):
            given.write(b"2 1\n")
    out, err = child.communicate(timeout=60)
    assert (out, err, child.returncode) == (b"kendall\n0.0\n0.0\n0.0\n", b"", 0)


@pytest.mark.parametrize(
    "environment",
    [
        {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
        {"PYTHONIOENCODING": "ascii"},
        {"PYTHONIOENCODING": "latin-1:strict"},
        {"PYTHONUNBUFFERED": "1"},
    ],
    ids=str,
)
def test_text_is_utf_8_whatever_the_surroundings(environment, folder):
    (folder / "naïve.txt").write_bytes(Path("demo/en/loom.txt").read_bytes())
    argv = ["score", "demo/en/reference.txt", "-i", "naïve.txt", "-m", "bleu", "-q"]
    ended = run([os.fsencode(word) for word in argv], folder=folder, environment=environment)
    assert_promised(ended, KIND, codes=[0])
    assert "\nnaïve" in ended.out.decode()


# Names of systems are those of files

NAMES = [b"tab\tin", b"two\nlines", b"\xff\xfe", b"na\xc3\xafve", b"a|b&c_%", b"\x1b[31mred", b" "]


@pytest.fixture
def systems(folder):
    """Outputs in files of names that a table would not like."""
    made = []
    for name in NAMES:
        path = os.fsencode(folder) + b"/" + name + b".txt"
        Path(os.fsdecode(path)).write_text("b a\n")
        made.append(os.fsdecode(name + b".txt"))
    (folder / "ref").write_text("a b\n")
    return made


@pytest.mark.parametrize("segments", [[], ["--segments"]], ids=["corpus", "segments"])
@pytest.mark.parametrize("form", ["text", "tsv", "json", "latex"])
def test_every_system_takes_one_row(form, segments, systems):
    argv = ["score", "ref", "-m", "kendall", "-q", "--format", form, *segments, "-i", *systems]
    ended = run_inside(argv)
    assert_promised(ended, KIND, codes=[0])
    text = ended.out.decode("utf-8")
    expected = [printable(os.fsdecode(name)) for name in NAMES]
    assert not re.search("[\x00-\x08\x0b-\x1f\x7f\ud800-\udfff]", text)
    if form == "json":
        assert [system["name"] for system in json.loads(text)["systems"]] == expected
    elif form == "tsv":
        header, *rows = [line.split("\t") for line in text.splitlines()]
        assert [row[0] for row in rows] == expected
        assert {len(row) for row in rows} == {len(header)}
    else:
        assert text.splitlines()[1 if form == "text" else 4].startswith(r"tab")
        assert "naïve" in text


def test_names_in_reports_and_explanations(systems, folder):
    argv = ["report", "ref", "-m", "kendall", "--title", "\udcff\n", "--plots", "figures"]
    ended = run_inside([*argv, "--segment", "1", "-q", "-i", *systems])
    assert_promised(ended, KIND, codes=[0])
    assert r"two\nlines" in (folder / "report.html").read_text(encoding="utf-8")
    assert len(list((folder / "figures").iterdir())) == 3 + 2 * len(systems)
    explained = run_inside(["explain", "ref", "-q", "-i", *systems])
    assert_promised(explained, KIND, codes=[0])
    assert b"\x1b" not in explained.out


def test_names_that_only_look_the_same_are_told_apart(folder):
    for name in ("a\tb.txt", r"a\tb.txt"):
        (folder / name).write_text("b a\n")
    (folder / "ref").write_text("a b\n")
    ended = run_inside(["score", "ref", "-q", "-m", "kendall", "-i", "a\tb.txt", r"a\tb.txt"])
    assert_promised(ended, KIND, codes=[2])


ANY_NAME = st.text(st.characters(codec=None, exclude_categories=()), max_size=8)


@given(st.lists(ANY_NAME, min_size=1, max_size=4, unique=True))
def test_tables_of_any_names(found):
    report = hyperbaton.score({name: ["b a"] for name in found}, [["a b"]], "kendall")
    for text in (report.to_tsv(), report.to_text(), report.to_latex(), str(report)):
        written = text.encode("utf-8")
        assert written
    assert len(report.to_tsv().split("\n")) == 1 + len(found)
    assert {line.count("\t") for line in report.to_tsv().split("\n")} == {1}
    report._repr_html_().encode("utf-8")
    count(KIND, 0)


# Arguments and messages

HOSTILE = st.one_of(
    st.text(st.characters(codec=None, exclude_categories=()), max_size=20),
    st.sampled_from(["x" * 5000, "\n" * 50, "\x1b[2J", "\udcff", "%s%n{0}", "--", "-", "@file"]),
)
VALUED = [
    (line, option)
    for line in ENDING_COMMAND_LINES
    for option in line.options
    if option.option_strings and option.nargs != 0 and option.dest not in ("output", "plots")
]


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=40)
@given(st.sampled_from(VALUED), HOSTILE)
def test_any_text_as_the_value_of_any_option(folder, chosen, text):
    line, option = chosen
    if option.dest in ("cache", "write_scores", "figures", "curve"):
        return  # which write; see the tests of output targets
    ended = run_inside([line.name, option.option_strings[-1], text, "missing", "-i", "missing"])
    assert_plain(ended)


@settings(max_examples=100)
@given(st.lists(HOSTILE, max_size=4))
def test_any_arguments(words):
    assert_plain(run_inside([word for word in words if word not in ("serve", "-h", "--help")]))


def assert_plain(ended):
    assert_promised(ended, KIND)
    assert not re.search("[\x00-\x09\x0b-\x1f\x7f-\x9f\u2028\ud800-\udfff]", ended.message)
    assert max(map(len, ended.message.split("\n"))) < 700


@pytest.mark.parametrize("line", COMMAND_LINES, ids=str)
def test_help_is_returned_from(line):
    ended = run_inside([line.name, "--help"])
    assert_promised(ended, KIND, codes=[0])
    assert b"usage: hyperbaton" in ended.out


@pytest.mark.parametrize("line", COMMAND_LINES, ids=str)
def test_usage_errors_take_two_lines_and_begin_with_the_command(line):
    ended = run_inside([line.name, "--no-such-option"])
    assert_promised(ended, KIND, codes=[2])
    assert ended.message.startswith(f"hyperbaton {line.name}: ")
    assert ended.message.endswith(f"\nsee 'hyperbaton {line.name} --help'\n")


ENDINGS = [
    (KeyError("x"), 1, "please report it: KeyError: 'x'"),
    (RecursionError("deep"), 1, "please report it: RecursionError: deep"),
    (MemoryError(), 2, "not enough memory; "),
    (MemoryError("Unable to allocate 7 GiB"), 2, "not enough memory (Unable to allocate 7 GiB); "),
    (RuntimeError("can't start new thread"), 2, "not enough memory; "),
    (ImportError("x.so: failed to map segment from shared object"), 2, "not enough memory; "),
    (OSError(28, "No space left on device", "a\nb"), 2, r"a\nb: No space left on device"),
    (OSError("odd"), 2, "hyperbaton: odd"),
    (SystemExit("said"), 2, "hyperbaton: said"),
    (SystemExit(3), 3, ""),
    (BrokenPipeError(), 0, ""),
    (KeyboardInterrupt(), 130, ""),
]


@pytest.mark.parametrize(("error", "code", "message"), ENDINGS, ids=lambda each: str(each)[:30])
def test_how_everything_ends(error, code, message, monkeypatch):
    def run(_):
        raise error

    monkeypatch.setattr(tree, "run", run)
    monkeypatch.delenv("HYPERBATON_TRACEBACK", raising=False)
    ended = run_inside(["tree", "1"])
    assert_promised(ended, KIND, codes=[code])
    assert message in ended.message
    assert len(ended.message.splitlines()) <= 2
    monkeypatch.setenv("HYPERBATON_TRACEBACK", "1")
    wanted = isinstance(error, Exception) and not isinstance(error, BrokenPipeError)
    assert ("Traceback" in run_inside(["tree", "1"]).message) == wanted


def test_libraries_keep_their_warnings_to_themselves():
    code = (
        "import sys, warnings, threading, hyperbaton.cli.tree as tree\n"
        "class Failing:\n"
        "    def __del__(self): raise RuntimeError\n"
        "def run(_):\n"
        "    warnings.warn('odd')\n"
        "    Failing()\n"
        "    thread = threading.Thread(target=lambda: 1 / 0)\n"
        "    thread.start()\n"
        "    thread.join()\n"
        "tree.run = run\n"
        "from hyperbaton.__main__ import main\n"
        "sys.argv[1:] = ['tree', '1']\n"
        "sys.exit(main())\n"
    )
    ended = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert (ended.returncode, ended.stderr) == (0, "")
    asked = subprocess.run([sys.executable, "-Wd", "-c", code], capture_output=True, text=True)
    assert "UserWarning: odd" in asked.stderr


def test_the_streams_of_a_caller_are_given_back(capsys):
    before = sys.stdin, sys.stdout, sys.stderr
    with warnings.catch_warnings():
        assert main(["tree", "2 1"]) == 0
    assert (sys.stdin, sys.stdout, sys.stderr) == before
    assert "⟨2,1⟩" in capsys.readouterr().out


def test_without_streams(monkeypatch):
    """As in a windowed program, where Python has none."""
    for name in ("stdin", "stdout", "stderr"):
        monkeypatch.setattr(sys, name, None)
    assert main(["tree", "2 1", "--nope"]) == 2
    assert sys.stdout is None


def test_the_console_script_is_the_same_program():
    text = (REPOSITORY / "pyproject.toml").read_text(encoding="utf-8")
    assert '\nhyperbaton = "hyperbaton.__main__:main"\n' in text


@pytest.mark.parametrize("host", ["127.0.0.1", "256.0.0.1", "", "\udcff", "x" * 300])
def test_an_address_that_cannot_be_listened_on(host):
    pytest.importorskip("uvicorn", reason="needs uvicorn: pip install 'hyperbaton[serve]'")
    with socket.create_server(("127.0.0.1", 0)) as taken:
        ended = run_inside(["serve", "--host", host, "--port", str(taken.getsockname()[1])])
    assert_promised(ended, KIND, codes=[2])
    assert "cannot listen on" in ended.message
