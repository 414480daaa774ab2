"""The papers' tables beside ours, on small data."""

import json
import math
from dataclasses import replace

import numpy as np
import pytest
from fake_parsers import ChainParser
from judged_folders import copy_demo

from hyperbaton.errors import InputError, OptionError
from hyperbaton.meta import GivenFiles, Protocol, TuningSet, read_judged_sets, run_study, tunable
from hyperbaton.metrics import as_metric
from hyperbaton_papers import (
    PAPERS,
    Cell,
    Setup,
    find_paper,
    stanojevic_simaan_2014,
)
from hyperbaton_papers.published import published_table, published_tables
from hyperbaton_papers.stanojevic_simaan_2016 import sign_record

BIRCH, FORESTS, DTED, COMPLEXITY = (
    "birch-osborne-2010",
    "stanojevic-simaan-2014",
    "mccaffery-nederhof-2016",
    "stanojevic-simaan-2016",
)
BOTH_WAYS = ("cs-en", "de-en", "en-cs", "en-de")
FULL_KENDALL = "full(order=kendall,lexical=f1,alpha=0.5,weighted=true)"


def setup_of(name, data, **changes):
    preparation = replace(PAPERS[name].preparation, parser=ChainParser())
    return replace(Setup(str(data), preparation, samples=40), **changes)


def reproduced(name, data, **changes):
    return PAPERS[name].reproduce(setup_of(name, data, **changes))


@pytest.fixture(scope="module")
def results(data):
    """Every paper on all of its language pairs that there are, into English and out of it."""
    return {name: reproduced(name, data) for name in PAPERS}


@pytest.fixture(scope="module")
def two_years(tmp_path_factory):
    root = tmp_path_factory.mktemp("two-years")
    copy_demo(root / "wmt13", ("cs-en", "de-en"))
    copy_demo(root / "wmt12", BOTH_WAYS)
    return root


@pytest.fixture(scope="module")
def own_data(tmp_path_factory):
    """The test set of Birch & Osborne, with a language pair of its table and one beside it."""
    root = tmp_path_factory.mktemp("own")
    copy_demo(root / "wmt09", ("de-en", "en-fr"))
    copy_demo(root / "wmt12", ("de-en",))
    return root


def test_published_figures_stand_beside_ours(results):
    """Every table by the paper that declares it, and all figures of present language pairs."""
    declared = [name for paper in PAPERS.values() for name in paper.published]
    assert sorted(declared) == sorted(published_tables())
    for name, paper in PAPERS.items():
        shown = {t for table in results[name] for t in table.shown}
        assert set(paper.published) <= shown
        assert all(t.startswith(name) for t in shown)
    for name in (
        *(f"{FORESTS}-table-{number}" for number in (1, 2, 4, 5)),
        *(f"{COMPLEXITY}-table-{number}" for number in (1, 2)),
        *(f"{DTED}-table-{number}" for number in (3, 4, 5)),
    ):
        published, table = published_table(name), results[name.partition("-table")[0]][name]
        for metric in published.rows:
            for pair in published.pairs:
                assert table[metric, pair].published == published.value(metric, pair)
                assert table[metric, pair].published_margin == published.margin(metric, pair)


@pytest.mark.parametrize("name", PAPERS)
def test_results_can_be_looked_up_written_and_handed_on(results, name):
    result = results[name]
    table = result.tables[0]
    assert result[table.id] is result[table.id.removeprefix(f"{name}-")] is table
    assert table[next(iter(table.rows)), table.columns[0]] == next(iter(table.rows.values()))[0]
    with pytest.raises(KeyError, match="there is no table 'table-9'"):
        result["table-9"]
    with pytest.raises(KeyError, match=f"there are .* by {table.columns[0]}"):
        table["PEFs", "xx-en"]
    assert json.loads(result.to_json()) == result.to_dict()
    header, *rows = (line.split("\t") for line in result.to_tsv().splitlines())
    for row, record in zip(rows, result.records(), strict=True):
        assert list(record) == header
        for text, value in zip(row, record.values(), strict=True):
            assert text == (
                "" if value is None else value if isinstance(value, str) else repr(value)
            )
    for table in result.tables:
        assert table.to_text() in str(result) and table.to_markdown() in result.to_markdown()
    assert result._repr_html_().count("<table") == len(result.tables) + len(result.figures)


