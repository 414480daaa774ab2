"""Texts, names and patterns that try to become markup stay text."""

import pytest

from browser.documents import HOSTILE

VIEWS = [
    "",
    "#/segments",
    "#/segments?set=fixes~0",
    "#/segment/1",
    "#/segment/2?compare=1&against=",
    "#/segment/1?step=1",
    f"#/segments?find={HOSTILE}&pattern={HOSTILE}",
]


@pytest.mark.parametrize("fragment", VIEWS)
def test_hostile_text_stays_text(open_page, hostile, fragment):
    page = open_page(hostile, fragment)
    assert page.locator("img").count() == 0
    assert HOSTILE in page.inner_text("body")
    page.keyboard.press("Tab")
