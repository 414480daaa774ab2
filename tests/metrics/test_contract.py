"""What every registered metric declares, held to it."""

import pickle
from dataclasses import FrozenInstanceError, fields
from pathlib import Path

import numpy as np
import pytest
from evidences import evidence_of, texts_of
from fake_parsers import GreedyParser
from hypothesis import given
from hypothesis import strategies as st
from strategies import block_permutations, permutations
from variants import ALL, VARIANTS

from hyperbaton import PermutationBatch, Preparation, metrics
from hyperbaton.evidence import Evidence, Need
from hyperbaton.metrics import METRICS, PLACES, PermutationMetric
from hyperbaton.values import accepted_values

every_metric = pytest.mark.parametrize("metric", ALL, ids=str)
every_permutation_metric = pytest.mark.parametrize(
    "metric", [m for m in ALL if isinstance(m, PermutationMetric)], ids=str
)

sentences = st.lists(st.sampled_from("abcdefg"), max_size=12).map(" ".join)
segments = st.tuples(sentences, st.lists(sentences, min_size=1, max_size=3))
long_enough = sentences.filter(lambda text: " " in text)
four_words = st.lists(st.sampled_from("abcdefghi"), min_size=4, unique=True).map(" ".join)
perfectible = st.tuples(sentences, st.lists(four_words, min_size=1, max_size=1))
test_sets = st.lists(segments, min_size=1, max_size=8)


CONTEXT = Preparation(parser=GreedyParser())

# How the communities of some metrics prepare text; hyperbaton's own metrics leave it as it is.
PREPARATIONS = {
    "bleu": ["tok:13a", "case:mixed"],
    "nist": ["tok:13a", "case:mixed"],
    "ter": ["tok:none", "case:lower"],
    "ter(normalized=true,no_punct=true)": ["tok:tercom-no-punct", "case:lower"],
    "meteor": ["tok:meteor", "case:lower"],
    "meteor-frag": ["tok:meteor", "case:lower"],
    "chrf": ["case:mixed"],
    "eed": ["case:mixed"],
}


NEEDS_OF = {
    name: needs
    for names, needs in (
        ("texts reference_texts characters spaced_words", {Need.TEXT}),
        ("segments tokens reference_tokens arrays mean_lengths ngram_information", {Need.TOKENS}),
        ("language", {Need.LANGUAGE}),
        ("alignments", {Need.ALIGNMENT}),
        ("plain_words", {Need.ALIGNMENT, Need.TOKENS}),
        ("similar_words", {Need.SIMILARITY}),
        ("order", {Need.ORDER}),
        ("source_orders", {Need.SOURCE_ORDER}),
        ("order_lengths", {Need.ORDER, Need.TOKENS}),
        ("trees", {Need.TREES}),
        ("tree_links", {Need.TREE_ALIGNMENT}),
    )
    for name in names.split()
}
FREE = {"preparation", "test_set", "blank", "groups", "pairs", "threads", "under"}


class Recording:
    """Stands in for evidence, and writes down what is read of it."""

    def __init__(self, evidence, read):
        self._evidence = evidence
        self._read = read

    def __len__(self):
        return len(self._evidence)

    def __getattr__(self, name):
        if name not in FREE:
            self._read |= NEEDS_OF[name]
        return getattr(self._evidence, name)

    def under(self, preparation):
        return Recording(self._evidence.under(preparation), self._read)


def prepared(drawn, threads=None):
    return evidence_of(drawn, CONTEXT, threads=threads)


def inverse(permutation):
    return [permutation.index(v) + 1 for v in range(1, len(permutation) + 1)]


def test_type_checkers_see_every_metric():
    shown = Path(metrics.__file__).read_text(encoding="utf-8")
    for place in PLACES.values():
        assert f"    from hyperbaton.metrics.{place.partition(':')[0]} import *\n" in shown


def test_every_parameterised_metric_has_a_variant_here():
    parameterised = {name for name, metric in METRICS.items() if fields(metric)}
    assert parameterised == {metrics.parse(text).name for text in VARIANTS}


@every_metric
def test_declarations_are_complete(metric):
    assert METRICS[metric.name] is type(metric)
    assert metric.summary and not metric.summary.endswith(".")
    assert metric.formula and metric.citations
    assert metric.needs <= frozenset(Need) and metric.needs
    low, high = metric.range
    assert low < high
    for spec in fields(metric):
        assert spec.metadata["description"] and accepted_values(spec)


def test_every_property_of_evidence_has_a_need():
    assert {name for name in dir(Evidence) if name[0] != "_"} - FREE == set(NEEDS_OF)


