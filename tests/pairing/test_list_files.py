"""Candidate lists are read from files in three arrangements."""

import gzip
import json

import pytest

from hyperbaton.errors import HyperbatonError
from hyperbaton.pairing.list_files import (
    read_json_lists,
    read_line_lists,
    read_parallel_lists,
)


@pytest.fixture
def written(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)

    def write(name, text):
        data = text.encode()
        (tmp_path / name).write_bytes(gzip.compress(data) if name.endswith(".gz") else data)
        return name

    return write


def candidates(segments):
    return [list(segment.candidates) for segment in segments]


def test_json_lines(written):
    lines = [
        {"candidates": ["a b", "b a"], "id": 7},
        {"candidates": ["c"], "references": ["d", ""], "weights": [0.25, 1]},
        {"candidates": "one"},
    ]
    name = written("x.jsonl.gz", "".join(json.dumps(line) + "\r\n" for line in lines))
    first, second, third = read_json_lists(name)
    assert first.candidates == first.references == ("a b", "b a")
    assert first.weights.tolist() == [1.0, 1.0]
    assert (second.references, second.weights.tolist()) == (("d", ""), [0.25, 1.0])
    assert third.candidates == ("one",)
    assert read_json_lists(written("empty.jsonl", "")) == []


@pytest.mark.parametrize(
    ("line", "named"),
    [
        ("", "x.jsonl:2: is not a JSON object"),
        ("{}", "x.jsonl:2: no key 'candidates'"),
        ('{"candidates": []}', "x.jsonl:2: column 'candidates': holds an empty list"),
        (
            '{"candidates": [1]}',
            "x.jsonl:2: column 'candidates': expected a string or a list of strings",
        ),
        ('{"candidates": ["a\\nb"]}', "x.jsonl:2: column 'candidates': holds a line break"),
        (
            '{"candidates": ["a"], "references": null}',
            "x.jsonl:2: column 'references': expected a string or a list",
        ),
        ('{"candidates": ["a"], "weights": [1, 2]}', "x.jsonl:2: weights: 2 numbers for 1 texts"),
        ('{"candidates": ["a"], "weights": [NaN]}', "x.jsonl:2: weights: item 1"),
    ],
)
def test_json_lines_that_are_refused(written, line, named):
    name = written("x.jsonl", f'{{"candidates": ["a"]}}\n{line}\n')
    with pytest.raises(HyperbatonError) as refused:
        read_json_lists(name)
    assert str(refused.value).startswith(named)


def test_lines(written):
    name = written("x.txt", "a b\n\nc\nd")
    assert candidates(read_line_lists(name, 2)) == [["a b", ""], ["c", "d"]]
    with pytest.raises(HyperbatonError, match=r"x\.txt: has 4 lines, which is not a multiple of 3"):
        read_line_lists(name, 3)


def test_parallel_files(written):
    names = [written("a.txt", "a\nb\n"), written("b.tsv", "x\ty\nc\td\ne\tf\n") + ":y"]
    assert candidates(read_parallel_lists(names)) == [["a", "d"], ["b", "f"]]
    with pytest.raises(HyperbatonError, match=r"c\.txt has 1 segment but a\.txt has 2"):
        read_parallel_lists([names[0], written("c.txt", "a\n")])
