"""`hyperbaton mbr` as a user runs it."""

import json

import pytest
from processes import succeed

LISTS = [
    ["the cat sat", "a cat sat", "the cat sits"],
    ["", "", "x"],
    ["he has read it", "it has he read", "he has it read"],
]
CHOSEN = "the cat sat\nx\nhe has it read\n"  # a blank one only where all are
JSONL = "".join(json.dumps({"candidates": texts}) + "\n" for texts in LISTS)
LINES = "".join(f"{text}\n" for texts in LISTS for text in texts)


@pytest.fixture
def folder(tmp_path, monkeypatch):
    (tmp_path / "lists.jsonl").write_text(JSONL, "utf-8")
    (tmp_path / "lines.txt").write_text(LINES, "utf-8")
    for name, texts in zip("abc", zip(*LISTS, strict=True), strict=True):
        (tmp_path / f"{name}.txt").write_text("".join(f"{text}\n" for text in texts), "utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


FORMS = {
    "jsonl": ["lists.jsonl"],
    "lines": ["lines.txt", "--per-segment", "3"],
    "files": ["-i", "a.txt", "b.txt", "c.txt"],
}


@pytest.mark.parametrize("form", FORMS)
def test_all_forms_give_the_same(form, folder):
    result = succeed("mbr", *FORMS[form], "-m", "wer")
    assert (result.stdout, result.stderr) == (CHOSEN, "")
    assert succeed("mbr", *FORMS[form], "-m", "wer", "-o", "best.txt").stdout == ""
    assert (folder / "best.txt").read_text("utf-8") == CHOSEN


@pytest.mark.parametrize(("text", "options"), [(JSONL, []), (LINES, ["--per-segment", "3"])])
def test_standard_input(text, options, folder):
    assert succeed("mbr", "-", *options, "-m", "wer", stdin=text).stdout == CHOSEN


def test_the_metric_that_is_used_is_said(folder):
    assert succeed("mbr", "lists.jsonl").stderr == "hyperbaton: no -m given, using chrf\n"
    assert succeed("mbr", "lists.jsonl", "-q").stderr == ""


def test_json(folder):
    result = succeed("mbr", "lists.jsonl", "-m", "wer", "--format", "json")
    records = [json.loads(line) for line in result.stdout.splitlines()]
    assert [record["segment"] for record in records] == [1, 2, 3]
    assert [record["best"] for record in records] == [0, 2, 2]
    assert "".join(f"{record['text']}\n" for record in records) == CHOSEN
    assert records[0]["pairs"] == 9 and len(records[0]["utilities"]) == 3
    assert records[0]["signature"].startswith("wer(")


def test_options(folder):
    record = {"candidates": ["a B", "b"], "references": ["A b", "b"], "weights": [1, 0]}
    (folder / "own.jsonl").write_text(json.dumps(record), "utf-8")
    as_they_are = json.loads(succeed("mbr", "own.jsonl", "-m", "wer", "--format", "json").stdout)
    assert as_they_are["utilities"] == [1.0, 0.5]
    lower = succeed("mbr", "own.jsonl", "-m", "wer", "--lowercase", "--format", "json")
    assert json.loads(lower.stdout)["utilities"] == [0.0, 0.5]
    (folder / "a.jsonl").write_text(
        '{"candidates": ["a b c d e", "c d e a b", "a b c d e", "a b c d e z"]}\n'
    )
    command = ["mbr", "a.jsonl", "-m", "invwer", "--format", "json"]
    pruned = json.loads(succeed(*command).stdout)
    assert pruned["best"] == 0 and pruned["utilities"][1] is None
