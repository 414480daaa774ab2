"""Scoring with a cache on disk: nothing is computed twice, and nothing stale is used."""

import numpy as np
import pytest

import hyperbaton
from hyperbaton import metrics
from hyperbaton.errors import InputError
from hyperbaton.meta import Scorer, StatisticsCache, read_evaluation_set
from hyperbaton.scoring.cache import default_folder, text_hash
from hyperbaton.scoring import text_metric
from hyperbaton.text.segments import Preprocessing

METRICS = [text_metric(name) for name in ("wer", "bleu", "chrf")]


@pytest.fixture
def data(folder):
    return read_evaluation_set(str(folder), "de-en")


@pytest.fixture
def computed(monkeypatch):
    """The systems and metrics whose statistics were computed, not read."""
    seen = []
    compute = Scorer._compute

    def counted(self, system, metric, segments):
        seen.append((system, str(metric)))
        return compute(self, system, metric, segments)

    monkeypatch.setattr(Scorer, "_compute", counted)
    return seen


def test_scores_are_those_of_the_score_command(data):
    found = Scorer(data).score(METRICS)
    report = hyperbaton.score(
        dict(data.outputs), [[group[0] for group in data.references]], METRICS
    )
    for column, metric in enumerate(found):
        direction = 1.0 if METRICS[column].higher_is_better else -1.0
        for row, system in enumerate(report.systems):
            expected = system.scores[column]
            assert metric.system_scores[row] == direction * expected.score
            assert metric.segments[row].tolist() == (direction * expected.segments).tolist()
            assert metric.signature == expected.signature


def test_a_second_run_computes_nothing(data, tmp_path, computed):
    cache = StatisticsCache(tmp_path / "cache")
    first = Scorer(data, cache=cache).score(METRICS)
    assert len(computed) == 9
    again = Scorer(data, cache=cache).score(METRICS)
    assert len(computed) == 9
    for one, other in zip(first, again, strict=True):
        assert (one.segments == other.segments).all()
        assert (one.system_scores == other.system_scores).all()


def test_an_interrupted_run_continues(data, tmp_path, computed, monkeypatch):
    cache = StatisticsCache(tmp_path / "cache")
    store = StatisticsCache.store

    def interrupted(self, key, statistics):
        store(self, key, statistics)
        if len(computed) == 4:
            raise KeyboardInterrupt

    with monkeypatch.context() as patch, pytest.raises(KeyboardInterrupt):
        patch.setattr(StatisticsCache, "store", interrupted)
        Scorer(data, cache=cache).score(METRICS)
    Scorer(data, cache=cache).score(METRICS)
    assert len(computed) == len(set(computed)) == 9


@pytest.mark.parametrize(
    "change", ["hypothesis", "reference", "parameter", "preprocessing", "code"]
)
def test_whatever_changes_scores_changes_the_key(
    folder, data, tmp_path, computed, change, monkeypatch
):
    cache = StatisticsCache(tmp_path / "cache")
    metric, preprocessing = text_metric("chrf"), Preprocessing()
    Scorer(data, preprocessing, cache=cache).score([metric])
    if change == "hypothesis":
        (folder / "system-outputs" / "de-en" / "good.txt").write_text("a\nb\nc\n")
    elif change == "reference":
        (folder / "references" / "de-en.refA.txt").write_text("a\nb\nc\n")
    elif change == "parameter":
        metric = text_metric("chrf(beta=3)")
    elif change == "code":
        monkeypatch.setattr("hyperbaton.scoring.scorer.code_hash", lambda: "another version")
    else:
        preprocessing = Preprocessing(lowercase=True)
    changed = read_evaluation_set(str(folder), "de-en")
    Scorer(changed, preprocessing, cache=cache).score([metric])
    assert len(computed) == (4 if change == "hypothesis" else 6)


def test_broken_files_are_computed_again(data, tmp_path, computed):
    cache = StatisticsCache(tmp_path / "cache")
    (first,) = Scorer(data, cache=cache).score([text_metric("wer")])
    for path in (tmp_path / "cache").rglob("*.npy"):
        path.write_bytes(path.read_bytes()[:50])
    (again,) = Scorer(data, cache=cache).score([text_metric("wer")])
    assert len(computed) == 6
    assert (first.segments == again.segments).all()
    assert not list((tmp_path / "cache").rglob("*.part"))


def test_a_folder_that_cannot_be_written(data, tmp_path):
    (tmp_path / "file").write_text("in the way")
    cache = StatisticsCache(tmp_path / "file")
    with pytest.raises(InputError, match="--cache DIR, or none with --no-cache"):
        Scorer(data, cache=cache).score([text_metric("wer")])


def test_grouping_is_part_of_the_hash():
    cases = [[["a", "b"]], [["a"], ["b"]], [["ab"]], [["a", "b", ""]], [["", "a", "b"]]]
    assert len({text_hash(case) for case in cases}) == len(cases)


def test_default_folder_follows_the_environment(monkeypatch, tmp_path):
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert default_folder() == tmp_path / "hyperbaton"


def test_errors_name_pair_system_and_metric(folder):
    long = " ".join(f"w{k}" for k in range(300))
    for name in ("good", "fair"):
        path = folder / "system-outputs" / "de-en" / f"{name}.txt"
        path.write_text(f"{' '.join(reversed(long.split()))}\nb\nc\n")
    (folder / "references" / "de-en.refA.txt").write_text(f"{long}\nb\nc\n")
    data = read_evaluation_set(str(folder), "de-en")
    with pytest.raises(InputError, match="de-en: fair: invwer: segment 1: too long"):
        Scorer(data).score([text_metric("invwer")])


def test_kept_words_are_used_again(data):
    scorer = Scorer(data, keep=True)
    scorer.score([text_metric("wer")])
    kept = scorer._segments("good")
    scorer.score([text_metric("per")])
    assert scorer._segments("good") is kept


def test_error_rates_are_turned(data):
    (wer,) = Scorer(data).score([metrics.parse("wer")])
    good = data.systems.index("good")
    assert wer.system_scores[good] == np.max(wer.system_scores)
