"""Figures: they show the words in every script, numbers where they belong, and are files."""

import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest
from reports import demo_scores, small_report

from hyperbaton import explain
from hyperbaton.errors import InputError, MissingDependencyError
from hyperbaton.metrics import Hyperbaton
from hyperbaton.report import plots
from hyperbaton.report.report import report_of
from hyperbaton.tables.plots import picture

FIGURES = Path(__file__).parents[2] / "docs" / "figures"
SVG = "{http://www.w3.org/2000/svg}"
HOSTILE = "</text><script>alert(1)</script>"


def words(figure):
    """The words of a figure of a segment, in the order in which they were drawn."""
    return [text.get_text() for text in figure.axes[0].texts]


def rendered(figure):
    root = ElementTree.fromstring(picture(figure))
    assert not list(root.iter(f"{SVG}script"))
    return [element.text for element in root.iter(f"{SVG}text")]


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
        assert ElementTree.fromstring(path.read_text("utf-8")).find(f"{SVG}title").text
    printed = report.write_plots(tmp_path, pdf=True)
    assert [path.suffix for path in printed] == [".svg", ".pdf"] * 3
    assert all(path.read_bytes().startswith(b"%PDF") for path in printed[1::2])


def test_the_figures_of_the_guide_show_the_same(report):
    found = report.overview.scores.explain("tangle", 17)
    for name, figure in (("slope", plots.slope(found)), ("tree", plots.tree(found))):
        root = ElementTree.parse(FIGURES / f"report-{name}.svg")
        shown = [element.text for element in root.iter(f"{SVG}text")]
        assert sorted(shown) == sorted(rendered(figure))


def test_bars_are_as_long_as_the_losses(report):
    found = [bar.get_width() for bar in plots.losses(report.overview).axes[0].patches]
    balance, share = report.overview.to_dict()["balance"], Hyperbaton().order_weight
    lexical = [(1 - share) * (1 - each["lexical"]) for each in balance]
    order = [share * (1 - each["order"]) for each in balance]
    assert found == pytest.approx([*lexical, *order], abs=1e-5)


def test_points_stand_where_the_parts_say(report):
    points = [line.get_xydata()[0] for line in plots.balance(report.overview).axes[0].lines]
    balance = report.overview.to_dict()["balance"]
    for point, each in zip(points, balance, strict=True):
        assert tuple(point) == pytest.approx((each["lexical"], each["order"]), abs=1e-5)


def test_a_slope_shows_every_word_once_and_numbers_on_both_sides():
    found = explain("at noon we met (him)", "we met him at noon")
    figure = plots.slope(found)
    tokens = [*found.hypothesis_tokens, *found.reference_tokens]
    assert sorted(words(figure)) == sorted([*tokens, "1", "1"])
    framed = [text.get_text() for text in figure.axes[0].texts if text.get_bbox_patch()]
    assert sorted(framed) == ["(", ")", "1", "1"]
    assert len(figure.axes[0].patches) == len(found.moves) == 1


def test_near_matches_are_dotted():
    lines = plots.slope(explain("houses big", "house big")).axes[0].lines
    assert [line.get_linestyle() for line in lines] == [":", "-"]


def test_a_tree_writes_operators_out():
    shown = words(plots.tree(explain("b d a c", "a b c d")))
    assert shown == ["b", "d", "a", "c", "2", "4", "1", "3", "⟨2,4,1,3⟩"]


@pytest.mark.parametrize("pair", [("", ""), ("x", "y"), ("a", "a"), ("", "a b")])
def test_little_to_draw(pair):
    found = explain(*pair)
    for draw in (plots.slope, plots.tree):
        rendered(draw(found))


def test_right_to_left():
    first, second = plots.slope(explain("לכולם שלום", "שלום לכולם")).axes[0].texts[:2]
    assert first.get_text() == "שלום"
    assert first.get_position()[0] > second.get_position()[0]
    assert plots.is_right_to_left("“سلام") and not plots.is_right_to_left("12 hello שלום")


def test_hostile_text_is_text():
    found = explain(f"{HOSTILE} $b^ a\x00", f"$b^ {HOSTILE} 日本")
    for draw in (plots.slope, plots.tree):
        rendered(draw(found))
    outputs = {HOSTILE: ["b a"], "$up^": ["a b"], "a\udcff\x00": ["a b"]}
    overview = small_report(outputs, ["a b"], ["kendall"], title=HOSTILE).overview
    for draw in (plots.losses, plots.balance, plots.patterns):
        assert {HOSTILE, "$up^", r"a\xff\x00"} <= set(rendered(draw(overview)))


def test_names_of_files_are_harmless(tmp_path):
    report = small_report({"../up/a b": ["b a"]}, ["a b"])
    written = report.write_plots(tmp_path / "plots", [1])
    assert all(path.parent == tmp_path / "plots" for path in written)
    assert (tmp_path / "plots" / "segment-1-.._up_a_b-slope.svg").is_file()


def test_what_cannot_be_written(tmp_path, report, monkeypatch):
    (tmp_path / "file").write_text("")
    with pytest.raises(InputError, match="file: cannot be written"):
        report.write_plots(tmp_path / "file")
    with pytest.raises(InputError, match="there is no segment 99; there are 24"):
        report.write_plots(tmp_path / "plots", [99])
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    with pytest.raises(MissingDependencyError, match=r"pip install 'hyperbaton\[plots\]'"):
        report.write_plots(tmp_path / "plots")
    assert not (tmp_path / "plots").exists()
