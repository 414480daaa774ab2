"""Sums of statistics: whatever the partitions, the scores of the whole."""

import math
import random
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import hyperbaton
from hyperbaton.batch import SummedStatistics
from hyperbaton.batch.summed_statistics import _exact
from hyperbaton.errors import InputError

pa = pytest.importorskip("pyarrow", reason="needs pyarrow")
from scored_partitions import lines, partitions, scored  # noqa: E402

METRICS = ["hyperbaton", "bleu", "chrf", "ter", "kendall", "pef", "wer(weighted=false)", "meteor"]


@pytest.fixture(scope="module")
def whole():
    return scored("calque", METRICS)


@pytest.mark.parametrize("seed", range(5))
def test_partitions_merge_in_any_order_and_grouping(whole, seed):
    parts = [SummedStatistics.of_batch(part) for part in partitions(whole, seed)]
    drawn = random.Random(seed)
    while len(parts) > 1:
        a, b = (parts.pop(drawn.randrange(len(parts))) for _ in range(2))
        parts.append(a + b)
    assert parts[0] == SummedStatistics.of_batch(whole)


def test_scores_are_those_of_score(whole):
    found = SummedStatistics.merged(map(SummedStatistics.of_batch, partitions(whole, 1))).scores()
    report = hyperbaton.score(lines("calque"), [lines("reference")], METRICS)
    assert list(found) == [str(result.metric) for result in report["system"]]
    for result in report["system"]:
        assert found[str(result.metric)] == pytest.approx(result.score, rel=1e-12, abs=0)
    for metric in ("bleu", "ter", "chrf"):  # of whole numbers
        assert found[metric] == report[metric].score


def test_totals_are_rounded_once(whole):
    rows = np.array(whole["hyperbaton statistics"].to_pylist())
    expected = [math.fsum(column) for column in rows.T]
    assert SummedStatistics.of_batch(whole).totals("hyperbaton(part=order)").tolist() == expected


@given(
    st.lists(st.lists(st.floats(-1e9, 1e9), min_size=2, max_size=2), max_size=20),
    st.integers(0, 20),
)
def test_sums_travel_as_json(rows, cut):
    table = np.array(rows, np.float64).reshape(-1, 2)
    parts = [SummedStatistics.of({"ribes": part}) for part in (table[:cut], table[cut:])]
    sent = [SummedStatistics.from_json(part.to_json()) for part in parts]
    assert sent == parts
    assert sent[1] + sent[0] == SummedStatistics.of({"ribes": table})


def test_no_rows_have_no_score():
    found = SummedStatistics.of({"ribes": np.zeros((0, 2))})
    assert found.rows == 0
    assert math.isnan(found.scores()["ribes"])


def test_a_prefix_tells_systems_apart():
    batch = scored("calque", ["wer"], prefix="a.")
    assert list(SummedStatistics.of_batch(batch, "a.").scores()) == ["wer"]
    with pytest.raises(InputError, match="no column is called METRIC statistics"):
        SummedStatistics.of_batch(batch.select(["row", "hyp"]))


def test_what_does_not_merge():
    wer = SummedStatistics.of({"wer": np.ones((1, 3))})
    with pytest.raises(InputError, match="sums of wer and of ribes do not merge"):
        wer + SummedStatistics.of({"ribes": np.ones((1, 2))})
    with pytest.raises(InputError, match="at least one"):
        SummedStatistics.merged([])


@pytest.mark.parametrize(
    "column",
    [
        pa.array([[1.0, 2.0], None]),
        pa.array([[1.0, 2.0], [1.0]]),
        pa.array([[1.0, 2.0, 3.0], [1.0, 2.0, 3.0]]),
        pa.array([[1.0, math.nan], [1.0, 2.0]]),
        pa.array([[1.0, None], [1.0, 2.0]]),
        pa.array(["a", "b"]),
        pa.array([["a", "b"], ["c", "d"]]),
    ],
    ids=str,
)
def test_damaged_statistics_are_refused(column):
    with pytest.raises(InputError, match="column 'ribes statistics'"):
        SummedStatistics.of_batch(pa.table({"ribes statistics": column}))


@pytest.mark.parametrize(
    "kind", [pa.list_(pa.float32()), pa.large_list(pa.float64()), pa.list_(pa.int64(), 2)]
)
def test_lists_of_every_kind_are_read(kind):
    table = pa.table({"ribes statistics": pa.array([[1, 2], [3, 4]], kind)})
    assert SummedStatistics.of_batch(table.slice(1)).totals("ribes").tolist() == [3.0, 4.0]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "{}",
        '{"metrics": ["ribes"], "rows": 1, "sums": [[[1.0]]]}',
        '{"metrics": ["ribes"], "rows": 1, "sums": []}',
        '{"metrics": ["ribes"], "rows": 1, "sums": [[1, 2]]}',
        '{"metrics": ["ribes"], "rows": 1, "sums": 3}',
        '{"metrics": 3, "rows": 1, "sums": []}',
    ],
)
def test_damaged_json_is_refused(text):
    with pytest.raises(InputError, match="sums: expected"):
        SummedStatistics.from_json(text)


finite = st.floats(-1e300, 1e300)


@given(st.lists(finite, max_size=60), st.randoms(use_true_random=False), st.integers(0, 60))
def test_sums_are_exact_in_any_order_and_grouping(values, random, cut):
    shuffled = random.sample(values, len(values))
    whole = _exact(values)
    assert math.fsum(whole) == math.fsum(values)
    assert sum(map(Fraction, whole)) == sum(map(Fraction, values))
    assert _exact(_exact(shuffled[:cut]) + _exact(shuffled[cut:])) == whole
