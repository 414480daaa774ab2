"""The page of a report, opened from a file and used by pointer and keys."""

import re
from itertools import permutations

import pytest


def numbers(page):
    return [
        int(text) for text in page.locator("table.segments tbody td:first-child").all_inner_texts()
    ]


def words(page, row=".row.output"):
    return page.locator(f"{row} .word").all_inner_texts()


def wait_for_fragment(page, part):
    page.wait_for_function("part => location.hash.includes(part)", arg=part)


def test_overview_begins_with_the_sentence_and_the_table(open_page, demo):
    page = open_page(demo)
    assert page.inner_text("h1").startswith("By hyperbaton, loom leads with 0.")
    systems = page.locator(".leaderboard tbody th").all_inner_texts()
    assert systems == ["loom", "calque"]  # though calque was given first
    assert page.locator(".leaderboard tbody tr:first-child .best").count() == 5
    assert page.locator(".leaderboard .whisker .interval").count() == 10
    assert page.locator(".scatter .system-point").count() == 2
    assert page.locator(".ridge").count() == 10
    assert page.locator(".waterfall").count() == 1
    assert page.locator(".matrix").count() == 0  # there is one pair


def test_numbers_as_they_are_written_add_up(open_page, many):
    page = open_page(many)
    scores = {
        row.locator("th").inner_text(): float(row.locator(".value").first.inner_text().strip("*"))
        for row in page.locator(".leaderboard tbody tr").all()
    }
    assert list(scores.values()) == sorted(scores.values(), reverse=True)
    for button in page.locator(".matrix button").all():
        said = button.get_attribute("aria-label")
        pattern = r"(\S+) is (\S+) ahead of (\S+): (\S+) by word choice, (\S+) by word order"
        first, total, second, *parts = re.fullmatch(pattern, said.replace("\u2212", "-")).groups()
        assert float(total) == pytest.approx(scores[first] - scores[second])
        assert float(total) == pytest.approx(sum(float(part.strip("±")) for part in parts))


def test_names_of_many_systems_do_not_collide(open_page, many):
    page = open_page(many)
    boxes = [each.bounding_box() for each in page.locator(".point-label").all()]
    assert len(boxes) == 20
    for left, right in permutations(boxes, 2):
        if left["x"] <= right["x"] and abs(left["y"] - right["y"]) <= 8:
            assert left["x"] + left["width"] + 4 < right["x"]


def test_bar_opens_the_segments_behind_it_the_most_costly_first(open_page, demo):
    page = open_page(demo)
    for row in page.locator(".loss-table tbody tr").all():
        assert set(row.locator(".loss-value").all_inner_texts()) != {"0.00%"}
    bar = page.locator(".loss-bar[aria-label^='calque, word too late']")
    assert "%" in bar.inner_text()
    bar.click()
    wait_for_fragment(page, "set=loss")
    page.wait_for_selector("table.segments")
    assert "worst first" in page.inner_text(".status")
    page.click("text=Show all")
    assert sorted(numbers(page)) == [1, 2, 3, 4]


def test_fixes_open_the_two_systems_side_by_side(open_page, demo):
    page = open_page(demo)
    page.click(".segment-links .chip >> nth=0")
    page.wait_for_selector(".slope .word")
    assert page.locator(".slope .row").count() >= 3
    assert page.locator(".part h3").all_inner_texts() == ["loom", "calque"]
    left, right = (box.bounding_box() for box in page.locator(".part").all())
    scores = page.locator(".part .scores").first.bounding_box()
    assert abs(left["width"] - right["width"]) < 2 and scores["width"] > left["width"] / 2


