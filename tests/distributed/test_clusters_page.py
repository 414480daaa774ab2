"""The examples for Ray and Spark in docs/clusters.md, and what the recipes for others call."""

import doctest
import re
from pathlib import Path

import pytest

from hyperbaton.batch import RowScorer

pa = pytest.importorskip("pyarrow", reason="needs pyarrow")
from scored_partitions import rows, scored  # noqa: E402

pytestmark = pytest.mark.filterwarnings("ignore")

REPOSITORY = Path(__file__).parents[2]
PAGE = (REPOSITORY / "docs" / "clusters.md").read_text("utf-8")


def run(name, monkeypatch, **names):
    """Runs the example of a section."""
    section = PAGE.partition(f"\n## {name}\n")[2].partition("\n## ")[0]
    (block,) = re.findall(r"^```py\n(.*?)^```", section, re.M | re.S)
    monkeypatch.chdir(REPOSITORY)
    example = doctest.DocTestParser().get_doctest(block, names, "example", None, None)
    failures = []
    doctest.DocTestRunner().run(example, out=failures.append)
    assert example.examples
    assert not failures, "".join(failures)


@pytest.mark.ray
def test_ray(ray_cluster, monkeypatch):
    run("Ray", monkeypatch, ray=ray_cluster)


@pytest.mark.spark
def test_spark(spark, monkeypatch):
    run("Spark", monkeypatch, spark=spark)


def test_what_dask_calls():
    pytest.importorskip("pandas", reason="needs pandas")
    section = PAGE.partition("\n## Dask, Beam and others\n")[2]
    (code,) = re.findall(r"^    def scored\(part\):\n.*\n", section, re.M)
    names = {"pa": pa, "score": RowScorer(["hyperbaton", "pef"])}
    exec("if True:\n" + code, names)
    part = pa.Table.from_batches([rows("loom")]).to_pandas()
    expected = scored("loom", ["hyperbaton", "pef"]).to_pandas()
    assert names["scored"](part).equals(expected[names["scored"](part).columns])
