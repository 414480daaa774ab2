"""Figures: well-formed SVG that shows the words, in every script, and PDF where it can be made."""

import sys
import types
from pathlib import Path
from xml.etree import ElementTree

import pytest
from reports import demo_scores, small_report

from hyperbaton import explain
from hyperbaton.errors import InputError, MissingDependencyError, OptionError
from hyperbaton.metrics import Hyperbaton
from hyperbaton.report.plots import systems
from hyperbaton.report.plots.slope import slope
from hyperbaton.report.plots.tree import tree
from hyperbaton.report.plots.words import is_right_to_left, row_of
from hyperbaton.report.report import report_of
from hyperbaton.tables.svg import text_width

FIGURES = Path(__file__).parents[2] / "docs" / "figures"
SVG = "{http://www.w3.org/2000/svg}"
HOSTILE = "</text><script>alert(1)</script>"


def elements(drawn, kind):
    return list(ElementTree.fromstring(drawn).iter(SVG + kind))


def words(drawn):
    return [element.text for element in elements(drawn, "text")]


@pytest.fixture(scope="module")
def report():
    return report_of(demo_scores(), samples=40)


def test_figures_of_systems_and_segments(report, tmp_path):
    written = report.write_plots(tmp_path / "new" / "plots", [17])
    names = {path.name for path in written}
    assert names == {path.name for path in (tmp_path / "new" / "plots").iterdir()}
    assert {"losses.svg", "balance.svg", "patterns.svg"} < names
    assert {"segment-17-tangle-slope.svg", "segment-17-tangle-tree.svg"} < names
    assert len(names) == 3 + 2 * 3
    for path in written:
        drawn = path.read_text("utf-8")
        assert ElementTree.fromstring(drawn).tag == f"{SVG}svg"
        assert elements(drawn, "title")[0].text


def test_the_figures_of_the_guide_are_drawn_as_it_says(report):
    found = report.overview.scores.explain("tangle", 17)
    assert (FIGURES / "report-slope.svg").read_text("utf-8") == f"{slope(found)}\n"
    assert (FIGURES / "report-tree.svg").read_text("utf-8") == f"{tree(found)}\n"


def test_bars_are_as_long_as_the_losses(report, tmp_path):
    report.write_plots(tmp_path)
    bars = elements((tmp_path / "losses.svg").read_text("utf-8"), "rect")[1:]
    widths = [float(bar.get("width")) for bar in bars]
    balance = report.overview.to_dict()["balance"]
    share = Hyperbaton().order_weight
    losses = [
        x for b in balance for x in ((1 - share) * (1 - b["lexical"]), share * (1 - b["order"]))
    ]
    scale = widths[0] / losses[0]
    assert widths == pytest.approx([loss * scale for loss in losses], abs=0.2)


def test_systems_with_the_better_part_stand_further_up_and_right(report, tmp_path):
    report.write_plots(tmp_path)
    points = elements((tmp_path / "balance.svg").read_text("utf-8"), "circle")
    places = [(float(point.get("cx")), -float(point.get("cy"))) for point in points]
    parts = [(b["lexical"], b["order"]) for b in report.overview.to_dict()["balance"]]
    for axis in (0, 1):
        assert sorted(range(3), key=lambda k: places[k][axis]) == sorted(
            range(3), key=lambda k: parts[k][axis]
        )


def test_a_slope_shows_every_word_once_and_numbers_on_both_sides():
    found = explain("at noon we met (him)", "we met him at noon")
    drawn = slope(found)
    assert sorted(words(drawn)[1:]) == sorted(
        [*found.hypothesis_tokens, *found.reference_tokens, "1", "1"]
    )
    assert len(elements(drawn, "rect")) == 1 + 2  # the ground, and two brackets without partners
    ribbons = [path for path in elements(drawn, "path") if path.get("fill-opacity")]
    assert len(ribbons) == len(found.moves) == 1


def test_near_matches_are_dotted():
    drawn = slope(explain("houses big", "house big"))
    assert [path.get("stroke-dasharray") for path in elements(drawn, "path")] == ["2 3", None]