@every_metric
def test_only_what_is_declared_is_read(metric):
    """What a metric reads is what its signature names: no more, and nothing for nothing."""
    drawn = [("a b c d e f", ["b a c d e", "f a b"]), ("", ["x y"]), ("e d c b a", ["a b c d e"])]
    read = set()
    evidence = Recording(prepared(drawn), read)
    metric.statistics(evidence)
    metric.bounds(evidence)
    assert read <= metric.needs
    assert metric.needs - read <= {Need.LANGUAGE, Need.TOKENS}  # which only some parameters read


@every_metric
def test_metrics_are_frozen_values_that_their_strings_and_pickles_give_back(metric):
    written, version = metric.signature.split("|")
    assert version.startswith("hyperbaton:")
    for again in (
        metrics.parse(str(metric)),
        metrics.parse(written),
        pickle.loads(pickle.dumps(metric)),
    ):
        assert again == metric and hash(again) == hash(metric)
    for spec in fields(metric):
        has_value = getattr(metric, spec.name) is not None
        assert (f"{spec.name}=" in written) == has_value, spec.name
    with pytest.raises((FrozenInstanceError, AttributeError)):
        metric.name = "other"


@every_permutation_metric
@given(permutation=block_permutations() | permutations())
def test_scores_stay_in_range(metric, permutation):
    low, high = metric.range
    assert low <= metric.permutation_score(permutation) <= high


@every_permutation_metric
@given(n=st.integers(1, 300))
def test_identity_scores_the_best(metric, n):
    best = metric.range[1] if metric.higher_is_better else metric.range[0]
    assert metric.permutation_score(range(1, n + 1)) == best


@every_permutation_metric
@given(permutation=permutations())
def test_the_inverse_scores_the_same(metric, permutation):
    if metric.name != "pet":  # an inverted chain, too, branches to the left
        score = metric.permutation_score(permutation)
        assert metric.permutation_score(inverse(permutation)) == pytest.approx(score, abs=1e-12)


@every_permutation_metric
@given(permutation=permutations())
def test_base_does_not_matter(metric, permutation):
    from_zero = [value - 1 for value in permutation]
    assert metric.permutation_score(from_zero) == metric.permutation_score(permutation)


@every_permutation_metric
def test_short_permutations_follow_the_conventions(metric):
    assert metric.permutation_score([]) == 0.0
    assert metric.permutation_score([1]) == 1.0
    assert metric.permutation_score([1, 2]) == 1.0
    factorised = {"pet-size", "pet-count", "max-op", "avg-op", "non-binary"}
    own_value = {"pet(beta=0.3,gamma=0.5)": 0.5, "pef(beta=0.3,gamma=0.5)": 0.5}
    swapped = 1.0 if metric.name in factorised else own_value.get(str(metric), 0.0)
    assert metric.permutation_score([2, 1]) == swapped


@every_permutation_metric
def test_batch_equals_single_scores_for_any_number_of_threads(metric):
    rng = np.random.default_rng(5)
    drawn = [rng.permutation(n) for n in rng.integers(0, 60, 3000)]
    batch = PermutationBatch.of(drawn)
    single = [float(metric.permutation_score(permutation)) for permutation in drawn[:200]]
    scores = metric.permutation_scores(batch, threads=1)
    assert scores[:200].tolist() == single
    for threads in (2, 3, 8):
        fresh = PermutationBatch(batch.values, batch.offsets)
        assert metric.permutation_scores(fresh, threads=threads).tolist() == scores.tolist()


@every_metric
@given(
    drawn=st.lists(
        st.tuples(long_enough, st.lists(long_enough, min_size=1, max_size=2)), min_size=1
    )
)
def test_text_of_two_words_or_more_has_a_score(metric, drawn):
    statistics = metric.statistics(prepared(drawn))
    assert np.isfinite(metric.segment_scores(statistics)).all()


@every_metric
@given(drawn=st.lists(perfectible, min_size=1))
def test_no_text_is_better_than_the_reference(metric, drawn):
    sign = 1 if metric.higher_is_better else -1
    if np.isinf(metric.range[metric.higher_is_better]):
        return  # then there is no best score
    perfect = [(references[0], references[:1]) for _, references in drawn]
    worse = [(hypothesis, references[:1]) for hypothesis, references in drawn]
    scores = [
        metric.scores(metric.statistics(prepared(texts)).sum(0, keepdims=True))[0]
        for texts in (perfect, worse)
    ]
    assert not sign * scores[1] > sign * scores[0] + 1e-9  # the worse text may have no score
    if metric.name != "eed":
        assert scores[0] == pytest.approx(metric.range[metric.higher_is_better], abs=1e-9)


NEVER_PERFECT = {  # as their peers: for short texts, and by the place before the first character
    "chrf(whitespace=true,eps_smoothing=true)",
    *("eed", "eed(alpha=1,rho=0.5)"),
}

