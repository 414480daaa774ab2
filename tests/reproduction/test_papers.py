"""The papers' tables beside ours, on small data; what they claim of the published figures."""

import math
from dataclasses import replace

import numpy as np
import pytest
from judged import ChainParser
from reproduction.conftest import copy_demo

from hyperbaton import Aligner, Context
from hyperbaton.errors import InputError, OptionError
from hyperbaton.meta import GivenFiles, Protocol, read_judged_sets, run_study, tunable
from hyperbaton.metrics.registry import text_metric
from hyperbaton_papers import (
    PAPERS,
    Setup,
    find_paper,
    mccaffery_nederhof_2016,
    stanojevic_simaan_2014,
)
from hyperbaton_papers.published import published_table, published_tables
from hyperbaton_papers.result import Cell
from hyperbaton_papers.win_records import sign_record

FULL_KENDALL = "full(order=kendall,lexical=f1,alpha=0.5,weighted=true)"


def setup_of(paper, data, **changes):
    made = Setup(str(data), replace(paper.context, parser=ChainParser()), samples=40)
    return replace(made, **changes)


@pytest.fixture(scope="module")
def results(data):
    """Every paper on all of its language pairs that there are, into English and out of it."""
    return {name: paper.reproduce(setup_of(paper, data)) for name, paper in PAPERS.items()}


def test_every_published_table_is_shown_by_the_paper_that_declares_it(results):
    declared = [name for paper in PAPERS.values() for name in paper.published]
    assert sorted(declared) == sorted(published_tables())
    for name, paper in PAPERS.items():
        shown = {t for table in results[name] for t in table.shown}
        assert set(paper.published) <= shown
        assert all(t.startswith(name) for t in shown)


def test_all_published_figures_of_present_language_pairs_are_printed(results):
    shown = {
        (table.id, name, column): cell
        for result in results.values()
        for table in result.tables
        for name, cells in table.rows.items()
        for column, cell in zip(table.columns, cells, strict=True)
    }
    for name in (
        *(f"stanojevic-simaan-2014-table-{number}" for number in (1, 2, 4, 5)),
        *(f"stanojevic-simaan-2016-table-{number}" for number in (1, 2)),
        *(f"mccaffery-nederhof-2016-table-{number}" for number in (3, 4, 5)),
    ):
        table = published_table(name)
        for metric, row in table.rows.items():
            for pair, value in zip(table.pairs, row, strict=True):
                assert shown[name, metric, pair].published == value
        for metric, row in table.margins.items():
            for pair, value in zip(table.pairs, row, strict=True):
                assert shown[name, metric, pair].published_margin == value


def test_tables_are_rectangles_of_defined_figures(results):
    for result in results.values():
        assert result.notes and result.signatures
        for table in result.tables:
            assert all(len(cells) == len(table.columns) for cells in table.rows.values())
            for cell in (cell for cells in table.rows.values() for cell in cells):
                assert cell.ours is not None or cell.published is not None or "-" in table.id


def test_figures_of_stanojevic_simaan_2014_are_those_of_the_study(data, results):
    sets = read_judged_sets(str(data / "wmt13"), ["de-en"])
    metric = text_metric("full(order=ulam)")
    setup = setup_of(stanojevic_simaan_2014.PAPER, data)
    study = run_study(sets, setup.scoring([metric]), [Protocol("segment", "tau", samples=0)])
    table = results["stanojevic-simaan-2014"]["table-2"]
    assert table["Ulam", "de-en"].ours == study.tables[0].values[0, 0]
    # All language pairs are copies of one.
    assert table.rows["Ulam"][-1].ours == pytest.approx(study.tables[0].values[0, 0])


def test_curves_pass_through_the_table(results):
    result = results["stanojevic-simaan-2014"]
    table = result["stanojevic-simaan-2014-table-2"]
    alpha, beta = result.figures[:2]
    column = table.columns.index("de-en")
    for name, line in alpha.series.items():
        assert line.y[line.x.index(0.5)] == pytest.approx(table.rows[name][column].ours)
    for name in ("PEFs", "PETs"):
        expected = table.rows[name][column].ours
        line = beta.series[name]
        assert line.y[line.x.index(0.6)] == pytest.approx(expected)


def test_curves_meet_where_word_choice_alone_counts(results):
    """At α = 1 unigram BLEU is all there is, whatever measures order (footnote 4)."""
    alpha, beta = results["stanojevic-simaan-2014"].figures[:2]
    ends = [line.y[line.x.index(1.0)] for line in alpha.series.values()]
    assert len(ends) == 7
    assert ends == pytest.approx([ends[0]] * 7)
    starts = [line.y[line.x.index(0.0)] for line in alpha.series.values()]
    assert len(set(starts)) > 1
    assert len(set(beta.series["PEFs"].y)) > 1


