"""What runs on a worker."""

import json

import pytest

from hyperbaton import Preparation
from hyperbaton.batch import BatchDescription
from hyperbaton.errors import HyperbatonError, InputError

pa = pytest.importorskip("pyarrow", reason="needs pyarrow")
from scored_partitions import rows, scored  # noqa: E402

from hyperbaton.distributed.worker import WorkerScorer, work_order  # noqa: E402


def test_an_order_is_text_and_enough():
    order = work_order(BatchDescription(["hyperbaton", "wer"], statistics=True))
    assert json.loads(order)["prepared"]["wer"] == "tok:unicode|case:mixed"
    assert WorkerScorer(order)(rows("loom")).equals(scored("loom", ["hyperbaton", "wer"]))


def test_a_worker_with_other_files_is_noticed(tmp_path):
    vectors = tmp_path / "vectors.txt"
    vectors.write_text("noon 1 0\nlobby 0 1\n", "utf-8")
    context = Preparation.of(aligner=f'best(matchers=exact+embedding,embeddings="{vectors}")')
    order = work_order(BatchDescription(["pef"], context=context))
    WorkerScorer(order)
    vectors.write_text("noon 1 0\nlobby 1 1\n", "utf-8")
    with pytest.raises(InputError, match=r"pef: this worker prepares text as .*vectors\.txt@"):
        WorkerScorer(order)


def test_what_fails_here_is_not_sent():
    context = Preparation.of(aligner="best(matchers=exact+embedding,embeddings=nowhere.txt)")
    with pytest.raises(HyperbatonError, match=r"nowhere\.txt"):
        work_order(BatchDescription(["pef"], context=context))


def test_a_bad_row_is_shown():
    worker = WorkerScorer(work_order(BatchDescription(["wer"])))
    batch = pa.RecordBatch.from_pydict(
        {"id": [7, 8], "hyp": ["a", None], "ref": pa.array([b"b", b"\xff"]).view(pa.string())}
    )
    with pytest.raises(InputError, match=r"'hyp' is null.*it is id: 8, hyp: None, ref: not UTF-8"):
        worker(batch)