anything = st.lists(
    st.text(st.sampled_from("abAB.,!?é駅— \t\x00"), max_size=9)
    | st.sampled_from(["", " \u3000", "a", "...", "- ?"])
).map(lambda drawn: " ".join(dict.fromkeys(" ".join(drawn).split())))  # each word once


@every_metric
@given(texts=st.lists(anything, min_size=1, max_size=6))
def test_identical_text_is_perfect_whatever_it_is(metric, texts):
    """What is blank, or too short for a metric, has no score and counts nowhere."""
    if np.isinf(metric.range[metric.higher_is_better]) or str(metric) in NEVER_PERFECT:
        return
    if metric.name == "ribes" and any(text.count(mark) > 1 for text in texts for mark in text):
        return  # as in RIBES.py, words that repeat need not be aligned: "? ? ?" scores 0.90
    best = metric.range[metric.higher_is_better]
    statistics = metric.statistics(prepared([(text, [text]) for text in texts]))
    segments = metric.segment_scores(statistics)
    for text, score in zip(texts, segments, strict=True):
        assert np.isnan(score) or score == pytest.approx(best, abs=1e-9), text
        assert np.isfinite(score) == bool(text.strip("\0 ")) or metric.name == "rouge-s"
    whole = metric.scores(statistics.sum(0, keepdims=True))[0]
    assert np.isnan(whole) or whole == pytest.approx(best, abs=1e-9)
    assert np.isnan(whole) == np.isnan(segments).all()


@every_metric
@given(drawn=test_sets, blank=st.sampled_from(["", " ", "\t\u3000"]))
def test_segments_blank_on_both_sides_change_nothing(metric, drawn, blank):
    with_blank = metric.statistics(prepared([(blank, ["", blank]), *drawn, (blank, [blank])]))
    without = metric.statistics(prepared(drawn))
    if not metric.reads_other_segments:
        assert np.array_equal(with_blank[1:-1], without)
    assert np.isnan(metric.segment_scores(with_blank)[[0, -1]]).all()


@every_metric
@given(drawn=test_sets, cut=st.integers(0, 8))
def test_text_statistics_add_up_and_score_in_range(metric, drawn, cut):
    statistics = metric.statistics(prepared(drawn))
    assert statistics.shape == (len(drawn), metric.columns)
    assert np.isfinite(statistics).all()
    merged = statistics[:cut].sum(0) + statistics[cut:].sum(0)
    expected = metric.corpus_score(*texts_of(drawn), preparation=CONTEXT).score
    found = metric.scores(merged[np.newaxis])[0]
    assert found == pytest.approx(expected, abs=1e-9, nan_ok=True)
    alone = np.concatenate([metric.scores(row[np.newaxis]) for row in statistics])
    assert np.array_equal(metric.scores(statistics), alone, equal_nan=True)
    low, high = metric.range
    for score in [*metric.segment_scores(statistics), expected]:
        assert np.isnan(score) or low - 1e-9 <= score <= high + 1e-9


@every_metric
def test_no_segment_scores_nothing(metric):
    assert np.isnan(metric.scores(np.zeros((1, metric.columns)))).all()
    assert np.isnan(metric.corpus_score([], [[]], preparation=CONTEXT).score)
    assert metric.scores(metric.statistics(prepared([]))).shape == (0,)


@every_metric
def test_text_threads_do_not_matter(metric):
    rng = np.random.default_rng(7)
    texts = [" ".join(rng.choice(list("abcdefghij"), n)) for n in rng.integers(0, 30, 2500)]
    drawn = list(zip(texts, [[t] for t in reversed(texts)], strict=True))
    one, four = (metric.statistics(prepared(drawn, threads=n)) for n in (1, 4))
    assert np.array_equal(one, four)


@every_metric
def test_sacrebleus_surface(metric):
    score = metric.corpus_score(["a b c"], [["a c b"]], preparation=CONTEXT)
    assert score.name == str(metric)
    assert str(score).startswith(f"{metric} = ")
    usual = PREPARATIONS.get(metric.name, ["tok:unicode", "case:mixed"])
    expected = PREPARATIONS.get(str(metric), usual)
    parts = score.signature.split("|")
    assert parts[1 : 1 + len(expected)] == expected
    assert not any(part.startswith(("tok:", "case:")) for part in parts[1 + len(expected) :])
    again = metric.sentence_score("a b c", ["a c b"], preparation=CONTEXT)
    assert again.signature == score.signature


def test_released_variant_can_fall_below_zero_for_small_beta():
    nested = [1]
    for _ in range(55):  # 2 4 1 3 with everything so far in place of the 2
        n = len(nested)
        nested = [*(value + 1 for value in nested), n + 3, 1, n + 2]
    metric = metrics.parse("pef(beta=0.1,variant=released)")
    assert metric.range[0] <= metric.permutation_score(nested) < 0.0  # type: ignore[attr-defined]
