"""Scoring a language pair: as `hyperbaton score` does, in its own language, with a cache."""

import gzip
from dataclasses import replace

import numpy as np
import pytest
from meta.conftest import make

import hyperbaton
from hyperbaton import Preparation, metrics
from hyperbaton.alignment import Aligner, MeteorAligner
from hyperbaton.cache import CacheNotice
from hyperbaton.errors import InputError, OptionError
from hyperbaton.files import digest_of
from hyperbaton.meta import PairScorer, StatisticsCache, read_evaluation_set
from hyperbaton.meta.data.evaluation_set import target_language
from hyperbaton.metrics.registry import text_metric
from hyperbaton.scoring.scorer import Scorer

METRICS = [text_metric(name) for name in ("wer", "bleu", "chrf")]


@pytest.fixture
def data(folder):
    return read_evaluation_set(str(folder), "de-en")


@pytest.fixture
def computed(monkeypatch):
    """The outputs and metrics whose statistics were computed, not read."""
    seen = []
    compute = Scorer._computed

    def counted(self, metric, evidence):
        seen.append((evidence.texts, str(metric)))
        return compute(self, metric, evidence)

    monkeypatch.setattr(Scorer, "_computed", counted)
    return seen


def assert_scores_of(data, found, report):
    """The scores, segment scores and signatures are those of the report."""
    assert list(data.systems) == [system.name for system in report]
    for column, scores in enumerate(found):
        metric = report.metrics[column]
        direction = 1.0 if metric.higher_is_better else -1.0
        for row, system in enumerate(report):
            expected = system.scores[column]
            assert scores.system_scores[row] == direction * expected.score
            np.testing.assert_array_equal(scores.segments[row], direction * expected.segments)
            assert scores.signature == expected.signature


def test_scores_are_those_of_the_score_command(data):
    report = hyperbaton.score(
        dict(data.outputs), [[group[0] for group in data.references]], METRICS
    )
    assert_scores_of(data, PairScorer(data).score(METRICS), report)


def test_a_blank_second_reference_is_none(folder):
    (folder / "references" / "de-en.refB.txt").write_text("on the mat sat a cat\n\nrain\n")
    data = read_evaluation_set(str(folder), "de-en")
    assert data.references[1] == ("he read a book", "")
    streams = [list(stream) for stream in zip(*data.references, strict=True)]
    streams[1][1] = None
    report = hyperbaton.score(dict(data.outputs), streams, METRICS)
    assert "refs:var" in report.records()[0]["signature"]
    assert_scores_of(data, PairScorer(data).score(METRICS), report)


def test_a_second_run_computes_nothing(data, tmp_path, computed):
    cache = StatisticsCache(tmp_path / "cache")
    first = PairScorer(data, cache=cache).score(METRICS)
    assert len(computed) == 9
    again = PairScorer(data, cache=cache).score(METRICS)
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
        PairScorer(data, cache=cache).score(METRICS)
    PairScorer(data, cache=cache).score(METRICS)
    assert len(computed) == len(set(computed)) == 9


@pytest.mark.parametrize(
    "change", ["hypothesis", "reference", "parameter", "preprocessing", "code"]
)
def test_whatever_changes_scores_changes_the_key(
    folder, data, tmp_path, computed, change, monkeypatch
):
    cache = StatisticsCache(tmp_path / "cache")
    metric, context = text_metric("chrf"), Preparation()
    PairScorer(data, context, cache=cache).score([metric])
    if change == "hypothesis":
        (folder / "system-outputs" / "de-en" / "good.txt").write_text("a\nb\nc\n")
    elif change == "reference":
        (folder / "references" / "de-en.refA.txt").write_text("a\nb\nc\n")
    elif change == "parameter":
        metric = text_metric("chrf(beta=3)")
    elif change == "code":
        monkeypatch.setattr("hyperbaton.scoring.scorer.code_digest", lambda: "another version")
    else:
        context = Preparation.of(lowercase=True)
    changed = read_evaluation_set(str(folder), "de-en")
    PairScorer(changed, context, cache=cache).score([metric])
    assert len(computed) == (4 if change == "hypothesis" else 6)


def table_of(path, *entries):
    """A table of paraphrases: for each entry its probability and the two phrases."""
    path.parent.mkdir(exist_ok=True)
    with gzip.open(path, "wt", encoding="utf-8") as file:
        file.writelines(f"{line}\n" for entry in entries for line in entry)
    return str(path)


@pytest.mark.parametrize("aligner", [Aligner, MeteorAligner])
def test_tables_of_the_same_name_are_told_apart_by_their_contents(
    data, tmp_path, computed, aligner
):
    cache = StatisticsCache(tmp_path / "cache")
    tables = [
        table_of(tmp_path / "one" / "paraphrase-en.gz", ("0.5", "was", "it")),
        table_of(tmp_path / "two" / "paraphrase-en.gz", ("0.5", "was", "all")),
    ]
    contexts = [Preparation(aligner=aligner(paraphrases=table)) for table in tables]
    cached = [PairScorer(data, c, cache=cache).score([text_metric("kendall")]) for c in contexts]
    assert len(computed) == 6
    alone = [PairScorer(data, context).score([text_metric("kendall")]) for context in contexts]
    for (with_cache,), (without,) in zip(cached, alone, strict=True):
        assert (with_cache.segments == without.segments).all()
    assert cached[0][0].signature != cached[1][0].signature
    assert (cached[0][0].segments != cached[1][0].segments).any()