def test_curves_pass_through_the_table(results):
    result = results[FORESTS]
    table = result["stanojevic-simaan-2014-table-2"]
    alpha, beta = result.figures[:2]
    column = table.columns.index("de-en")
    for name, line in alpha.series.items():
        assert line.y[line.x.index(0.5)] == pytest.approx(table.rows[name][column].ours)
    for name in ("PEFs", "PETs"):
        expected = table.rows[name][column].ours
        line = beta.series[name]
        assert line.y[line.x.index(0.6)] == pytest.approx(expected)


@pytest.mark.parametrize(("number", "path"), [(7, "alpha"), (8, "order.beta")])
def test_ties_of_curves_are_counted(data, results, number, path):
    """Each point against the scores of a metric that has the parameter there."""
    result = results[FORESTS]
    name = f"stanojevic-simaan-2014-figure-{number}"
    plain, counted = (
        next(each for each in result.figures if each.id == name + suffix)
        for suffix in ("", "-tau-wmt14")
    )
    assert (plain.y_label, counted.y_label) == ("tau", "tau-wmt14")
    shares = result[f"figure-{number}-ties"]
    setup = setup_of(FORESTS, data)
    (judged,) = read_judged_sets(str(data / "wmt13"), ["de-en"])
    pairs, scored = judged.judgements.preferences, TuningSet.of(judged, setup.scoring())
    metric = stanojevic_simaan_2014.full(stanojevic_simaan_2014.ORDERS)["PEFs"]
    for k, point in enumerate(plain.series["PEFs"].x):
        scores = scored.scores(tunable(metric, path).applied(metric, point)).round(12)
        first, second = scores[pairs.first, pairs.segment], scores[pairs.second, pairs.segment]
        agreement = (np.sign(first - second) * pairs.sign)[pairs.sign != 0]
        right, wrong, tied = ((agreement == sign).sum() for sign in (1, -1, 0))
        assert shares.rows["PEFs"][k].ours == pytest.approx(tied / len(agreement))
        assert plain.series["PEFs"].y[k] == pytest.approx((right - wrong) / (right + wrong))
        assert counted.series["PEFs"].y[k] == pytest.approx((right - wrong) / len(agreement))


def test_pooled_systems_differ_from_the_mean_where_language_pairs_do(tmp_path):
    copy_demo(tmp_path, ("cs-en", "de-en"))
    worse = tmp_path / "system-outputs" / "cs-en"
    for path in worse.iterdir():
        path.write_text("\n".join("x" for _ in path.read_text().splitlines()[1:]) + "\nthe y\n")
    cells = reproduced(DTED, tmp_path, samples=0).tables[0].rows["WER"]
    assert math.isnan(cells[0].ours)
    assert cells[-1].ours != pytest.approx(cells[1].ours)
    assert cells[-1].published is None


def test_birch_osborne_2010_on_its_own_data(own_data):
    result = reproduced(BIRCH, own_data)
    table = result["table-2"]
    assert table.columns == (
        "WMT09 de-en",
        "WMT09 es-en",
        "WMT09 fr-en",
        "WMT09 cs-en",
        "WMT09 en-fr",
        "WMT12 de-en",
    )
    ours = table["LR-KB4", "WMT09 de-en"]
    assert ours.published == 61.07
    assert ours.difference == pytest.approx(ours.ours - 61.07)
    assert table["LR-KB4", "WMT09 es-en"] == Cell(None, 59.86)
    assert table["LR-KB4", "WMT12 de-en"] == Cell(ours.ours)
    assert table["BLEU4", "WMT09 de-en"].published == 58.72
    assert table["BLEU1", "WMT09 de-en"].published is None
    assert result["table-2-held-out"].columns == ("WMT09 de-en", "WMT09 en-fr", "WMT12 de-en")
    assert "de-en (3 systems, 64 pairs without ties), en-fr (3 systems, " in result.notes[0]


def test_components_alone_are_those_of_the_study(own_data):
    result = reproduced(BIRCH, own_data, pairs=("de-en",))
    alone = {
        "BLEU4": "lrscore(alpha=0)",
        "BLEU1": "lrscore(n=1,alpha=0)",
        "Hamming": "lrscore(order=hamming,alpha=1)",
        "Kendall": "lrscore(order=kendall,alpha=1)",
    }
    setup = setup_of(BIRCH, own_data)
    sets = read_judged_sets(str(own_data / "wmt09"), ["de-en"])
    protocol = Protocol("segment", "consistency", samples=0)
    study = run_study(sets, setup.scoring(list(map(as_metric, alone.values()))), [protocol])
    expected = dict(zip(alone, study.tables[0].values[0], strict=True))
    for table in (result["table-2"], result["table-2-held-out"]):
        found = {name: table[name, "WMT09 de-en"].ours for name in alone}
        assert found == pytest.approx(expected)


