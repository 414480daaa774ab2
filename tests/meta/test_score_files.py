"""Scores by others: written, read back, and from tables."""

import pytest
from meta.conftest import SYSTEMS

from hyperbaton.errors import InputError
from hyperbaton.meta import Omissions, PairScorer, read_evaluation_set
from hyperbaton.meta.data.score_files import read_metric_scores, write_metric_scores
from hyperbaton.metrics.registry import as_metric


@pytest.fixture
def data(folder):
    return read_evaluation_set(str(folder), "de-en")


def test_written_scores_read_back(folder, data):
    metrics = PairScorer(data).score([as_metric("wer"), as_metric("chrf(words=2)")])
    written = write_metric_scores(str(folder), data, metrics)
    assert [path.name for path in written] == [
        "wer-refA.sys.score",
        "wer-refA.seg.score",
        "chrf_words_2-refA.sys.score",
        "chrf_words_2-refA.seg.score",
    ]
    for metric, name in zip(metrics, ("wer-refA", "chrf_words_2-refA"), strict=True):
        (back,) = read_metric_scores(name, data, Omissions())
        assert back.name == name
        assert (back.segments == metric.segments).all()
    path = written[0].parent / "wer-refA.sys.score"
    (systems,) = read_metric_scores(str(path), data, Omissions())
    assert systems.segments is None
    assert (systems.system_scores == metrics[0].system_scores).all()


def test_tables_of_scores(folder, data):
    path = folder / "scores.tsv"
    rows = [f"{s}\t{k}\t{k}.5\t{-k}" for s in SYSTEMS for k in (1, 2, 3)]
    path.write_text("\n".join(["system\tsegment\tm1\tm2", *rows]) + "\n")
    one, two = read_metric_scores(str(path), data, Omissions())
    assert (one.name, two.name) == ("m1", "m2")
    assert one.segments.tolist() == [[1.5, 2.5, 3.5]] * 3
    assert one.system_scores.tolist() == [2.5] * 3
    errors = read_metric_scores(str(path), data, Omissions(), lower_is_better=True)
    assert (errors[0].segments == -one.segments).all()
    path.write_text("system\tm\ngood\t1\nfair\t2\ngood\t3\n")
    with pytest.raises(InputError, match="tsv:4: scores good a second time"):
        read_metric_scores(str(path), data, Omissions())
