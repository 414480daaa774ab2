"""A report as the package writes it, opened in a browser."""

import pytest

import hyperbaton
from browser.documents import HOSTILE, OUTPUTS, REFERENCES

VIEWS = ["", "#/segments", "#/segment/1?system=calque", "#/segment/2?compare=1&against=calque"]


@pytest.fixture(scope="module")
def written(tmp_path_factory):
    path = tmp_path_factory.mktemp("written") / "report.html"
    outputs = {**OUTPUTS, HOSTILE: [f"{HOSTILE} {text}" for text in REFERENCES]}
    scores = hyperbaton.score(outputs, [REFERENCES], ["hyperbaton", "kendall", "ter"])
    hyperbaton.write_report(scores, path, title=HOSTILE)
    return path


@pytest.mark.parametrize("fragment", VIEWS)
def test_every_view_of_a_written_report_opens(open_page, written, fragment):
    page = open_page(written, fragment)
    page.wait_for_selector(".leaderboard, table.segments, .slope .word")
    assert page.locator("img").count() == 0


def test_segments_behind_a_bar_are_those_it_counts(open_page, written):
    page = open_page(written)
    bar = page.locator(".loss-bar").first
    label = bar.get_attribute("aria-label")
    bar.click()
    page.wait_for_selector("table.segments")
    count = page.locator("table.segments tbody a").count()
    assert f"in {count} segment" in label


def test_steps_of_a_written_report_end_in_order(open_page, written):
    page = open_page(written, "#/segment/1?system=calque")
    page.wait_for_selector(".slope .word")
    for _ in range(page.locator(".move").count()):
        page.keyboard.press("ArrowRight")
    page.wait_for_selector(".slope.calm")
