"""What the papers say of their own figures, checked on the figures as we hold them.

A figure copied wrongly would show up here.
"""

import numpy as np
import pytest

from hyperbaton.meta.significance import mean_ranks
from hyperbaton.metrics import InvWer
from hyperbaton_papers.published import published_table, published_tables
from hyperbaton_papers.stanojevic_simaan_2014 import scaled
from hyperbaton_papers.stanojevic_simaan_2016 import paired_t_test, record


def rows_of(name):
    return published_table(name).rows


def test_mean_ranks_and_taus_are_those_of_the_ten_language_pairs():
    tables = [published_table(f"stanojevic-simaan-2014-table-{number}") for number in (1, 2)]
    names = list(tables[0].rows)
    taus = np.array([[t.value(n, pair) for n in names] for t in tables for pair in t.pairs])
    printed = published_table("stanojevic-simaan-2014-table-3").rows
    for name, rank, tau in zip(names, mean_ranks(taus), taus.mean(axis=0), strict=True):
        assert rank == pytest.approx(printed[name][0], abs=0.2)
        assert tau == pytest.approx(printed[name][1], abs=0.0006)


def test_scaled_values_of_figures_9_and_10():
    """By hand from the printed tables: en-es of table 1, cs-en of table 2."""
    taus = np.array([[0.170, 0.163, 0.173, 0.165], [0.196, 0.172, 0.201, 0.200]])
    expected = [[0.7, 0.0, 1.0, 0.2], [24 / 29, 0.0, 1.0, 28 / 29]]
    assert scaled(taus) == pytest.approx(np.array(expected))
    assert np.isnan(scaled(np.full((1, 3), 0.2))).all()


def test_sentences_and_systems_of_table_5_add_up():
    for row in rows_of("mccaffery-nederhof-2016-table-5").values():
        assert sum(row[:-1]) == row[-1]


def test_figures_of_stanojevic_simaan_2016_are_no_correlations_of_eleven_systems():
    table = published_table("stanojevic-simaan-2016-table-2")
    steps = np.arange(-110, 111) / 110
    off = {
        name: float(np.abs(steps - table.value(name, "cs-en")).min()) > 0.0005
        for name in table.rows
    }
    assert not off.pop("BLEU")
    assert sum(off.values()) >= 6


def test_published_tables_are_complete():
    for table in published_tables().values():
        for rows, columns in ((table.rows, table.pairs), (table.margins, table.pairs)):
            assert all(len(row) == len(columns) for row in rows.values()), table.id
        assert all(len(row) == len(table.baselines) for row in table.records.values()), table.id
        for row in table.records.values():
            assert all(sum(map(int, triple.split("/"))) == 10 for triple in row)
    assert published_table("stanojevic-simaan-2014-table-2").value("PEFs", "de-en") == 0.237
    assert published_table("leusch-et-al-2003-table-1").value("avgBLEU", "sentence") is None


def test_paired_t_tests_that_need_no_test():
    values = np.random.default_rng(12).normal(size=30)
    assert paired_t_test(values, values) == 1.0
    assert paired_t_test(values, values - 1.0) == 0.0
    assert paired_t_test(np.full(50, 0.1 + 0.2), np.full(50, 0.3)) == 1.0
    assert np.isnan(paired_t_test(values[:1], values[:1] + 1))
    assert np.isnan(paired_t_test(values, np.full(30, np.nan)))


def test_two_correlations_of_bleu_are_impossible_without_ties():
    """1 - 6 Σd² / (n (n² - 1)) for the systems that people judged, with Σd² even."""
    table = published_table("stanojevic-simaan-2016-table-2")
    judged = {"cs-en": 11, "de-en": 17, "es-en": 12, "fr-en": 13}
    impossible = set()
    for pair, n in judged.items():
        products = n * (n * n - 1)
        possible = {round(1 - 6 * total / products, 3) for total in range(0, products // 3 + 1, 2)}
        if table.value("BLEU", pair) not in possible:
            impossible.add((pair, table.value("BLEU", pair)))
    assert impossible == {("es-en", 0.879), ("fr-en", 0.993)}


def test_equation_2_of_leusch_et_al_would_forbid_an_empty_first_block():
    """By its bounds (a, ba) would cost 2: a substitution and an insertion, or an inversion."""
    assert InvWer().sentence_score("a", ["b a"]).score == 1 / 2


def test_wins_losses_and_draws_are_counted_from_p_values():
    assert str(record([0.01, 0.2, 0.99, 0.04], [0.99, 0.8, 0.01, 0.96])) == "2/1/1"
