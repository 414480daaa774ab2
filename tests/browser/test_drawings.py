"""Drawings that leave the page: SVG, TikZ and PNG."""

import re
import xml.etree.ElementTree as ET

import pytest

SVG = "{http://www.w3.org/2000/svg}"
PICTURES = ["slope", "tree", "dot plot"]


@pytest.fixture
def page(open_page, demo):
    return open_page(
        demo,
        "#/segment/1?system=calque",
        color_scheme="dark",
        permissions=["clipboard-read", "clipboard-write"],
    )


def copied(page, picture, form):
    page.get_by_label("Drawing to copy").select_option(picture)
    page.locator(".export").get_by_role("button", name=form).click()
    page.wait_for_selector(f".said:text-is('{form} copied')")
    return page.evaluate("navigator.clipboard.readText()")


@pytest.mark.parametrize("picture", PICTURES)
def test_svg_stands_alone_in_light_colours(page, picture):
    root = ET.fromstring(copied(page, picture, "SVG"))
    assert root.tag == f"{SVG}svg"
    assert float(root.get("width")) > 100
    shapes = [
        shape for shape in root.iter() if shape.tag in {f"{SVG}path", f"{SVG}text", f"{SVG}circle"}
    ]
    assert shapes
    assert all(shape.get("fill") for shape in shapes)
    assert not any(shape.get("class") or shape.get("style") for shape in root.iter())
    text = [shape for shape in root.iter(f"{SVG}text") if shape.get("fill") == "rgb(255, 255, 255)"]
    assert len(text) == (2 * page.locator(".move").count() if picture == "slope" else 0)
    if picture == "slope":
        letters = {shape.text for shape in root.iter(f"{SVG}text")}
        assert {"whole", "rained", "called", "calque", "reference"} <= letters


@pytest.mark.parametrize("picture", PICTURES)
def test_tikz_is_balanced(page, picture):
    code = copied(page, picture, "TikZ")
    assert code.count(r"\begin{tikzpicture}") == code.count(r"\end{tikzpicture}") == 1
    assert code.count("{") == code.count("}")
    assert "NaN" not in code
    assert "undefined" not in code
    drawing = [line for line in code.splitlines() if line.startswith("  ")]
    assert drawing
    assert all(
        line.startswith((r"  \path[", r"  \node[")) and line.endswith(";") for line in drawing
    )


def test_png_has_pixels(page):
    page.locator(".export").get_by_role("button", name="PNG").click()
    page.wait_for_selector(".said:text-is('PNG copied')")
    width, height = page.evaluate(
        """async () => {
          const [item] = await navigator.clipboard.read();
          const image = await createImageBitmap(await item.getType("image/png"));
          return [image.width, image.height];
        }"""
    )
    assert width > 1000
    assert height > 200


def test_pdf_is_a_page_as_large_as_the_drawing(page):
    page.evaluate("window.print = () => {}")
    page.locator(".export").get_by_role("button", name="PDF").click()
    box = page.locator(".sheet svg").get_attribute("viewBox")
    width, height = map(float, box.split()[2:])
    pdf = page.pdf(prefer_css_page_size=True)
    assert pdf.count(b"/Type /Page\n") == 1
    sides = re.search(rb"/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]", pdf).groups()
    assert [float(side) for side in sides] == pytest.approx([width * 0.75, height * 0.75], abs=1.5)
    assert page.locator(".sheet").count() == 0
