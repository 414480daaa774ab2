"""Spark with two cores on one machine: the numbers of one process, also when a worker dies."""

import pytest

from hyperbaton.batch import RowScorer
from hyperbaton.errors import InputError

pa = pytest.importorskip("pyarrow", reason="needs pyarrow")
pytest.importorskip("pyspark", reason="needs pyspark")
from scored_partitions import many_rows  # noqa: E402

from hyperbaton.distributed.spark import score_frame  # noqa: E402

pytestmark = [pytest.mark.spark, pytest.mark.filterwarnings("ignore")]

SCORER = RowScorer(["hyperbaton", "pef", "wer", "full(weighted=true)"], statistics=True)
ROWS = 2500


@pytest.fixture(scope="module")
def table():
    """Rows, no two alike, with columns of other kinds."""
    return many_rows(ROWS, flag=lambda k: k % 2 == 0, list=lambda k: [k, None])


def frame(spark, table, partitions=5):
    rows = [tuple(row.values()) for row in table.to_pylist()]
    schema = "id long, hyp string, ref string, flag boolean, list array<long>"
    return spark.createDataFrame(rows, schema).repartition(partitions)


def collected(found):
    """The rows of a frame by id, as Python has them."""
    rows = sorted((row.asDict() for row in found.collect()), key=lambda row: row["id"])
    return found.columns, rows


def expected(table, scorer):
    (batch,) = table.combine_chunks().to_batches()
    scored = scorer(batch)
    return scored.schema.names, scored.to_pylist()


def test_partitions_give_the_same_numbers(spark, table):
    found = collected(score_frame(frame(spark, table), SCORER))
    assert found == expected(table, SCORER)


def test_what_is_refused_at_once(spark, table):
    rows = frame(spark, table)
    with pytest.raises(InputError, match="no column 'mt'; columns are id, hyp"):
        score_frame(rows, RowScorer("wer", hyp="mt"))
    with pytest.raises(InputError, match="'id': holds int64; strings are accepted"):
        score_frame(rows, RowScorer("wer", hyp="id"))
