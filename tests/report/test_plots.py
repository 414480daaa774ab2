"""Figures: they show names in every script, and bars and points where the parts say."""

import sys
from xml.etree import ElementTree

import pytest
from reports import demo_scores, small_report

from hyperbaton.errors import InputError, MissingDependencyError
from hyperbaton.metrics import Hyperbaton
from hyperbaton.report import plots
from hyperbaton.report.report import report_of
from hyperbaton.tables.plots import picture

SVG = "{http://www.w3.org/2000/svg}"
HOSTILE = "</text><script>alert(1)</script>"


@pytest.fixture(scope="module")
def report():
    return report_of(demo_scores(), samples=40)


def test_files(report, tmp_path):
    written = report.write_plots(tmp_path / "new" / "plots", pdf=True)
    assert [path.suffix for path in written] == [".svg", ".pdf"]
    assert sorted((tmp_path / "new" / "plots").iterdir()) == sorted(written)
    assert written[1].read_bytes().startswith(b"%PDF")


def test_bars_are_as_long_as_the_losses(report):
    found = [bar.get_width() for bar in plots.losses(report).axes[0].patches]  # type: ignore[attr-defined]
    balance, share = report.balance, 100 * Hyperbaton().order_weight
    lexical = [(100 - share) * (1 - each.lexical) for each in balance]
    assert found == pytest.approx([*lexical, *(share * (1 - each.order) for each in balance)])


def test_hostile_names_are_text():
    outputs = {HOSTILE: ["b a"], "$up^": ["a b"], "a\udcff\x00": ["a b"]}
    drawn = small_report(outputs, ["a b"], ["kendall"], title=HOSTILE)
    root = ElementTree.fromstring(picture(plots.losses(drawn)))
    assert not list(root.iter(f"{SVG}script"))
    texts = {element.text for element in root.iter(f"{SVG}text")}
    assert {HOSTILE, "$up^", r"a\xff\x00"} <= texts


def test_what_cannot_be_written(tmp_path, report, monkeypatch):
    (tmp_path / "file").write_text("")
    with pytest.raises(InputError, match="file: cannot be written"):
        report.write_plots(tmp_path / "file")
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    with pytest.raises(MissingDependencyError, match=r"pip install 'hyperbaton\[plots\]'"):
        report.write_plots(tmp_path / "plots")
    assert not (tmp_path / "plots").exists()
