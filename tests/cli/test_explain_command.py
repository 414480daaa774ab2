"""`hyperbaton explain` end to end."""

import json
from pathlib import Path

import pytest
from processes import succeed

from hyperbaton import explain

DEMO = Path(__file__).parents[2] / "demo"
REFERENCE, CALQUE, LOOM = (
    str(DEMO / "en" / name) for name in ("reference.txt", "calque.txt", "loom.txt")
)


def test_json_is_the_python_explanation():
    text = succeed("explain", REFERENCE, "-i", CALQUE, "--segment", "17", "--format", "json").stdout
    document = json.loads(text)
    assert document["schema"] == "hyperbaton-explanations/1"
    [record] = document["explanations"]
    lines = [Path(path).read_text().splitlines()[16] for path in (CALQUE, REFERENCE)]
    assert record == {**explain(*lines).to_dict(), "system": "calque", "segment": 17}


def headings(text):
    return [line.split(" · ")[0] for line in text.splitlines() if ", segment " in line]


def test_segments_of_all_systems():
    text = succeed("explain", REFERENCE, "-i", CALQUE, LOOM, "--segment", "3-4,17", "3").stdout
    assert "\x1b" not in text
    numbers = (3, 4, 17)
    expected = [f"{name}, segment {n}" for n in numbers for name in ("calque", "loom")]
    assert headings(text) == expected


def test_texts_on_the_command_line():
    texts = "we met at noon", "at noon we met", "we met noon at"
    result = succeed("explain", *texts, "-m", "kendall")
    assert headings(result.stdout) == ["output 1, segment 1", "output 2, segment 1"]
    assert "“at noon” comes 2 words too early" in result.stdout and not result.stderr


def test_a_file_on_request(tmp_path):
    arguments = ("explain", REFERENCE, "-i", CALQUE, "--segment", "17")
    succeed(*arguments, "-o", str(tmp_path / "explained.txt"))
    assert (tmp_path / "explained.txt").read_text().startswith("calque, segment 17")


def test_the_costliest_segments_come_first():
    arguments = ("-m", "wer", "kendall", "--format", "json")
    found = json.loads(
        succeed("explain", REFERENCE, "-i", CALQUE, "--worst", "4", *arguments).stdout
    )
    everything = json.loads(
        succeed("explain", REFERENCE, "-i", CALQUE, "--segment", "1-24", *arguments).stdout
    )["explanations"]
    gains = [each["restored"]["kendall"] - each["scores"]["kendall"] for each in everything]
    best = sorted(range(24), key=lambda k: -gains[k])[:4]
    assert [each["segment"] for each in found["explanations"]] == [k + 1 for k in best]
    [system] = found["systems"]
    assert system["order"] * system["coverage"] == pytest.approx(system["score"])


def test_nothing_moved():
    text = succeed("explain", REFERENCE, "-i", REFERENCE).stdout
    assert text.endswith("\nWords moved in 0 of 24 segments\n")
