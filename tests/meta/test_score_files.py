"""Scores by others: files of mt-metrics-eval, and tables."""

import numpy as np
import pytest
from meta.conftest import SYSTEMS

from hyperbaton.errors import InputError
from hyperbaton.meta import Omissions, read_evaluation_set
from hyperbaton.meta.score_files import read_metric_scores


@pytest.fixture
def data(folder):
    return read_evaluation_set(str(folder), "de-en")


def test_scores_of_segments_and_systems(folder, data):
    path = folder / "metric-scores" / "de-en" / "m-refA.seg.score"
    path.parent.mkdir(parents=True)
    path.write_text("".join(f"{system}\t{k}\n" for system in SYSTEMS for k in (1, "None", 3)))
    (found,) = read_metric_scores("m-refA", data, Omissions())
    assert (found.name, found.system_scores.tolist()) == ("m-refA", [2.0] * 3)
    assert np.isnan(found.segments).tolist() == [[False, True, False]] * 3
    path.write_text("good 3\nfair 1\nbest 4\n")
    with pytest.raises(InputError, match="has no system best"):
        read_metric_scores("m-refA", data, Omissions())
    (systems,) = read_metric_scores("m-refA", data, Omissions(skip=True))
    assert systems.segments is None
    np.testing.assert_array_equal(systems.system_scores, [1.0, 3.0, np.nan])


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