def test_list_begins_with_the_worst_and_sorts_and_searches(open_page, demo):
    page = open_page(demo, "#/segments?system=calque")
    assert numbers(page) == [4, 1, 2, 3]
    for name, expected in (("Sort by number", [1, 2, 3, 4]), ("words", [3]), ("words", [1])):
        page.get_by_role("button", name=name).click()
        assert numbers(page)[: len(expected)] == expected
    assert page.locator("th[aria-sort=descending]").inner_text().startswith("words")
    page.keyboard.press("/")
    page.keyboard.type("LOBBY")
    assert numbers(page) == [2]
    page.fill("#find", "^(Thanks|She)")
    assert numbers(page) == []
    page.check("text=regular expression")
    assert sorted(numbers(page)) == [3, 4]
    page.fill("#find", "(")
    assert "no regular expression" in page.inner_text(".status")


@pytest.mark.parametrize(
    ("fragment", "expected"),
    [
        ("system=calque&metric=kendall&low=0.8&high=0.95", [1]),
        ("system=calque&far=5", [2]),
        ("short=12&long=12", [4]),
        ("long=5", [3]),
        ("system=calque&pattern=halves+swapped", [2]),
        ("system=loom&against=calque&beats=1&sort=number", [1, 2, 4]),
        ("set=fixes~0&sort=number", [1, 2]),
    ],
)
def test_list_filters(open_page, demo, fragment, expected):
    page = open_page(demo, f"#/segments?{fragment}")
    assert numbers(page) == expected


def test_address_restores_everything_and_back_leads_to_the_view_before(open_page, demo):
    page = open_page(demo, "#/segment/1?system=calque&step=1&find=match&sort=-words")
    assert page.inner_text("h1") == "Segment 1"
    assert page.inner_text(".tab[aria-current]").startswith("calque")
    assert "1 move of" in page.inner_text(".step-count")
    page.click(".page-header nav >> text=Segments")
    page.wait_for_selector("table.segments")
    assert page.input_value("#find") == "match"
    assert numbers(page) == [1]
    page.click("table.segments a >> nth=0")
    page.wait_for_selector(".slope .word")
    page.go_back()
    page.wait_for_selector("table.segments")
    assert "sort=-words" in page.url


def test_segment_shows_words_ribbons_and_tree(open_page, demo):
    page = open_page(demo, "#/segment/1?system=calque")
    assert "".join(words(page)) == "Becauseitthewholenightrainedhad,wasthematchcalledoff."
    assert page.locator(".word.unaligned").count() == 1
    assert page.locator(".thread.near").count() == 1
    moved = page.locator(".move").count()
    assert moved > 0
    assert page.locator(".badge").count() == 2 * moved
    assert page.locator(".block.inverted .crossing").count() > 0
    assert page.locator(".dot-plot .frame.inverted").count() > 0


def test_the_source_stands_between_output_and_reference(open_page, linked):
    page = open_page(linked, "#/segment/1")
    page.wait_for_selector(".with-source .word")
    rows = page.locator(".with-source .row .voice").all_inner_texts()
    assert rows == ["out", "source", "reference"]
    moved = page.locator(".slope").first.locator(".row.output .moved").all_inner_texts()
    assert page.locator(".with-source .row >> nth=0").locator(".moved").all_inner_texts() == moved
    assert page.locator(".with-source .row >> nth=1").locator(".unaligned").inner_text() == "و"
    first = [row.locator(".word").all() for row in page.locator(".with-source .row").all()]
    begins = [min(word.bounding_box()["x"] for word in row) for row in first]
    assert max(begins) - min(begins) < 2  # though one runs from right to left
    page.hover(".with-source .moved >> nth=0")
    assert page.locator(".move.lit").count() == 1


def test_hover_and_focus_light_a_block_everywhere(open_page, demo):
    page = open_page(demo, "#/segment/1?system=calque")
    for light in (
        lambda: page.hover(".move >> nth=0"),
        lambda: page.focus(".move-sentence >> nth=1"),
        lambda: page.hover(".row.output .word.moved >> nth=0"),
    ):
        light()
        lit = page.locator(".lit").evaluate_all("all => all.map(one => one.dataset.move)")
        assert len(set(lit)) == 1
        for view in (".word", ".badge", ".dot", ".move", ".block, .moved-bar"):
            assert page.locator(view).and_(page.locator(".lit")).count() > 0, view


