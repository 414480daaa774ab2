"""Scoring a language pair: as `hyperbaton score` does, in its own language, with a cache."""

import gzip
from dataclasses import replace

import numpy as np
import pytest
from meta.conftest import assert_scores_of, make

import hyperbaton
from hyperbaton import Preparation
from hyperbaton.alignment import Aligner
from hyperbaton.errors import InputError, OptionError
from hyperbaton.meta import StatisticsCache, SystemScorer, read_evaluation_set
from hyperbaton.meta.evaluation_set import target_language
from hyperbaton.metrics.registry import as_metric
from hyperbaton.scoring.score import Scorer

METRICS = [as_metric(name) for name in ("wer", "bleu", "chrf")]


@pytest.fixture
def data(folder):
    return read_evaluation_set(str(folder), "de-en")


@pytest.fixture
def computed(monkeypatch):
    """The outputs and metrics whose statistics were computed, not read."""
    seen = []
    compute = Scorer._computed

    def counted(self, metric, evidence):
        seen.append((tuple(evidence.texts), str(metric)))
        return compute(self, metric, evidence)

    monkeypatch.setattr(Scorer, "_computed", counted)
    return seen


@pytest.mark.parametrize("second", [None, ["on the mat sat a cat", "", "rain"]])
def test_scores_are_those_of_the_score_command(folder, second):
    """A blank second reference is none."""
    if second:
        (folder / "references" / "de-en.refB.txt").write_text("\n".join(second) + "\n")
    data = read_evaluation_set(str(folder), "de-en")
    streams = [list(stream) for stream in zip(*data.references, strict=True)]
    if second:
        streams[1][1] = None
    report = hyperbaton.score(dict(data.outputs), streams, METRICS)
    assert ("refs:var" in report.records()[0]["signature"]) == bool(second)
    found = SystemScorer(data).score(METRICS)
    assert_scores_of(data, found, report)
    assert found[0].system_scores.argmax() == data.systems.index("good")  # errors are turned


def test_an_interrupted_run_continues_and_a_second_one_computes_nothing(
    data, tmp_path, computed, monkeypatch
):
    cache = StatisticsCache(tmp_path / "cache")
    store = StatisticsCache.store

    def interrupted(self, key, statistics):
        store(self, key, statistics)
        if len(computed) == 4:
            raise KeyboardInterrupt

    with monkeypatch.context() as patch, pytest.raises(KeyboardInterrupt):
        patch.setattr(StatisticsCache, "store", interrupted)
        SystemScorer(data, cache=cache).score(METRICS)
    first, again = (SystemScorer(data, cache=cache).score(METRICS) for _ in range(2))
    assert len(computed) == len(set(computed)) == 9
    for one, other in zip(first, again, strict=True):
        assert (one.segments == other.segments).all()
        assert (one.system_scores == other.system_scores).all()


def paraphrases(path, *entry):
    """A table of paraphrases with one entry: its probability and the two phrases."""
    path.parent.mkdir(exist_ok=True)
    with gzip.open(path, "wt", encoding="utf-8") as file:
        file.writelines(f"{line}\n" for line in entry)
    return str(path)


