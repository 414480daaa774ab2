"""The tool that runs the same commands in two checkouts and compares what they do."""

import sys

import compare_checkouts
import pytest
from compare_checkouts import Answer, differences

# A package whose version prints its arguments, writes a file or fails.
PROGRAM = """#!/bin/sh
echo run >> "{log}"
if [ "$1" != -m ]; then echo '{{"one": {one}, "two": {two}}}'; exit; fi
shift 2
echo "$@" 0.{digits}
echo "wrote $PWD/out.txt" >&2
echo "{written}" > out.txt
exit {code}
"""


@pytest.fixture
def checkout(tmp_path):
    def checkout(name, **changed):
        said = {"digits": "30000000000000001", "written": "a", "code": 0, "one": "[1, 2]"}
        said |= {"two": '"b"', "log": tmp_path / f"{name}.log", **changed}
        python = tmp_path / name / ".venv" / "bin" / "python"
        python.parent.mkdir(parents=True)
        python.write_text(PROGRAM.format(**said))
        python.chmod(0o755)
        (tmp_path / name / "demo").mkdir()
        return tmp_path / name

    return checkout


@pytest.fixture
def compare(tmp_path, monkeypatch, capsys):
    def compare(*arguments):
        monkeypatch.setattr(compare_checkouts, "BUNDLED", {"case": "score x", "other": "tree"})
        monkeypatch.setattr(compare_checkouts, "make_inputs", lambda *folders: None)
        keep = ["--keep", str(tmp_path / "kept")]
        monkeypatch.setattr(sys, "argv", ["compare_checkouts.py", *map(str, arguments), *keep])
        with pytest.raises(SystemExit) as left:
            compare_checkouts.main()
        return left.value.code, capsys.readouterr().out

    return compare


def test_the_same_program_does_the_same(checkout, compare, tmp_path):
    old, new = checkout("old"), checkout("new", digits="3")  # the last digit is not compared
    assert compare(old, new) == (0, "0 of 4 cases differ; 0 moved, 0 slower\n")
    assert compare(old, new)[0] == 0
    runs = [len((tmp_path / name).read_text().split()) for name in ("old.log", "new.log")]
    assert runs == [3, 6]  # two cases and the calls; what the old one did is kept


def test_whatever_differs_is_named(checkout, compare):
    changed = {"digits": "4", "written": "b", "code": 2, "one": "[1, 3]", "two": '{"moved": "x"}'}
    code, printed = compare(checkout("old"), checkout("new", **changed), "--only", "case|call-")
    assert code == 1
    assert printed.splitlines() == [
        "case",
        *("    exit code: 1 line", "      - 0", "      + 2"),
        *("    stdout: 1 line", "      - score x 0.30000000000000001", "      + score x 0.4"),
        *("    out.txt: 1 line", "      - a", "      + b"),
        "call-one",
        *("    stdout: 1 line", "      - 1: 2", "      + 1: 3"),
        "moved",
        "    call-two: x",
        "2 of 3 cases differ; 1 moved, 0 slower",
    ]


@pytest.mark.parametrize(
    ("old", "new", "count"),
    [
        ('{"a": [1, 0.1]}', '{"a": [1, 0.10000000000000001]}', 0),
        ('{"a": [1, 0.1]}', '{"a": [1, 0.1001]}', 1),
        ("nan 1e-30", "nan 2e-30", 0),
        ("x 1", "y 1", 1),
    ],
)
def test_numbers_may_differ_in_the_last_digits(old, new, count):
    found = list(differences(Answer(stdout=old), Answer(stdout=new)))
    assert sum(line.startswith("stdout") for line in found) == count
