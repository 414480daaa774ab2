"""The payload: chunks of explanations, the index, and bytes that depend on the data alone."""

import base64
import json

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from reports import demo_scores, page_of, small_report

from hyperbaton import Explanation
from hyperbaton.report import payload
from hyperbaton.report.payload import packed, unpacked
from hyperbaton.report.report import report_of


@given(st.recursive(st.none() | st.integers() | st.text(), st.lists))
def test_packing_goes_there_and_back(value):
    try:
        json.dumps(value, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        return  # halves of surrogate pairs are replaced
    assert unpacked(packed(value)) == value


def test_packed_bytes_carry_no_time():
    data = base64.b64decode(packed([1, 2]))
    assert data[:2] == b"\x1f\x8b" and data[4:8] == bytes(4)


def test_chunks_hold_all_segments_in_order(monkeypatch):
    monkeypatch.setattr(payload, "CHUNK", 10)
    scores = demo_scores()
    chunks = page_of(report_of(scores, samples=40)).chunks
    assert [(first, last) for first, last, _ in chunks] == [(1, 10), (11, 20), (21, 24)]
    for first, last, content in chunks:
        assert len(content) == last - first + 1
        for segment, systems in enumerate(content, start=first):
            assert [each["system"] for each in systems] == ["loom", "calque", "tangle"]
            assert {each["segment"] for each in systems} == {segment}


def test_explanations_are_those_of_the_scores():
    scores = demo_scores()
    [(_, _, content)] = page_of(report_of(scores, samples=40)).chunks
    found = Explanation.from_dict({**content[16][2], "interaction": None})
    exact = scores.explain("tangle", 17)
    assert [move.where for move in found.moves] == [move.where for move in exact.moves]
    assert found.tree.children and found.edits.keys() == exact.edits.keys()
    for name, score in exact.scores.items():
        assert found.scores[name] == pytest.approx(score, abs=5e-3)


def test_large_reports_leave_out_edit_scripts(monkeypatch):
    monkeypatch.setattr("hyperbaton.report.report.MOST_WITH_EDITS", 3)
    [(_, _, [[found, _], *_])] = page_of(
        small_report({"a": ["b a", "x"], "b": ["a b", "x"]}, ["a b", "x"])
    ).chunks
    assert found["edits"] == {} and len(found["moves"]) == 1


def test_the_index_has_a_row_for_every_segment():
    scores = demo_scores()
    report = report_of(scores, samples=40)
    index = unpacked(report.index)
    assert len(index["references"]) == len(index["sources"]) == len(index["words"]) == 24
    for system, of_system in zip(scores, index["systems"], strict=True):
        assert of_system["texts"] == list(scores.inputs.outputs[system.name].texts)
        assert [len(column) for column in of_system["scores"]] == [24] * len(scores.metrics)
        for result, column in zip(system, of_system["scores"], strict=True):
            assert column == pytest.approx(result.segments.tolist(), abs=5e-3)
        for segment in (1, 17):
            found = scores.explain(system.name, segment)
            assert of_system["moves"][segment - 1] == len(found.moves)


def test_scores_that_are_not_defined_are_null():
    assert payload._column(np.array([0.5, np.nan, np.inf])) == [0.5, None, None]


def test_the_same_data_gives_the_same_bytes():
    first, second = (list(report_of(demo_scores(), samples=40).html()) for _ in range(2))
    assert first == second
