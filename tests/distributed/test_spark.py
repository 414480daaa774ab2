"""Spark with two cores on one machine: the numbers of one process, also when a worker dies."""

import pytest

from hyperbaton.batch import BatchDescription, RowScorer, SummedStatistics
from hyperbaton.errors import InputError, OptionError

pa = pytest.importorskip("pyarrow", reason="needs pyarrow")
pytest.importorskip("pyspark", reason="needs pyspark")
from scored_partitions import many_rows  # noqa: E402

from hyperbaton.distributed.spark import score_frame  # noqa: E402

pytestmark = [pytest.mark.spark, pytest.mark.filterwarnings("ignore")]

DESCRIPTION = BatchDescription(["hyperbaton", "pef", "wer", "full(weighted=true)"], statistics=True)
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


def expected(table, description):
    (batch,) = table.combine_chunks().to_batches()
    scored = RowScorer(description)(batch)
    return scored.schema.names, scored.to_pylist()


def test_partitions_give_the_same_numbers(spark, table):
    found = collected(score_frame(frame(spark, table), DESCRIPTION))
    assert found == expected(table, DESCRIPTION)


def test_sums_merge_across_partitions(spark, table):
    scored = score_frame(frame(spark, table), DESCRIPTION)

    def summed(batches):
        text = [SummedStatistics.of(batch).to_json() for batch in batches]
        yield pa.RecordBatch.from_pydict({"sums": pa.array(text, pa.string())})

    parts = [
        SummedStatistics.from_json(row.sums)
        for row in scored.mapInArrow(summed, "sums string").collect()
    ]
    assert len(parts) > 1
    (batch,) = table.combine_chunks().to_batches()
    assert sum(parts[1:], parts[0]) == SummedStatistics.of(RowScorer(DESCRIPTION)(batch))


def failed_tasks(spark):
    """How many tasks of all jobs so far have failed; each was tried again."""
    stages = map(spark.sparkContext.statusTracker().getStageInfo, range(100))
    return sum(stage.numFailedTasks for stage in stages if stage is not None)


def test_a_killed_worker_loses_and_doubles_nothing(spark, table, killer):
    description = BatchDescription(["hyperbaton", "dted"])
    scored = score_frame(frame(spark, table, 4), description)
    with killer(1, b"pyspark.daemon", forked=True) as other:
        found = collected(scored)
    assert other.killed
    assert failed_tasks(spark) > 0
    assert found == expected(table, description)


def test_what_is_refused_at_once(spark, table):
    rows = frame(spark, table)
    with pytest.raises(InputError, match="no column 'mt'; columns are id, hyp"):
        score_frame(rows, BatchDescription("wer", hyp="mt"))
    with pytest.raises(InputError, match="'id': holds int64; strings are accepted"):
        score_frame(rows, BatchDescription("wer", hyp="id"))
    with pytest.raises(OptionError, match="nist"):
        score_frame(rows, BatchDescription("nist"))


def test_a_row_without_a_text_has_no_scores(spark):
    rows = spark.createDataFrame([(1, "a", "b"), (2, None, "b")], "id int, hyp string, ref string")
    _, found = collected(score_frame(rows, DESCRIPTION))
    assert [row["wer"] for row in found] == [1.0, None]