def test_a_table_that_has_changed_is_not_taken_for_the_old_one(data, tmp_path, computed):
    cache = StatisticsCache(tmp_path / "cache")
    path = tmp_path / "tables" / "paraphrase-en.gz"
    for entry in (("0.5", "was", "it"), ("0.5", "was", "all")):
        context = Preparation(aligner=Aligner(paraphrases=table_of(path, entry)))
        PairScorer(data, context, cache=cache).score([text_metric("kendall")])
    assert len(computed) == 6


@pytest.mark.parametrize("changed", [{"max_states": 1}, {"beam": 1}, {"similarity": 0.5}])
def test_limits_of_the_search_are_part_of_the_key(data, tmp_path, computed, changed):
    cache = StatisticsCache(tmp_path / "cache")
    vectors = tmp_path / "words.vec"
    vectors.write_text("cat 1 0\nmat 0.6 0.8\n")
    aligner = Aligner(matchers="exact+embedding", embeddings=str(vectors))
    for chosen in (aligner, replace(aligner, **changed)):
        PairScorer(data, Preparation(aligner=chosen), cache=cache).score([text_metric("kendall")])
    assert len(computed) == 6


def test_statistics_of_another_shape_are_computed_again(data, tmp_path, computed, monkeypatch):
    cache = StatisticsCache(tmp_path / "cache")
    store = StatisticsCache.store
    with monkeypatch.context() as patch:
        patch.setattr(StatisticsCache, "store", lambda self, key, rows: store(self, key, rows[1:]))
        (first,) = PairScorer(data, cache=cache).score([text_metric("wer")])
    with pytest.warns(CacheNotice, match="damaged entries"):
        (again,) = PairScorer(data, cache=cache).score([text_metric("wer")])
    assert len(computed) == 6
    assert (first.segments == again.segments).all()
    PairScorer(data, cache=cache).score([text_metric("wer")])
    assert len(computed) == 6


def test_grouping_is_part_of_the_digest():
    cases = [[["a", "b"]], [["a"], ["b"]], [["ab"]], [["a", "b", ""]], [["", "a", "b"]]]
    assert len({digest_of(*case) for case in cases}) == len(cases)


def test_the_cache_folder_follows_the_environment(monkeypatch, tmp_path):
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert StatisticsCache().folder == tmp_path / "hyperbaton"


def test_errors_name_pair_system_and_metric(folder):
    long = " ".join(f"w{k}" for k in range(300))
    for name in ("good", "fair"):
        path = folder / "system-outputs" / "de-en" / f"{name}.txt"
        path.write_text(f"{' '.join(reversed(long.split()))}\nb\nc\n")
    (folder / "references" / "de-en.refA.txt").write_text(f"{long}\nb\nc\n")
    data = read_evaluation_set(str(folder), "de-en")
    with pytest.raises(InputError, match="de-en: fair: invwer: segment 1: too long"):
        PairScorer(data).score([text_metric("invwer")])


def test_kept_words_are_used_again(data):
    scorer = PairScorer(data, keep=True)
    scorer.score([text_metric("wer")])
    kept = dict(scorer.scorer._kept)
    assert len(kept) == 3
    scorer.score([text_metric("per")])
    assert scorer.scorer._kept == kept


def test_nothing_is_kept_unless_asked_for(data):
    scorer = PairScorer(data)
    scorer.score([text_metric("wer")])
    assert not scorer.scorer._kept
    assert not scorer._kept


def test_error_rates_are_turned(data):
    (wer,) = PairScorer(data).score([metrics.parse("wer")])
    good = data.systems.index("good")
    assert wer.system_scores[good] == np.max(wer.system_scores)


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
    """German stems match `lief` and `laufen` no better than equal words; English ones differ."""
    make(folder, "en-de")
    (folder / "references" / "en-de.refA.txt").write_text("die Häuser sind alt\nx\ny\n")
    for path in (folder / "system-outputs" / "en-de").iterdir():
        path.write_text("alt ist das Haus\nx\ny\n")
    german, english = (read_evaluation_set(str(folder), pair) for pair in ("en-de", "de-en"))
    kendall = text_metric("kendall")
    assert "|align:exact,stem|lang:de|" in PairScorer(german).signature(kendall)
    assert "|align:exact,stem,synonym|lang:en|" in PairScorer(english).signature(kendall)
    found = PairScorer(german).score([kendall])
    texts = {name: list(lines) for name, lines in german.outputs.items()}
    streams = [[group[0] for group in german.references]]
    assert_scores_of(german, found, hyperbaton.score(texts, streams, [kendall], language="de"))
    (other,) = PairScorer(replace(german, pair="de-en")).score([kendall])
    assert found[0].segments[0, 0] != other.segments[0, 0]


def test_a_language_that_contradicts_the_pair_is_refused(data):
    with pytest.raises(OptionError, match=r"de-en translates into 'en', but .* 'de'"):
        PairScorer(data, Preparation(aligner=Aligner(language="de")))
    PairScorer(data, Preparation(aligner=Aligner(language="en")))
