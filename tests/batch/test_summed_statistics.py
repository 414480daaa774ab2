"""Sums of statistics: whatever the partitions, the scores of the whole."""

import math
import random
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

import hyperbaton
from hyperbaton.batch import SummedStatistics
from hyperbaton.batch.summed_statistics import exact_sum
from hyperbaton.errors import InputError

pa = pytest.importorskip("pyarrow", reason="needs pyarrow")
from scored_partitions import lines, partitions, scored  # noqa: E402

METRICS = [
    "hyperbaton",
    "bleu",
    "chrf",
    "ter",
    "kendall",
    "pef",
    "ribes",
    "wer(weighted=false)",
    "meteor",
]


@pytest.fixture(scope="module")
def whole():
    return scored("calque", METRICS)


@pytest.mark.parametrize("seed", range(5))
def test_partitions_merge_in_any_order_and_grouping(whole, seed):
    parts = [SummedStatistics.of(part) for part in partitions(whole, seed)]
    parts = [SummedStatistics.from_json(part.to_json()) for part in parts]
    drawn = random.Random(seed)
    while len(parts) > 1:
        a, b = (parts.pop(drawn.randrange(len(parts))) for _ in range(2))
        parts.append(a + b)
    assert parts[0] == SummedStatistics.of(whole)


def test_scores_are_those_of_score(whole):
    found = SummedStatistics.of(whole).scores()
    report = hyperbaton.score(lines("calque"), [lines("reference")], METRICS)
    assert list(found) == [str(result.metric) for result in report["system"]]
    for result in report["system"]:
        assert found[str(result.metric)] == pytest.approx(result.score, rel=1e-12, abs=0)
    for metric in ("bleu", "ter", "chrf"):  # of whole numbers
        assert found[metric] == report[metric].score


def test_no_rows_have_no_score(whole):
    found = SummedStatistics.of(whole.slice(0, 0))
    assert found.rows == 0
    assert math.isnan(found.scores()["ribes"])


def test_a_prefix_tells_systems_apart():
    batch = scored("calque", ["wer"], prefix="a.")
    assert list(SummedStatistics.of(batch, "a.").scores()) == ["wer"]
    with pytest.raises(InputError, match="no column is called METRIC statistics"):
        SummedStatistics.of(batch.select(["row", "hyp"]))


def test_sums_of_other_metrics_are_not_added():
    with pytest.raises(InputError, match="cannot add sums of wer and of pef"):
        SummedStatistics.of(scored("loom", ["wer"])) + SummedStatistics.of(scored("loom", ["pef"]))


@pytest.mark.parametrize(
    "column",
    [
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
    with pytest.raises(InputError, match="column 'ribes statistics': expected 2 finite numbers"):
        SummedStatistics.of(pa.table({"ribes statistics": column}))


@pytest.mark.parametrize(
    "kind", [pa.list_(pa.float32()), pa.large_list(pa.float64()), pa.list_(pa.int64(), 2)]
)
def test_lists_of_every_kind_are_read_and_nulls_left_out(kind):
    table = pa.table({"ribes statistics": pa.array([[1, 2], [3, 4], None], kind)})
    found = SummedStatistics.of(table.slice(1))
    assert (found.rows, found.sums) == (1, (((3.0,), (4.0,)),))


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        '{"metrics": ["ribes"], "rows": 1, "sums": [[[1.0]]]}',
        '{"metrics": ["ribes"], "rows": 1, "sums": 3}',
        '{"metrics": ["elo"], "rows": 1, "sums": []}',
    ],
)
def test_damaged_json_is_refused(text):
    with pytest.raises(InputError, match="sums: expected"):
        SummedStatistics.from_json(text)


finite = st.floats(-1e300, 1e300)


@given(st.lists(finite, max_size=60), st.randoms(use_true_random=False), st.integers(0, 60))
def test_sums_are_exact_in_any_order_and_grouping(values, random, cut):
    shuffled = random.sample(values, len(values))
    whole = exact_sum(values)
    assert sum(map(Fraction, whole)) == sum(map(Fraction, values))
    assert exact_sum(exact_sum(shuffled[:cut]) + exact_sum(shuffled[cut:])) == whole
