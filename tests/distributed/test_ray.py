"""Ray Data with two workers on one machine: the numbers of one process, also when a worker dies."""

import pytest

from hyperbaton.batch import BatchDescription, RowScorer
from hyperbaton.errors import HyperbatonError, InputError, MissingDependencyError, OptionError

pa = pytest.importorskip("pyarrow", reason="needs pyarrow")
from scored_partitions import many_rows  # noqa: E402

from hyperbaton.distributed.ray import score_dataset  # noqa: E402

pytestmark = pytest.mark.filterwarnings("ignore")

METRICS = ["hyperbaton", "kendall", "pef", "bleu", "chrf", "ter", "wer"]
ROWS = 4000
BLOCK = 100


@pytest.fixture(scope="module")
def table():
    """Many rows, no two alike."""
    return many_rows(ROWS)


@pytest.fixture(scope="module")
def expected(table):
    (batch,) = table.to_batches()
    return pa.Table.from_batches([RowScorer(DESCRIPTION)(batch)])


DESCRIPTION = BatchDescription(METRICS, statistics=True)


def dataset(ray, table):
    return ray.data.from_arrow([table.slice(k, BLOCK) for k in range(0, table.num_rows, BLOCK)])


def read(found):
    return pa.concat_tables(found.iter_batches(batch_format="pyarrow", batch_size=None))


def test_two_workers_give_the_same_rows_in_the_same_order(ray_cluster, table, expected):
    scored = score_dataset(dataset(ray_cluster, table), DESCRIPTION, workers=2, batch_rows=70)
    found = read(scored)
    assert found.equals(expected)
    assert found.schema.equals(expected.schema, check_metadata=True)


def test_a_killed_worker_loses_and_doubles_nothing(ray_cluster, table, ray_killer):
    slow, rows = BatchDescription(["pef", "dted"]), table.slice(0, 2500)  # some seconds of work
    (batch,) = rows.to_batches()
    expected = pa.Table.from_batches([RowScorer(slow)(batch)])
    scored = score_dataset(dataset(ray_cluster, rows), slow, workers=2, batch_rows=BLOCK)
    with ray_killer("DatasetWorker") as other:
        found = read(scored)
    assert other.killed and other.others  # it was needed, and another took its place
    assert found.equals(expected)


def test_rays_own_files_hold_the_same(ray_cluster, table, expected, tmp_path):
    parquet = pytest.importorskip("pyarrow.parquet", reason="needs pyarrow")
    parquet.write_table(table, tmp_path / "in.parquet", row_group_size=500)
    scored = score_dataset(ray_cluster.data.read_parquet(str(tmp_path / "in.parquet")), DESCRIPTION)
    scored.write_parquet(str(tmp_path / "out"))
    assert parquet.read_table(tmp_path / "out").sort_by("id").equals(expected)


def test_a_bad_row_is_told_of(ray_cluster):
    dataset = ray_cluster.data.from_arrow(
        pa.table({"id": [1, 2], "hyp": ["a", None], "ref": ["a", "b"]})
    )
    with pytest.raises(Exception, match="column 'hyp' is null; a text is needed; it is id: 2"):
        score_dataset(dataset, DESCRIPTION).materialize()


def test_what_is_refused_at_once(ray_cluster, table):
    rows = dataset(ray_cluster, table)
    with pytest.raises(InputError, match="dataset: expected a dataset of Ray, got"):
        score_dataset(table, DESCRIPTION)
    with pytest.raises(OptionError, match="nist"):
        score_dataset(rows, BatchDescription("nist"))
    for wrong in ({"batch_rows": 0}, {"threads": 0}, {"workers": 0}):
        with pytest.raises(HyperbatonError, match=next(iter(wrong))):
            score_dataset(rows, DESCRIPTION, **wrong)


def test_without_ray(monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "ray.data", None)
    with pytest.raises(MissingDependencyError, match=r"hyperbaton\[ray\]"):
        score_dataset(None, DESCRIPTION)
