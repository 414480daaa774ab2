"""Charts are well-formed and put values where they belong."""

import math
import re
import xml.etree.ElementTree as ElementTree

from hyperbaton.tables.chart import Series, chart

SVG = "{http://www.w3.org/2000/svg}"


def drawn(lines, x=(0.0, 0.5, 1.0), **options):
    series = {name: Series(x, line, **options) for name, line in lines.items()}
    return ElementTree.fromstring(chart("tau over α", "α", "tau", series))


def test_a_line_per_series_with_its_name():
    root = drawn({"a <b>": [0.1, 0.3, 0.2], "c & d": [0.2, 0.2, 0.2]})
    texts = [element.text for element in root.iter(f"{SVG}text")]
    assert {"a <b>", "c & d", "α", "tau", "tau over α"} <= set(texts)
    assert {"0.10", "0.30", "0.0", "1.0"} <= set(texts)  # the ends of both axes


def coordinates(root, number):
    paths = [p.get("d") for p in root.iter(f"{SVG}path") if p.get("stroke") != "#ccc"]
    pairs = re.findall(r"([ML])([\d.]+) ([\d.]+)", paths[2 * number])
    return [(pen, float(x), float(y)) for pen, x, y in pairs]


def test_higher_values_stand_higher():
    found = coordinates(drawn({"a": [0.1, 0.3, 0.2]}), 0)
    assert [pen for pen, _, _ in found] == ["M", "L", "L"]
    (_, x1, y1), (_, x2, y2), (_, x3, y3) = found
    assert x1 < x2 < x3
    assert y2 < y3 < y1
    assert math.isclose(x2 - x1, x3 - x2, abs_tol=0.11)


def test_gaps_where_nothing_is_defined():
    found = coordinates(drawn({"a": [0.1, math.nan, 0.2]}), 0)
    assert [pen for pen, _, _ in found] == ["M", "M"]


def test_flat_and_empty_lines_still_make_a_chart():
    assert len(coordinates(drawn({"a": [0.5, 0.5, 0.5]}), 0)) == 3
    assert coordinates(drawn({"a": [math.nan] * 3}), 0) == []


def test_points_are_not_joined():
    root = drawn({"a": [0.1, 0.3, math.nan]}, joined=False)
    dots = list(root.iter(f"{SVG}circle"))
    assert len(dots) == 3  # two points, one in the legend
    assert float(dots[0].get("cy")) > float(dots[1].get("cy"))


def test_error_bars_fit_into_the_chart():
    root = drawn({"a": [0.0, 0.5, 1.0]}, bars=[0.5, 0.1, math.nan])
    bars = [p.get("d") for p in root.iter(f"{SVG}path") if "V" in p.get("d")]
    assert len(bars) == 2
    texts = [element.text for element in root.iter(f"{SVG}text")]
    assert "-0.5" in texts  # the axis reaches the end of the first bar


def test_names_stand_on_the_axis_in_order():
    text = chart("taus", "pair", "tau", {"a": Series((0, 1), (0.1, 0.2))}, ("de-en", "ja-en"))
    labels = {e.text: float(e.get("x")) for e in ElementTree.fromstring(text).iter(f"{SVG}text")}
    assert labels["de-en"] < labels["ja-en"]
