"""Papers repeated on several test sets: language pairs in both directions, in one run."""

from dataclasses import replace

import numpy as np
import pytest
from judged import ChainParser
from reproduction.conftest import copy_demo

from hyperbaton.errors import InputError
from hyperbaton.meta import GivenFiles, Protocol, read_judged_sets, run_study
from hyperbaton.metrics.registry import text_metric
from hyperbaton_papers import PAPERS, Setup

BOTH_WAYS = ("cs-en", "de-en", "en-cs", "en-de")
NAMES = ("stanojevic-simaan-2014", "stanojevic-simaan-2016")


@pytest.fixture(scope="module")
def two_years(tmp_path_factory):
    root = tmp_path_factory.mktemp("two-years")
    copy_demo(root / "wmt13", ("cs-en", "de-en"))
    copy_demo(root / "wmt12", BOTH_WAYS)
    return root


def reproduced(name, data, **changes):
    paper = PAPERS[name]
    setup = Setup(str(data), replace(paper.context, parser=ChainParser()), samples=60)
    return paper.reproduce(replace(setup, **changes))


@pytest.mark.parametrize("name", NAMES)
def test_the_other_year_has_tables_of_its_own_without_the_papers_figures(two_years, name):
    result = reproduced(name, two_years)
    assert result["table-2"].columns == ("cs-en", "de-en", "mean")
    for number, pairs in ((1, ("en-cs", "en-de")), (2, ("cs-en", "de-en"))):
        table = result[f"table-{number}-wmt12"]
        assert table.columns == (*pairs, "mean")
        assert table.title.endswith("on WMT12")
        assert all(cell.published is None for row in table.rows.values() for cell in row)
    with pytest.raises(KeyError):
        result["table-1"]  # this year has nothing out of English


def test_means_are_over_both_directions(two_years):
    table = reproduced("stanojevic-simaan-2014", two_years)["table-3-wmt12"]
    assert table.title == f"mean rank and mean tau over {', '.join(BOTH_WAYS)} on WMT12"
    # All language pairs are copies of one, so that ranks are the same on each.
    ranks = [cells[0].ours for cells in table.rows.values()]
    assert sum(ranks) == pytest.approx(7 * 8 / 2)


def test_every_target_has_its_language(two_years):
    for name in NAMES:
        signatures = reproduced(name, two_years).signatures
        text = "".join(signatures.values())
        assert all(f"|lang:{code}|" in text for code in ("en", "cs", "de"))
        assert any(key.endswith("(WMT12 en-de)") for key in signatures)


def test_a_pair_that_only_the_other_year_has(two_years):
    result = reproduced("stanojevic-simaan-2014", two_years, pairs=("en-de",))
    assert [table.id for table in result if "table-2" in table.id] == []
    assert result["table-1-wmt12"].columns == ("en-de",)
    with pytest.raises(InputError, match=r"has no references/LP\.NAME\.txt for ja-en"):
        reproduced("stanojevic-simaan-2014", two_years, pairs=("en-de", "ja-en"))


def test_figures_9_and_10(data, two_years):
    figures = {figure.id: figure for figure in reproduced(NAMES[0], data).figures}
    for number, first in ((9, "en-cs"), (10, "cs-en")):
        figure = figures[f"{NAMES[0]}-figure-{number}"]
        assert figure.names[0] == first and len(figure.names) == 5
        values = np.array([series.y for series in figure.series.values()])
        assert (values.min(axis=0) == 0).all() and (values.max(axis=0) == 1).all()
        assert figure.published["Hamming"] == (0.0,) * 5
    assert figures[f"{NAMES[0]}-figure-10"].published["PEFs"] == (1.0,) * 5
    assert "ours (the paper's)" in figures[f"{NAMES[0]}-figure-9"].heading
    other = {figure.id for figure in reproduced(NAMES[0], two_years).figures}
    assert {f"{NAMES[0]}-figure-9-wmt12", f"{NAMES[0]}-figure-10-wmt12"} <= other


def test_margins_are_the_deviation_of_the_bootstrap(data):
    result = reproduced(NAMES[1], data, pairs=("de-en",))
    metric = result["table-2"].metrics["KENDALL"]
    sets = read_judged_sets(str(data / "wmt13"), ["de-en"])
    scoring = Setup(str(data), PAPERS[NAMES[1]].context).scoring([text_metric(metric)])
    protocol = Protocol("system", "spearman", "win-ratio", samples=60)
    [agreement] = run_study(sets, scoring, [protocol]).tables[0].agreements
    samples = agreement.samples[0]
    mean = samples.sum() / len(samples)
    expected = (sum((each - mean) ** 2 for each in samples) / (len(samples) - 1)) ** 0.5
    assert result["table-2"]["KENDALL", "de-en"].margin == pytest.approx(expected)


def chain_of(text):
    """A chain over the words of a text, in the ten columns that MaltParser writes."""
    rows = [
        f"{k}\t{word}\t_\tX\tX\t_\t{k - 1}\t{'ROOT' if k == 1 else 'dep'}\t_\t_"
        for k, word in enumerate(text.split(), start=1)
    ]
    return "\n".join([*rows, "", ""])


def test_given_trees_serve_the_whole_reproduction(tmp_path):
    name = "mccaffery-nederhof-2016"
    folder, pair = tmp_path / "wmt15", "de-en"
    copy_demo(folder, (pair,))
    texts = {
        "systems": (folder / "system-outputs" / pair).iterdir(),
        "references": (folder / "references").glob(f"{pair}.*"),
    }
    for side, paths in texts.items():
        for path in paths:
            stem = path.name.removesuffix(".txt").removeprefix(f"{pair}.")
            target = tmp_path / "malt" / "trees" / pair / side / f"{stem}.conllu"
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text("".join(map(chain_of, path.read_text().splitlines())))
    result = reproduced(name, tmp_path, samples=0, given=GivenFiles(trees=str(tmp_path / "malt")))
    table = result["table-4"]
    # A chain is what flattening makes of every tree.
    assert table["DTED row 4", pair].ours == table["DTED row 5", pair].ours
    assert table["DTED row 2", pair].ours == table["DTED row 3", pair].ours
    assert any(note.startswith("Trees were given") for note in result.notes)
    (tmp_path / "malt" / "trees" / pair / "references" / "refA.conllu").unlink()
    with pytest.raises(InputError, match=r"refA\.conllu: not found; the trees of refA"):
        reproduced(name, tmp_path, samples=0, given=GivenFiles(trees=str(tmp_path / "malt")))