@pytest.mark.parametrize(("number", "path"), [(7, "alpha"), (8, "order.beta")])
def test_ties_of_curves_are_counted(data, results, number, path):
    """Each point against the scores of a metric that has the parameter there."""
    result = results["stanojevic-simaan-2014"]
    name = f"stanojevic-simaan-2014-figure-{number}"
    plain, counted = (
        next(each for each in result.figures if each.id == name + suffix)
        for suffix in ("", "-tau-wmt14")
    )
    assert (plain.y_label, counted.y_label) == ("tau", "tau-wmt14")
    shares = result[f"figure-{number}-ties"]
    setup = setup_of(stanojevic_simaan_2014.PAPER, data)
    (judged,) = read_judged_sets(str(data / "wmt13"), ["de-en"])
    pairs, scored = judged.judgements.preferences, setup.tuning_set(judged)
    metric = stanojevic_simaan_2014.full(stanojevic_simaan_2014.ORDERS)["PEFs"]
    for k, point in enumerate(plain.series["PEFs"].x):
        scores = scored.scores(tunable(metric, path).applied(metric, point)).round(12)
        first, second = scores[pairs.first, pairs.segment], scores[pairs.second, pairs.segment]
        agreement = (np.sign(first - second) * pairs.sign)[pairs.sign != 0]
        right, wrong, tied = ((agreement == sign).sum() for sign in (1, -1, 0))
        assert shares.rows["PEFs"][k].ours == pytest.approx(tied / len(agreement))
        assert plain.series["PEFs"].y[k] == pytest.approx((right - wrong) / (right + wrong))
        assert counted.series["PEFs"].y[k] == pytest.approx((right - wrong) / len(agreement))


def test_pooled_systems_of_equal_language_pairs_correlate_as_one(results):
    table = results["mccaffery-nederhof-2016"]["table-3"]
    assert table.columns == (*mccaffery_nederhof_2016.PAIRS, "all")
    for cells in table.rows.values():
        assert cells[-1].ours == pytest.approx(cells[0].ours)


def test_pooled_systems_differ_from_the_mean_where_language_pairs_do(tmp_path):
    copy_demo(tmp_path, ("cs-en", "de-en"))
    worse = tmp_path / "system-outputs" / "cs-en"
    for path in worse.iterdir():
        path.write_text("\n".join("x" for _ in path.read_text().splitlines()[1:]) + "\nthe y\n")
    paper = mccaffery_nederhof_2016.PAPER
    result = paper.reproduce(setup_of(paper, tmp_path, samples=0))
    cells = result.tables[0].rows["WER"]
    assert math.isnan(cells[0].ours)
    assert cells[-1].ours != pytest.approx(cells[1].ours)
    assert cells[-1].published is None


def test_held_out_consistency_is_no_better_than_that_of_training(results):
    tuned, held_out, _ = results["birch-osborne-2010"].tables
    ours = {column: k for k, column in enumerate(tuned.columns)}
    for name, cells in held_out.rows.items():
        for column, cell in zip(held_out.columns, cells, strict=True):
            assert cell.ours <= tuned.rows[name][ours[column]].ours + 1e-9


@pytest.fixture(scope="module")
def own_data(tmp_path_factory):
    """The paper's own test set, with a language pair of its table and one beside it."""
    root = tmp_path_factory.mktemp("own")
    copy_demo(root / "wmt09", ("de-en", "en-fr"))
    copy_demo(root / "wmt12", ("de-en",))
    return root


def birch_osborne(data, **changes):
    paper = PAPERS["birch-osborne-2010"]
    return paper.reproduce(setup_of(paper, data, **changes))


def test_birch_osborne_2010_on_its_own_data(own_data):
    result = birch_osborne(own_data)
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


def test_without_its_own_data_the_paper_s_figures_stand_alone(results):
    result = results["birch-osborne-2010"]
    assert all(cell.difference is None for row in result["table-2"].rows.values() for cell in row)
    assert result["table-2"]["LR-KB4", "WMT09 de-en"] == Cell(None, 61.07)
    assert "no difference to print" in result.notes[0]