@pytest.mark.parametrize(
    "change",
    [
        "hypothesis",
        "reference",
        "parameter",
        "preprocessing",
        "code",
        "table",
        "beam",
    ],
)
def test_whatever_changes_scores_changes_the_key(folder, tmp_path, computed, change, monkeypatch):
    cache, outputs = StatisticsCache(tmp_path / "cache"), folder / "system-outputs" / "de-en"
    table = tmp_path / "tables" / "paraphrase-en.gz"
    aligner = Aligner(paraphrases=paraphrases(table, "0.5", "was", "it"))
    metric, preparation = as_metric("kendall"), Preparation(aligner=aligner)
    (before,) = SystemScorer(
        read_evaluation_set(str(folder), "de-en"), preparation, cache=cache
    ).score([metric])
    if change == "hypothesis":
        (outputs / "good.txt").write_text("a\nb\nc\n")
    elif change == "reference":
        (folder / "references" / "de-en.refA.txt").write_text("a\nb\nc\n")
    elif change == "parameter":
        metric = as_metric("kendall(sqrt=true)")
    elif change == "code":
        monkeypatch.setattr(
            "hyperbaton.scoring.statistics_cache.code_digest", lambda: "another version"
        )
    elif change == "table":
        paraphrases(table, "0.5", "was", "all")
        preparation = Preparation(aligner=Aligner(paraphrases=str(table)))
    elif change == "beam":
        preparation = Preparation(aligner=replace(aligner, beam=1))
    else:
        preparation = replace(preparation, lowercase=True)
    changed = read_evaluation_set(str(folder), "de-en")
    (after,) = SystemScorer(changed, preparation, cache=cache).score([metric])
    assert len(computed) == (4 if change == "hypothesis" else 6)
    if change in ("table", "parameter", "preprocessing", "beam"):
        assert after.signature != before.signature


def test_errors_name_pair_system_and_metric(folder):
    long = " ".join(f"w{k}" for k in range(300))
    for name in ("good", "fair"):
        path = folder / "system-outputs" / "de-en" / f"{name}.txt"
        path.write_text(f"{' '.join(reversed(long.split()))}\nb\nc\n")
    (folder / "references" / "de-en.refA.txt").write_text(f"{long}\nb\nc\n")
    with pytest.raises(InputError, match="de-en: fair: segment 1: invwer: too long"):
        SystemScorer(read_evaluation_set(str(folder), "de-en")).score([as_metric("invwer")])


@pytest.mark.parametrize(
    ("pair", "language"),
    [
        ("de-en", "en"),
        ("en-de", "de"),
        ("zh-en", "en"),
        ("en-pt_BR", "pt"),
        ("eng-deu", "de"),
        ("en-cz", "cs"),
        ("test", None),
    ],
)
def test_the_language_is_that_of_the_target(pair, language):
    assert target_language(pair) == language


def test_every_pair_is_scored_in_its_own_language(folder):
    """German stems match `Haus` and `Häuser`; English ones do not."""
    make(folder, "en-de")
    (folder / "references" / "en-de.refA.txt").write_text("die Häuser sind alt\nx\ny\n")
    for path in (folder / "system-outputs" / "en-de").iterdir():
        path.write_text("alt ist das Haus\nx\ny\n")
    german, english = (read_evaluation_set(str(folder), pair) for pair in ("en-de", "de-en"))
    kendall = as_metric("kendall")
    assert "|align:exact,stem|lang:de|" in SystemScorer(german).signature(kendall)
    assert "|align:exact,stem,synonym|lang:en|" in SystemScorer(english).signature(kendall)
    found = SystemScorer(german).score([kendall])
    streams = [[group[0] for group in german.references]]
    report = hyperbaton.score(dict(german.outputs), streams, [kendall], language="de")
    assert_scores_of(german, found, report)
    (other,) = SystemScorer(replace(german, pair="de-en")).score([kendall])
    assert found[0].segments[0, 0] != other.segments[0, 0]
    with pytest.raises(OptionError, match=r"de-en translates into 'en', but .* 'de'"):
        SystemScorer(english, Preparation(aligner=Aligner(language="de")))
    SystemScorer(english, Preparation(aligner=Aligner(language="en")))


def test_systems_score_what_is_available(folder):
    path = folder / "system-outputs" / "de-en" / "fair.txt"
    path.write_text("\n\nit rained all night\n")
    (wer,) = SystemScorer(read_evaluation_set(str(folder), "de-en")).score([as_metric("wer")])
    assert wer.system_scores[0] == 0.0
    assert np.isnan(wer.segments[0]).tolist() == [True, True, False]
