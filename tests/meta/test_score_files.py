"""Scores by others: files of mt-metrics-eval, and tables."""

from pathlib import Path

import numpy as np
import pytest
from meta.conftest import SYSTEMS, make

from hyperbaton.errors import InputError, OptionError
from hyperbaton.meta import (
    EvaluationSet,
    Omissions,
    Protocol,
    Scoring,
    read_evaluation_set,
    read_judged_sets,
    run_study,
)
from hyperbaton.meta.scores import read_metric_scores


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


def test_scores_of_segments_and_of_systems_are_one_metric(
    folder: Path, data: EvaluationSet
) -> None:
    segments, systems = folder / "own.de-en.seg.score", folder / "own.de-en.sys.score"
    segments.write_text("".join(f"{system} {k}\n" for system in SYSTEMS for k in (1, 2, 3)))
    systems.write_text("good 9\nfair 7\npoor 8\n")
    for source in ("own.{lp}.seg.score", "own.{lp}.sys.score"):
        (found,) = read_metric_scores(str(folder / source), data, Omissions())
        assert found.name == "own"
        assert found.segments is not None
        assert found.segments.tolist() == [[1.0, 2.0, 3.0]] * 3
        assert found.system_scores.tolist() == [7.0, 9.0, 8.0]
        (errors,) = read_metric_scores(
            str(folder / source), data, Omissions(), lower_is_better=True
        )
        assert errors.system_scores.tolist() == [-7.0, -9.0, -8.0]


def test_one_metric_over_several_language_pairs(folder: Path) -> None:
    """By a placeholder or by a column."""
    make(folder, "en-de")
    rows = [f"{s},{k},{k % 2}" for s in SYSTEMS for k in (1, 2, 3)]
    for pair in ("de-en", "en-de"):
        (folder / f"own.{pair}.csv").write_text("\n".join(["system,segment,own", *rows]))
        (folder / f"{pair}.seg.score").write_text(
            "".join(f"{s} {k % 2}\n" for s in SYSTEMS for k in (1, 2, 3))
        )
    table = [f"{pair},{row}" for pair in ("de-en", "en-de") for row in rows]
    (folder / "all.csv").write_text("\n".join(["lp,system,segment,own", *table]))
    sets = read_judged_sets(str(folder), ["de-en", "en-de"])

    def values(*scores: str) -> list[list[float]]:
        scoring = Scoring(scores=tuple(str(folder / name) for name in scores))
        return run_study(sets, scoring, [Protocol(samples=0)]).tables[0].values.tolist()

    assert values("own.{lp}.csv") == values("all.csv") == values("{lp}.seg.score")
    with pytest.raises(OptionError, match="scores: duplicate own"):
        values("own.{lp}.csv", "all.csv")