def test_figures_are_those_of_a_study(data):
    """Values, and margins that are the deviation of the bootstrap."""
    sets = read_judged_sets(str(data / "wmt13"), ["de-en"])
    for name, row, protocol in (
        (FORESTS, "Ulam", Protocol("segment", "tau", samples=40)),
        (COMPLEXITY, "KENDALL", Protocol("system", "spearman", "win-ratio", samples=40)),
    ):
        table = reproduced(name, data, pairs=("de-en",))["table-2"]
        scoring = setup_of(name, data).scoring([as_metric(table.metrics[row])])
        [agreement] = run_study(sets, scoring, [protocol]).tables[0].agreements
        cell = table[row, "de-en"]
        if name == FORESTS:
            assert cell.ours == agreement.values[0]
            assert cell.margin == agreement.intervals[0].radius
        else:
            assert cell.ours == pytest.approx(agreement.samples[0].mean())
            assert cell.margin == pytest.approx(agreement.samples[0].std(ddof=1))


def test_cells_and_records():
    assert Cell(0.5, 0.25).difference == 0.25
    assert Cell("1/0/0", "0/1/0").difference is None
    assert Cell(0.5).difference is None
    assert Cell(0.5, 0.25, 0.125, 0.0625).written(2) == "0.50 ±0.12 (0.25 ±0.06, +0.25)"
    assert (Cell(None, 0.25).written(1), Cell(math.nan).written(1)) == ("(0.2)", "n/a")
    assert str(sign_record([0.1, 0.0, -0.2, 0.3])) == "2/1/1"


@pytest.mark.parametrize("name", [FORESTS, COMPLEXITY])
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
    text = "".join(result.signatures.values())
    assert all(f"|lang:{code}|" in text for code in ("en", "cs", "de"))
    assert any(key.endswith("(WMT12 en-de)") for key in result.signatures)
    if name == FORESTS:
        table = result["table-3-wmt12"]
        assert table.title == f"mean rank and mean tau over {', '.join(BOTH_WAYS)} on WMT12"
        # All language pairs are copies of one, so that ranks are the same on each.
        assert sum(cells[0].ours for cells in table.rows.values()) == pytest.approx(7 * 8 / 2)
        ids = {figure.id for figure in result.figures}
        assert {f"{FORESTS}-figure-9-wmt12", f"{FORESTS}-figure-10-wmt12"} <= ids


def test_figures_9_and_10(results):
    figures = {figure.id: figure for figure in results[FORESTS].figures}
    for number, first in ((9, "en-cs"), (10, "cs-en")):
        figure = figures[f"{FORESTS}-figure-{number}"]
        assert figure.names[0] == first and len(figure.names) == 5
        values = np.array([series.y for series in figure.series.values()])
        assert (values.min(axis=0) == 0).all() and (values.max(axis=0) == 1).all()
        assert figure.published["Hamming"] == (0.0,) * 5
    assert figures[f"{FORESTS}-figure-10"].published["PEFs"] == (1.0,) * 5
    assert "ours (the paper's)" in figures[f"{FORESTS}-figure-9"].heading


@pytest.mark.parametrize("name", PAPERS)
def test_missing_data_is_named(name, tmp_path, data):
    message = rf"has no references/; {' or '.join(PAPERS[name].test_sets)} is needed"
    with pytest.raises(InputError, match=message):
        reproduced(name, tmp_path)
    with pytest.raises(InputError, match=r"has no references/LP.NAME.txt for xx-en"):
        reproduced(name, data, pairs=("de-en", "xx-en"))


def test_data_of_another_paper_is_refused(data, tmp_path):
    with pytest.raises(InputError, match="is wmt13; wmt15 is needed"):
        reproduced(DTED, data / "wmt13")
    copy_demo(tmp_path, ("ja-en",))
    with pytest.raises(InputError, match=r"has none of the language pairs cs-en, .*, en-fr; each"):
        reproduced(FORESTS, tmp_path)
    with pytest.raises(OptionError, match=r"'paper-005' .* are leusch-et-al-2003, birch-osborne"):
        find_paper("paper-005")


