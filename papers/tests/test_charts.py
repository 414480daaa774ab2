"""Charts: every series with its name, the same bytes twice, and a hint where matplotlib is not."""

import math
import sys
from xml.etree import ElementTree

import pytest

from hyperbaton.errors import MissingDependencyError
from hyperbaton_papers.charts import Series, chart

HOSTILE = "</text><script>alert(1)</script>"


def drawn(series, names=(), kind="svg"):
    return chart("tau over α", "α", "tau", series, names, kind)


def words(picture):
    elements = ElementTree.fromstring(picture).iter("{http://www.w3.org/2000/svg}text")
    return {element.text for element in elements}


@pytest.mark.parametrize(
    "series",
    [
        {},
        {"a <b>": Series((0.0, 0.5, 1.0), (0.1, 0.3, 0.2)), "c & d": Series((0.0,), (0.2,))},
        {"gap": Series((0, 1, 2), (0.1, math.nan, 0.2)), "flat": Series((0, 1), (0.5, 0.5))},
        {"points": Series((0, 1), (0.1, 0.2), joined=False)},
        {"bars": Series((0, 1, 2), (0.0, 0.5, 1.0), bars=(0.5, 0.1, math.nan))},
        {HOSTILE: Series((0,), (0.5,)), "$x^": Series((1,), (0.5,)), "日本": Series((2,), (1.0,))},
        {str(number): Series((0, 1), (0.0, number)) for number in range(20)},
    ],
)
def test_every_series_has_its_name_in_the_legend(series):
    assert {"tau over α", "α", "tau", *series} <= words(drawn(series))


@pytest.mark.parametrize(("kind", "begin"), [("svg", b"<?xml"), ("pdf", b"%PDF"), ("png", b"\x89")])
def test_the_same_data_give_the_same_bytes(kind, begin):
    series = {"a": Series((0, 1), (0.1, 0.2), bars=(0.1, 0.1))}
    first, second = drawn(series, kind=kind), drawn(series, kind=kind)
    assert first == second
    assert first.startswith(begin)


def test_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    with pytest.raises(MissingDependencyError, match=r"pip install 'hyperbaton\[plots\]'"):
        drawn({})
