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


def test_hostile_text_is_copied_as_text(open_page, hostile):
    page = open_page(hostile, "#/segment/1", permissions=["clipboard-read", "clipboard-write"])
    page.locator(".export").get_by_role("button", name="SVG").click()
    page.wait_for_selector(".said:text-is('SVG copied')")
    assert "<img" not in page.evaluate("navigator.clipboard.readText()")