def test_real_figures_are_near_those_of_meteor_s_alignments(wmt13):
    """Segment taus from METEOR 1.5's own alignments (-norm, all modules), computed apart."""
    yardstick = {
        "cs-en": {"Kendall": 0.248, "Hamming": 0.214, "Ulam": 0.250, "PEFs": 0.245},
        "fr-en": {"Kendall": 0.265, "Hamming": 0.250, "Ulam": 0.267, "PEFs": 0.262},
    }
    setup = setup_of(FORESTS, wmt13)
    orders = {name: stanojevic_simaan_2014.ORDERS[name] for name in yardstick["cs-en"]}
    metrics = stanojevic_simaan_2014.full(orders)
    sets = read_judged_sets(str(wmt13), list(yardstick))
    protocol = Protocol("segment", "tau", samples=0)
    (table,) = run_study(sets, setup.scoring(list(metrics.values())), [protocol]).tables
    for row, pair in zip(table.values, yardstick, strict=True):
        assert row == pytest.approx(list(yardstick[pair].values()), abs=0.02)


def add_links(folder, pair):
    """Links of the first two words of every output, crossed, and of the source in order."""
    outputs = folder / "system-outputs" / pair
    number = len((folder / "references" / f"{pair}.refA.txt").read_text().splitlines())
    crossed, parallel = "0-1 1-0\n" * number, "0-0 1-1\n" * number
    (folder / "sources").mkdir(exist_ok=True)
    (folder / "sources" / f"{pair}.txt").write_text("a b c\n" * number)
    files = {f"source-alignments/{pair}/references/refA.align": parallel}
    for system in (path.stem for path in outputs.iterdir()):
        files[f"links/{pair}/{system}.refA.align"] = crossed
        files[f"source-alignments/{pair}/systems/{system}.align"] = parallel
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)


def test_links_beside_the_outputs_of_each_test_set(tmp_path):
    """The data holds two test sets, and so does the folder of links."""
    for year in ("wmt13", "wmt15"):
        copy_demo(tmp_path / year, ("de-en",))
        add_links(tmp_path / year, "de-en")
    given = GivenFiles(links=str(tmp_path))
    result = reproduced(COMPLEXITY, tmp_path, given=given, samples=0)
    assert "|align:given|" in result.signatures[str(as_metric(FULL_KENDALL))]
    assert "Words are aligned by links that were given" in result.notes[0]
    plain = reproduced(COMPLEXITY, tmp_path, samples=0)
    assert plain["table-2"].rows != result["table-2"].rows
    over_source = GivenFiles(source_alignments=str(tmp_path))
    found = reproduced(BIRCH, tmp_path, given=over_source, samples=0)
    assert found.tables[1].columns == ("WMT13 de-en", "WMT15 de-en")
    assert all("|align:source|" in signature for signature in found.signatures.values())
    assert any("Word order is that of the source words" in note for note in found.notes)


def test_systems_of_the_tuning_task_are_left_out_and_need_no_links(tmp_path):
    copy_demo(tmp_path, ("cs-en",))
    outputs = tmp_path / "system-outputs" / "cs-en"
    add_links(tmp_path, "cs-en")
    (outputs / "tuning-task-x.txt").write_text((outputs / "loom.txt").read_text())
    setup = setup_of(DTED, tmp_path, given=GivenFiles(links=str(tmp_path)), samples=0)
    [[judged]] = setup.campaigns(("wmt15",), ["cs-en"], "tuning-task-*").values()
    assert judged.data.systems == ("calque", "loom", "tangle")
    result = PAPERS[DTED].reproduce(setup)
    assert result["table-5"]["systems", "cs-en"].ours == 3
    assert any("METEOR is ours, with links that were given" in note for note in result.notes)


def chain_of(text):
    """A chain over the words of a text, in the ten columns that MaltParser writes."""
    rows = [
        f"{k}\t{word}\t_\tX\tX\t_\t{k - 1}\t{'ROOT' if k == 1 else 'dep'}\t_\t_"
        for k, word in enumerate(text.split(), start=1)
    ]
    return "\n".join([*rows, "", ""])


def test_given_trees_serve_the_whole_reproduction(tmp_path):
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
    given = GivenFiles(trees=str(tmp_path / "malt"))
    result = reproduced(DTED, tmp_path, samples=0, given=given)
    table = result["table-4"]
    # A chain is what flattening makes of every tree.
    assert table["DTED row 4", pair].ours == table["DTED row 5", pair].ours
    assert table["DTED row 2", pair].ours == table["DTED row 3", pair].ours
    assert any(note.startswith("Trees were given") for note in result.notes)
    (tmp_path / "malt" / "trees" / pair / "references" / "refA.conllu").unlink()
    with pytest.raises(InputError, match=r"refA.conllu: not found"):
        reproduced(DTED, tmp_path, samples=0, given=given)