def test_a_tree_writes_operators_out():
    drawn = tree(explain("b d a c", "a b c d"))
    assert "⟨2,4,1,3⟩" in words(drawn)
    assert words(drawn)[-8:] == ["b", "2", "d", "4", "a", "1", "c", "3"]


@pytest.mark.parametrize("pair", [("", ""), ("x", "y"), ("a", "a"), ("", "a b")])
def test_little_to_draw(pair):
    found = explain(*pair)
    assert ElementTree.fromstring(slope(found)) is not None
    assert ElementTree.fromstring(tree(found)) is not None


def test_right_to_left():
    found = explain("לכולם שלום", "שלום לכולם")
    first, second = elements(slope(found), "text")[1:3]
    assert first.text == "שלום"
    assert float(first.get("x")) > float(second.get("x"))
    assert is_right_to_left("“سلام") and not is_right_to_left("12 hello שלום")


def test_hostile_text_is_text():
    found = explain(f"{HOSTILE} b", f"b {HOSTILE}")
    for drawn in (slope(found), tree(found)):
        assert not elements(drawn, "script")
    outputs = {HOSTILE: ["b a"], "../up": ["a b"]}
    report = small_report(outputs, ["a b"], ["kendall"], title=HOSTILE)
    for draw in (systems.losses, systems.balance, systems.patterns):
        assert HOSTILE in words(draw(report.overview)) and not elements(
            draw(report.overview), "script"
        )


def test_control_characters_are_replaced():
    found = explain("a\x00b \x0b", "\x1bc", tokenize="none")
    assert "a\ufffdb" in words(slope(found))
    report = small_report({"a\udcff\x00": ["b a"]}, ["a b"])
    assert "a\ufffd\ufffd" in words(systems.losses(report.overview))


def test_names_of_files_are_harmless(tmp_path):
    report = small_report({"../up/a b": ["b a"]}, ["a b"])
    written = report.write_plots(tmp_path / "plots", [1])
    assert all(path.parent == tmp_path / "plots" for path in written)
    assert (tmp_path / "plots" / "segment-1-.._up_a_b-slope.svg").is_file()


def test_rows_keep_marks_with_their_words():
    row = row_of("Yes, we did.", ["Yes", ",", "we", "did", "."])
    gaps = [b[0] - a[1] for a, b in zip(row.places, row.places[1:], strict=False)]
    assert gaps[0] == gaps[3] < gaps[1] == gaps[2]
    assert text_width("日本") == 2 * text_width("日") > text_width("ab")


def test_no_folder(tmp_path, report):
    (tmp_path / "file").write_text("")
    with pytest.raises(InputError, match="file: cannot be written"):
        report.write_plots(tmp_path / "file")
    with pytest.raises(InputError, match="there is no segment 99; there are 24"):
        report.write_plots(tmp_path / "plots", [99])


def test_pdf_with_a_library(report, tmp_path, monkeypatch):
    fake = types.ModuleType("cairosvg")

    def svg2pdf(bytestring, write_to):
        assert ElementTree.fromstring(bytestring.decode()) is not None
        write_to.write(b"%PDF")

    fake.svg2pdf = svg2pdf
    monkeypatch.setitem(sys.modules, "cairosvg", fake)
    written = report.write_plots(tmp_path, pdf=True)
    assert [path.suffix for path in written] == [".svg", ".pdf"] * 3
    assert all(path.stat().st_size for path in written)


def test_pdf_without_a_library(report, tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "cairosvg", None)
    with pytest.raises(MissingDependencyError, match=r"pip install 'hyperbaton\[plots\]'"):
        report.write_plots(tmp_path / "plots", pdf=True)
    assert not (tmp_path / "plots").exists()
    monkeypatch.delitem(sys.modules, "cairosvg")

    def without_cairo(name):
        raise OSError("no library called cairo")

    monkeypatch.setattr("hyperbaton.report.plots.writing.import_module", without_cairo)
    with pytest.raises(OptionError, match="install libcairo"):
        report.write_plots(tmp_path / "plots", pdf=True)
