"""The document: one file, nothing else can run, every text is text, and all data are packed."""

import base64
import hashlib
import json

import pytest
from reports import Page, demo_scores, page_of, small_report, unpacked

import hyperbaton
from hyperbaton.report import document
from hyperbaton.report.report import report_of

HOSTILE = [
    "</script><img src=x onerror=alert(1)>",
    "<!--<script>alert(1)</script>-->",
    "' onmouseover='alert(1)\">",
    "</title></style></main><b>bold</b>",
    "&lt;i&gt; &amp; \u2028 \u2029 \x00 ${alert(1)} \\u003c \\",
]
KNOWN = {"html", "head", "meta", "title", "style", "body", "main", "h1", "p", "script"}
KNOWN |= {"pre"}


@pytest.fixture(scope="module")
def scores():
    return demo_scores()


@pytest.fixture(scope="module")
def report(scores):
    return report_of(scores, samples=40)


@pytest.fixture(scope="module")
def page(report):
    return page_of(report)


def test_the_same_data_gives_the_same_bytes(report):
    assert list(report.html()) == list(report_of(demo_scores(), samples=40).html())


def test_the_policy_names_the_script_and_the_style(page):
    [policy] = [
        attributes["content"]
        for attributes, _ in page.all("meta")
        if attributes.get("http-equiv") == "Content-Security-Policy"
    ]
    for kind, tag in (("script-src", "script"), ("style-src", "style")):
        [text] = [text for attributes, text in page.all(tag) if "type" not in attributes]
        digest = base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
        assert f"{kind} 'sha256-{digest}'" in policy
    assert policy.startswith("default-src 'none'; ")
    assert "connect-src 'none'" in policy and "unsafe" not in policy


def test_nothing_is_asked_for_elsewhere(page):
    for tag, attributes in page.elements:
        assert tag in KNOWN
        assert not {"src", "href", "style"} & attributes.keys()
        assert not any(name.startswith("on") for name in attributes)
    ids = [a.get("id") or a.get("class") for tag, a in page.elements if tag == "script"]
    assert ids == ["overview", "index", "chunk", None]


def test_the_first_paint_needs_no_script(page):
    assert "loom leads with 0." in "".join(page.shown)
    assert page.one("pre").count("±") == 3 * 5


@pytest.mark.parametrize("hostile", HOSTILE)
def test_hostile_text_is_text(hostile):
    """In texts, names of systems, titles and sources; and nothing of it is an element."""
    outputs = {hostile: [f"{hostile} a b", hostile], f"{hostile}2": ["x", "x"]}
    test_set = hyperbaton.TestSet([[f"b a {hostile}", hostile]], source=[hostile, hostile])
    scores = hyperbaton.score(outputs, test_set, ["kendall", "chrf"])
    page = page_of(report_of(scores, title=hostile, samples=40))
    assert {tag for tag, _ in page.elements} == KNOWN
    assert not any(name.startswith("on") for _, a in page.elements for name in a)
    overview = json.loads(page.one("script", id="overview"))
    assert overview["title"] == hostile
    assert [system["name"] for system in overview["systems"]] == list(outputs)
    index = unpacked(page.one("script", id="index"))
    assert index["systems"][0]["texts"] == outputs[hostile]
    assert index["sources"] == [hostile, hostile]
    [(_, _, [[found, _], _])] = page.chunks
    assert found["hypothesis"]["text"] == outputs[hostile][0] and found["system"] == hostile
    assert page.one("title") == hostile.replace("\x00", "\ufffd") or "\x00" in hostile
    element = document.json_script("overview", {hostile: [hostile]})
    assert element.count("<") == element.count(">") == 2
    assert "&" not in element and "\u2028" not in element
    assert json.loads(Page(element).one("script", id="overview")) == {hostile: [hostile]}


def test_names_that_are_not_utf8_are_written_all_the_same():
    page = "\n".join(small_report({"a\udcff": ["b a"]}, ["a b"], title="\udc80").html())
    page.encode("utf-8")
    assert "<title>?</title>" in page


def test_chunks_hold_all_segments_in_order(monkeypatch, scores):
    monkeypatch.setattr("hyperbaton.report.report.CHUNK", 10)
    chunks = page_of(report_of(scores, samples=40)).chunks
    assert [(first, last) for first, last, _ in chunks] == [(1, 10), (11, 20), (21, 24)]
    for first, last, content in chunks:
        assert len(content) == last - first + 1
        for segment, systems in enumerate(content, start=first):
            assert [each["system"] for each in systems] == ["loom", "calque", "tangle"]
            assert {each["segment"] for each in systems} == {segment}


def test_explanations_are_those_of_the_scores(page, scores):
    [(_, _, content)] = page.chunks
    assert content[16][2] == scores.explain("tangle", 17).to_dict(rounded=True)


def test_the_index_has_a_row_for_every_segment(report, scores):
    index = unpacked(report.index)
    assert len(index["references"]) == len(index["sources"]) == len(index["words"]) == 24
    for system, of_system in zip(scores, index["systems"], strict=True):
        assert of_system["texts"] == list(scores.inputs.outputs[system.name].texts)
        for result, column in zip(system, of_system["scores"], strict=True):
            assert column == pytest.approx(result.segments.tolist(), abs=5e-3)
        for segment in (1, 17):
            found = scores.explain(system.name, segment)
            assert of_system["moves"][segment - 1] == len(found.moves)
