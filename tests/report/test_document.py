"""The document: one file, a policy that lets nothing else run, and every text shown as text."""

import base64
import hashlib
import json
import re

import pytest
from reports import Page, demo_scores, page_of, small_report

import hyperbaton
from hyperbaton.errors import InputError
from hyperbaton.report import document
from hyperbaton.report.payload import unpacked
from hyperbaton.report.report import report_of

HOSTILE = [
    "</script><img src=x onerror=alert(1)>",
    "<!--<script>alert(1)</script>-->",
    '"><svg onload=alert(1)>',
    "' onmouseover='alert(1)",
    "</title></style></main><b>bold</b>",
    "&lt;i&gt; &amp; \u2028 \u2029 \x00",
    "${alert(1)} \\u003c \\",
]


@pytest.fixture(scope="module")
def page():
    return page_of(report_of(demo_scores(), samples=40))


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
        assert tag not in ("link", "img", "iframe", "object", "base", "form")
        assert not {"src", "href", "style"} & attributes.keys()
        assert not any(name.startswith("on") for name in attributes)


def test_order_of_the_elements(page):
    ids = [a.get("id") or a.get("class") for tag, a in page.elements if tag == "script"]
    assert ids == ["overview", "index", "chunk", None]
    assert [tag for tag, a in page.elements if a.get("id") == "app"] == ["main"]


def test_the_first_paint_needs_no_script(page):
    shown = "".join(page.shown)
    assert "loom leads; calque follows" in shown
    cells = [text for _, text in page.all("td")]
    assert len(cells) == 3 * 5 and all("±" in cell for cell in cells)


@pytest.mark.parametrize("hostile", HOSTILE)
def test_hostile_text_is_text(hostile):
    """In texts, names of systems, titles and sources; and nothing of it is an element."""
    texts = [f"{hostile} b a", "x"]
    outputs = {hostile: texts, f"{hostile}2": ["x", hostile]}
    test_set = hyperbaton.TestSet([[f"a b {hostile}", hostile]], source=[hostile, hostile])
    scores = hyperbaton.score(outputs, test_set, ["kendall", "chrf"])
    page = page_of(report_of(scores, title=hostile, samples=40))
    known = {"html", "head", "meta", "title", "style", "body", "main", "h1", "p", "script"}
    known |= {"table", "thead", "tbody", "tr", "th", "td"}
    assert {tag for tag, _ in page.elements} == known
    assert not any(name.startswith("on") for _, a in page.elements for name in a)
    overview = json.loads(page.one("script", id="overview"))
    assert overview["title"] == hostile
    assert [system["name"] for system in overview["systems"]] == list(outputs)
    index = unpacked(page.one("script", id="index"))
    assert index["systems"][0]["texts"] == texts and index["sources"] == [hostile, hostile]
    [(_, _, [[found, _], _])] = page.chunks
    assert found["hypothesis"]["text"] == texts[0] and found["system"] == hostile
    assert page.one("title") == hostile.replace("\x00", "\ufffd") or "\x00" in hostile


@pytest.mark.parametrize("hostile", HOSTILE)
def test_data_cannot_leave_its_element(hostile):
    element = document.json_script("overview", {hostile: [hostile]})
    assert element.count("<") == element.count(">") == 2
    assert "&" not in element and "\u2028" not in element
    assert json.loads(Page(element).one("script", id="overview")) == {hostile: [hostile]}


def test_names_that_are_not_utf8_are_written_all_the_same():
    page = "\n".join(small_report({"a\udcff": ["b a"]}, ["a b"], title="\udc80").html())
    page.encode("utf-8")
    assert "<title>?</title>" in page


def test_assets_that_would_end_their_element_are_refused(monkeypatch, tmp_path):
    folder = tmp_path / "assets"
    folder.mkdir()
    (folder / "page.css").write_text("main {}")
    monkeypatch.setattr(document, "files", lambda _: tmp_path)
    for script in ("'</SCRIPT>'", "'<!--'", "1\r\n2"):
        (folder / "page.js").write_text(script, newline="")
        document.assets.cache_clear()
        with pytest.raises(InputError, match="build them again"):
            document.assets()
    document.assets.cache_clear()
    monkeypatch.undo()
    assert document.assets().script


def test_a_page_that_asks_its_server():
    lines = list(document.document("x", "", [], connections="'self'"))
    assert "connect-src 'self'" in "".join(lines)


def test_lines_hold_no_stray_markup():
    html = "\n".join(small_report({"a": ["b a"]}, ["a b"]).html())
    assert html.startswith("<!doctype html>")
    assert len(re.findall(r"</script>", html)) == len(Page(html).all("script")) == 4
