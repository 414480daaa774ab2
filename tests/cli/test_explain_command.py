"""`hyperbaton explain` end to end."""

import json
from pathlib import Path

import pytest
from processes import fail, succeed

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


def test_plain_when_piped():
    text = succeed("explain", REFERENCE, "-i", CALQUE, LOOM, "--segment", "17", "3").stdout
    assert "\x1b" not in text
    headings = [line for line in text.splitlines() if ", segment " in line]
    assert [line.split(" · ")[0] for line in headings] == [
        "calque, segment 17",
        "calque, segment 3",
        "loom, segment 17",
        "loom, segment 3",
    ]


def test_colours_on_request():
    arguments = ("explain", REFERENCE, "-i", CALQUE, "--segment", "17")
    assert "\x1b[1;" in succeed(*arguments, "--color", "always").stdout


def test_the_worst_segments_come_first():
    found = succeed(
        "explain", REFERENCE, "-i", CALQUE, "--worst", "4", "-m", "wer", "--format", "json"
    ).stdout
    scores = [each["scores"]["wer"] for each in json.loads(found)["explanations"]]
    assert len(scores) == 4
    assert scores == sorted(scores, reverse=True)


def test_written_to_a_file(tmp_path):
    target = tmp_path / "explained.txt"
    succeed("explain", REFERENCE, "-i", CALQUE, "--segment", "1", "-o", str(target))
    assert target.read_text().startswith("calque, segment 1")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--segment", "99"), "there is no segment 99; there are 24, counted from 1"),
        (("--segment", "0"), "--segment: expected a whole number from 1 to 1000000000, got '0'"),
        (("--worst", "0"), "--worst: expected a whole number from 1 to 1000000, got '0'"),
        (("--width", "3"), "--width: expected a whole number from 20 to 10000, got '3'"),
        (("-m", "nist"), "nist: weighs words by the whole test set"),
        (("-m", "kendal"), "kendal"),
    ],
)
def test_errors(arguments, message):
    assert message in fail("explain", REFERENCE, "-i", CALQUE, *arguments)
