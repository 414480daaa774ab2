"""Right-to-left text, text without spaces, and sentences longer than a row."""

import pytest


def boxes(page, row):
    found = page.locator(f"{row} .word").all()
    return [(each.inner_text(), each.bounding_box()) for each in found]


def test_right_to_left_sentences_run_from_the_right(open_page, scripts):
    page = open_page(scripts, "#/segment/1")
    assert page.locator(".slope .row[dir=rtl]").count() == 2
    left = [box["x"] for _, box in boxes(page, ".row.reference")]
    assert left == sorted(left, reverse=True)
    label = page.locator(".row.reference .voice").bounding_box()
    assert label["x"] > left[0]


def test_plots_of_right_to_left_sentences_run_from_the_right(open_page, scripts):
    page = open_page(scripts, "#/segment/1")
    places = page.locator(".row.output .word[data-link]").evaluate_all(
        "all => all.map(one => [one.dataset.link, one.getBoundingClientRect().x])"
    )
    dots = page.locator(".dot").evaluate_all(
        "all => all.map(one => [one.dataset.link, one.cx.baseVal.value])"
    )
    by_place = [key for key, _ in sorted(places, key=lambda each: each[1])]
    assert [key for key, _ in sorted(dots, key=lambda each: each[1])] == by_place


def test_text_without_spaces_is_set_without_spaces(open_page, scripts):
    page = open_page(scripts, "#/segment/2")
    assert page.locator(".row.output .words").inner_text() == "在大厅我们昨天见面了。"
    assert page.locator(".ribbon.moved").count() > 0


@pytest.mark.parametrize("width", [390, 1440])
def test_long_sentences_become_staves(open_page, scripts, width):
    page = open_page(scripts, "#/segment/3", width=width)
    assert page.locator(".stave").count() > 1
    for row in (".row.reference", ".row.output"):
        words = boxes(page, row)
        assert len(words) == 100
        assert all(box["x"] >= 0 and box["x"] + box["width"] <= width for _, box in words)
    assert page.evaluate("() => document.documentElement.scrollWidth") <= width
    ribbons = page.locator(".ribbon, .thread").evaluate_all(
        "all => all.map(each => each.getBBox()).filter(box => box.width + box.height === 0)"
    )
    assert ribbons == []
    rows = page.locator(".row").evaluate_all("all => all.map(one => one.getBoundingClientRect().y)")
    for shape in page.locator(".ribbon, .thread:not(.tail)").all():  # none runs through a row
        box = shape.bounding_box()
        assert not [y for y in rows if box["y"] < y + 8 and y + 24 < box["y"] + box["height"]]


def test_rows_are_broken_anew_when_the_window_changes(open_page, scripts):
    page = open_page(scripts, "#/segment/3", width=1440)
    wide = page.locator(".stave").count()
    page.set_viewport_size({"width": 700, "height": 900})
    page.wait_for_function("count => document.querySelectorAll('.stave').length > count", arg=wide)
