"""Wins by Student's t-test, against SciPy; the published tables, against each other."""

import numpy as np
import pytest
from scipy import stats

from hyperbaton.meta import mean_ranks
from hyperbaton_papers.published import published_table, published_tables
from hyperbaton_papers.win_records import paired_t_test, student_tail


@pytest.mark.parametrize("freedom", [1, 2, 3, 4, 9, 10, 99, 999, 1000])
def test_student_tail_agrees_with_scipy(freedom):
    for t in (0.0, 0.3, 1.0, 1.96, 3.0, 6.0):
        expected = 2 * stats.t.sf(t, freedom)
        assert student_tail(t, freedom) == pytest.approx(expected, abs=1e-12)


def test_paired_t_test_agrees_with_scipy():
    rng = np.random.default_rng(12)
    first, second = rng.normal(size=(2, 30))
    expected = stats.ttest_rel(first, second).pvalue
    assert paired_t_test(first, second) == pytest.approx(expected, abs=1e-12)
    assert paired_t_test(first, first) == 1.0
    assert paired_t_test(first, first - 1.0) < 1e-12
    assert np.isnan(paired_t_test(first[:1], second[:1]))
    undefined = np.full(100, np.nan)
    assert np.isnan(paired_t_test(np.full(100, 0.5), undefined))
    assert paired_t_test(np.full(50, 0.1 + 0.2), np.full(50, 0.3)) == 1.0


def test_mean_ranks_of_the_paper():
    """Table 3 of Stanojević & Sima'an 2014 from their tables 1 and 2, which are rounded."""
    out, into, expected = (published_table(f"stanojevic-simaan-2014-table-{k}") for k in (1, 2, 3))
    metrics = list(out.rows)
    values = np.array([(*out.rows[metric], *into.rows[metric]) for metric in metrics]).T
    ranks = dict(zip(metrics, mean_ranks(values).tolist(), strict=True))
    means = dict(zip(metrics, values.mean(axis=0).tolist(), strict=True))
    for metric, (rank, mean) in expected.rows.items():
        assert ranks[metric] == pytest.approx(rank, abs=0.2), metric
        assert means[metric] == pytest.approx(mean, abs=0.0006), metric


def test_published_tables_are_complete():
    for table in published_tables().values():
        assert all(len(row) == len(table.pairs) for row in table.rows.values()), table.id
        assert all(len(row) == len(table.pairs) for row in table.margins.values()), table.id
        assert all(len(row) == len(table.baselines) for row in table.records.values()), table.id
    assert published_table("stanojevic-simaan-2014-table-2").value("PEFs", "de-en") == 0.237
    assert published_table("leusch-et-al-2003-table-1").value("avgBLEU", "sentence") is None


def test_published_records_count_ten_pairs():
    for row in published_table("stanojevic-simaan-2016-table-3").records.values():
        assert all(sum(map(int, triple.split("/"))) == 10 for triple in row)