def test_components_alone_are_those_of_the_study(own_data):
    result = birch_osborne(own_data, pairs=("de-en",))
    alone = {
        "BLEU4": "lrscore(alpha=0)",
        "BLEU1": "lrscore(n=1,alpha=0)",
        "Hamming": "lrscore(order=hamming,alpha=1)",
        "Kendall": "lrscore(order=kendall,alpha=1)",
    }
    setup = setup_of(PAPERS["birch-osborne-2010"], own_data)
    sets = read_judged_sets(str(own_data / "wmt09"), ["de-en"])
    protocol = Protocol("segment", "consistency", samples=0)
    study = run_study(sets, setup.scoring(list(map(text_metric, alone.values()))), [protocol])
    expected = dict(zip(alone, study.tables[0].values[0], strict=True))
    for table in (result["table-2"], result["table-2-held-out"]):
        found = {name: table[name, "WMT09 de-en"].ours for name in alone}
        assert found == pytest.approx(expected)


def test_no_mixture_is_below_what_it_mixes(results):
    table = results["birch-osborne-2010"]["table-2"]
    for order in ("Hamming", "Kendall"):
        for words in ("BLEU1", "BLEU4"):
            mixture = table.rows[f"LR-{order[0]}B{words[-1]}"]
            for cells in zip(mixture, table.rows[order], table.rows[words], strict=True):
                mixed, *parts = (cell.ours for cell in cells)
                assert mixed is None or mixed >= max(parts)


def test_weights_by_hill_climbing_as_in_the_paper(own_data):
    exact, climbed = (
        birch_osborne(own_data, pairs=("de-en",), method=method)
        for method in ("auto", "hill-climbing")
    )
    for name in ("LR-HB1", "LR-HB4", "LR-KB1", "LR-KB4"):
        cells = [each["table-2"][name, "WMT09 de-en"].ours for each in (climbed, exact)]
        assert cells[0] <= cells[1]
        alpha = climbed["alpha"][name, "WMT09 de-en"].ours
        assert alpha == round(alpha, 2)
    assert any("by hill climbing with 20 random restarts" in note for note in climbed.notes)
    assert any("exactly; --method hill-climbing" in note for note in exact.notes)


def test_records_count_signs():
    assert str(sign_record([0.1, 0.0, -0.2, 0.3])) == "2/1/1"


def test_differences_need_two_numbers():
    assert Cell(0.5, 0.25).difference == 0.25
    assert Cell("1/0/0", "0/1/0").difference is None
    assert Cell(0.5).difference is None


def test_figures_of_stanojevic_simaan_2016_are_no_correlations_of_eleven_systems():
    table = published_table("stanojevic-simaan-2016-table-2")
    steps = np.arange(-110, 111) / 110
    off = {
        name: float(np.abs(steps - table.value(name, "cs-en")).min()) > 0.0005
        for name in table.rows
    }
    assert not off.pop("BLEU")
    assert sum(off.values()) >= 6


def test_an_unknown_paper_is_refused_with_those_there_are():
    with pytest.raises(OptionError, match=r"'paper-005' .* are leusch-et-al-2003, birch-osborne"):
        find_paper("paper-005")


@pytest.mark.parametrize("name", PAPERS)
def test_missing_data_is_named(name, tmp_path):
    paper = PAPERS[name]
    message = rf"has no references/; {' or '.join(paper.test_sets)} is needed"
    with pytest.raises(InputError, match=message):
        paper.reproduce(setup_of(paper, tmp_path))


def test_another_test_set_is_refused(data):
    paper = mccaffery_nederhof_2016.PAPER
    with pytest.raises(InputError, match="is wmt13; wmt15 is needed"):
        paper.reproduce(setup_of(paper, data / "wmt13"))


@pytest.mark.parametrize("name", ["stanojevic-simaan-2014", "birch-osborne-2010"])
def test_a_missing_language_pair_is_named(name, data):
    paper = PAPERS[name]
    with pytest.raises(InputError, match=r"references/.*NAME.txt.*"):
        paper.reproduce(setup_of(paper, data, pairs=("xx-en",)))


def test_no_language_pair_of_the_paper(tmp_path):
    copy_demo(tmp_path, ("ja-en",))
    setup = setup_of(stanojevic_simaan_2014.PAPER, tmp_path)
    with pytest.raises(InputError, match=r"has none of the language pairs cs-en, .*, en-fr; each"):
        stanojevic_simaan_2014.PAPER.reproduce(setup)


@pytest.mark.parametrize("name", ["stanojevic-simaan-2014", "stanojevic-simaan-2016"])
def test_every_language_pair_has_its_own_language(results, name):
    pairs = published_table(f"{name}-table-1").pairs
    assert results[name]["table-1"].columns == (*pairs, "mean")
    text = "".join(results[name].signatures.values())
    assert all(f"|lang:{code}|" in text for code in ("en", "cs", "de", "es", "fr", "ru"))