def test_arrows_undo_moves_until_the_words_are_in_order(open_page, demo):
    page = open_page(demo, "#/segment/1?system=calque")
    before = words(page)
    moves = page.locator(".move").count()
    for step in range(1, moves + 1):
        page.keyboard.press("ArrowRight")
        assert page.locator(".move.undone").count() == step
        assert f"step={step}" in page.url
    page.wait_for_timeout(400)
    assert page.locator(".thread.moved, .ribbon.moved").count() == 0
    assert words(page) != before
    kendall = page.locator(".gauge", has_text="kendall").locator(".digits")
    assert kendall.inner_text() == "1.000"
    for _ in range(moves):
        page.keyboard.press("ArrowLeft")
    assert words(page) == before


def test_keys_walk_through_the_list(open_page, demo):
    page = open_page(demo, "#/segments?sort=-words&system=calque")
    order = numbers(page)
    for number in order:
        page.keyboard.press("j")
        wait_for_fragment(page, f"segment/{number}")
    page.keyboard.press("k")
    wait_for_fragment(page, f"segment/{order[-2]}")
    page.keyboard.press("?")
    assert page.locator("dialog[open]").count() == 1
    page.keyboard.press("Escape")
    assert page.locator("dialog[open]").count() == 0
    page.keyboard.press("o")
    page.wait_for_selector(".leaderboard")
    page.keyboard.press("l")
    page.wait_for_selector("table.segments")


@pytest.mark.parametrize(
    ("fragment", "expected"),
    [
        ("#/segment/4?system=calque", "The output is empty."),
        ("#/segment/3?system=calque", "Every matched word is in its place."),
        ("#/segment/99", "There is no segment 99"),
    ],
)
def test_odd_segments_say_what_they_are(open_page, demo, fragment, expected):
    page = open_page(demo, fragment)
    assert expected in page.inner_text("main")


BACKGROUND = "getComputedStyle(document.documentElement).backgroundColor"


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_colours_follow_the_system_the_button_and_paper(open_page, demo, scheme):
    page = open_page(demo, "#/segment/1?system=calque", color_scheme=scheme)

    def is_dark():
        return sum(map(int, page.evaluate(BACKGROUND)[4:-1].split(","))) < 384

    assert is_dark() == (scheme == "dark")
    page.get_by_role("button", name="Colours: auto").click()
    page.get_by_role("button", name="Colours: light").click()
    assert is_dark()
    page.emulate_media(media="print")
    assert page.evaluate(BACKGROUND) == "rgb(255, 255, 255)"
    for control in (".page-header", ".export", ".stepper", ".neighbours"):
        assert not page.locator(control).first.is_visible(), control
    assert page.locator(".slope").is_visible()
    assert page.pdf(format="A4").startswith(b"%PDF")


@pytest.mark.parametrize(
    "fragment",
    [
        "",
        "#/segments",
        "#/segment/1?system=calque",
        "#/segment/2?system=calque&against=loom&compare=1",
    ],
)
def test_nothing_sticks_out_on_a_phone(open_page, demo, fragment):
    page = open_page(demo, fragment, width=390, height=844)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    for word in page.locator(".word").all():
        box = word.bounding_box()
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= 390


def test_ten_thousand_segments_keep_few_rows(open_page, large):
    page = open_page(large, "#/segments?sort=number")
    assert "10,000 segments" in page.inner_text(".status")
    assert page.locator("table.segments tbody tr").count() < 60
    page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
    page.wait_for_selector("table.segments td:text-is('10,000')")
    assert page.locator("table.segments tbody tr").count() < 60
    page.get_by_role("button", name="words").click()
    page.evaluate("scrollTo(0, 0)")
    page.wait_for_selector("table.segments td:text-is('98')")
    page.fill("#find", "lobby")
    assert "2,500 of 10,000" in page.inner_text(".status")
