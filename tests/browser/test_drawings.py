"""Drawings that leave the page as SVG."""

import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

SVG = "{http://www.w3.org/2000/svg}"


def saved(page, picture):
    with page.expect_download() as download:
        page.locator(".export").get_by_role("button", name=picture).click()
    assert download.value.suggested_filename == f"{picture}.svg"
    return Path(download.value.path()).read_text(encoding="utf-8")


@pytest.mark.parametrize("picture", ["slope", "tree", "dots"])
def test_svg_stands_alone_in_light_colours(open_page, demo, picture):
    page = open_page(demo, "#/segment/1?system=calque", color_scheme="dark")
    root = ET.fromstring(saved(page, picture))
    assert root.tag == f"{SVG}svg"
    assert float(root.get("width")) > 100
    shapes = [shape for name in ("path", "text", "circle") for shape in root.iter(f"{SVG}{name}")]
    assert shapes and all(shape.get("fill") for shape in shapes)
    assert not any(shape.get("class") or shape.get("style") for shape in root.iter())
    text = [shape for shape in root.iter(f"{SVG}text") if shape.get("fill") == "rgb(255, 255, 255)"]
    assert len(text) == (2 * page.locator(".move").count() if picture == "slope" else 0)
    if picture == "slope":
        letters = {shape.text for shape in root.iter(f"{SVG}text")}
        assert {"whole", "rained", "called", "calque", "reference"} <= letters


def test_hostile_text_is_saved_as_text(open_page, hostile):
    assert "<img" not in saved(open_page(hostile, "#/segment/1"), "slope")