def test_a_language_that_contradicts_a_pair_is_refused(data):
    paper = PAPERS["stanojevic-simaan-2016"]
    setup = setup_of(paper, data, context=replace(paper.context, aligner=Aligner(language="cs")))
    with pytest.raises(OptionError, match=r"cs-en translates into 'en', but .* 'cs'"):
        paper.reproduce(setup)
    english_into_czech = replace(setup, pairs=("en-cs",))
    assert paper.reproduce(english_into_czech).tables[0].columns == ("en-cs",)


def test_long_segments_may_be_left_out_of_any_paper(data):
    setup = setup_of(stanojevic_simaan_2014.PAPER, data, max_words=8)
    (judged,) = replace(setup, pairs=("de-en",)).read(data / "wmt13", ["de-en"])
    left = judged.data.available.any(axis=0)
    assert (left == (judged.data.longest(setup.context.preprocessing) <= 8)).all()
    assert 0 < left.sum() < len(left)


def test_systems_of_the_tuning_task_are_left_out(tmp_path):
    copy_demo(tmp_path, ("cs-en",))
    outputs = tmp_path / "system-outputs" / "cs-en"
    (outputs / "tuning-task-x.txt").write_text((outputs / "loom.txt").read_text())
    setup = setup_of(mccaffery_nederhof_2016.PAPER, tmp_path)
    (judged,) = setup.read(setup.folder("wmt15"), ["cs-en"], mccaffery_nederhof_2016.NOT_OFFICIAL)
    assert judged.data.systems == ("calque", "loom", "tangle")


def test_real_figures_are_near_those_of_meteor_s_alignments(wmt13):
    """Segment taus from METEOR 1.5's own alignments (-norm, all modules), computed apart."""
    yardstick = {
        "cs-en": {"Kendall": 0.248, "Hamming": 0.214, "Ulam": 0.250, "PEFs": 0.245},
        "fr-en": {"Kendall": 0.265, "Hamming": 0.250, "Ulam": 0.267, "PEFs": 0.262},
    }
    setup = setup_of(stanojevic_simaan_2014.PAPER, wmt13)
    orders = {name: stanojevic_simaan_2014.ORDERS[name] for name in yardstick["cs-en"]}
    metrics = stanojevic_simaan_2014.full(orders)
    sets = read_judged_sets(str(wmt13), list(yardstick))
    protocol = Protocol("segment", "tau", samples=0)
    (table,) = run_study(sets, setup.scoring(list(metrics.values())), [protocol]).tables
    for row, pair in zip(table.values, yardstick, strict=True):
        assert row == pytest.approx(list(yardstick[pair].values()), abs=0.02)


def test_preprocessing_changes_signatures(data):
    context = Context.of(tokenize="13a", lowercase=False)
    setup = setup_of(stanojevic_simaan_2014.PAPER, data, context=context, pairs=("de-en",))
    result = stanojevic_simaan_2014.PAPER.reproduce(setup)
    assert all("|tok:13a|case:mixed|" in text for text in result.signatures.values())


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
    paper = PAPERS["stanojevic-simaan-2016"]
    given = GivenFiles(links=str(tmp_path))
    result = paper.reproduce(setup_of(paper, tmp_path, given=given, samples=0))
    assert "|align:given|" in result.signatures[str(text_metric(FULL_KENDALL))]
    assert "Words are aligned by links that were given" in result.notes[0]
    plain = paper.reproduce(setup_of(paper, tmp_path, samples=0))
    assert plain["table-2"].rows != result["table-2"].rows
    both = PAPERS["birch-osborne-2010"]
    over_source = GivenFiles(source_alignments=str(tmp_path))
    found = both.reproduce(setup_of(both, tmp_path, given=over_source, samples=0))
    assert found.tables[1].columns == ("WMT13 de-en", "WMT15 de-en")
    assert all("|align:source|" in signature for signature in found.signatures.values())
    assert any("Word order is that of the source words" in note for note in found.notes)


def test_systems_that_a_paper_leaves_out_need_no_links(tmp_path):
    copy_demo(tmp_path, ("cs-en",))
    outputs = tmp_path / "system-outputs" / "cs-en"
    add_links(tmp_path, "cs-en")
    (outputs / "tuning-task-x.txt").write_text((outputs / "loom.txt").read_text())
    paper = mccaffery_nederhof_2016.PAPER
    given = GivenFiles(links=str(tmp_path))
    result = paper.reproduce(setup_of(paper, tmp_path, given=given, samples=0))
    assert any("METEOR is ours, with links that were given" in note for note in result.notes)
    with pytest.raises(InputError, match=r"tuning-task-x.refA.align: not found"):
        setup = setup_of(paper, tmp_path, given=given)
        (judged,) = setup.read(setup.folder("wmt15"), ["cs-en"])
        setup.scoring().scorer(judged)
