"""Mixtures of metrics: fitted to judged sets, measured on what was held out."""

import numpy as np
import pytest
from judged import preferences
from oracles import agreement

from hyperbaton.errors import InputError, OptionError
from hyperbaton.meta import (
    FeatureSet,
    Scoring,
    fit_features,
    fit_mixture,
    fit_weights,
    read_judged_sets,
)
from hyperbaton.meta.judged_sets import Omissions
from hyperbaton.meta.measures import tau_wmt14

FEATURES = ("words", "order", "noise")
TRUE = np.array([0.6, 0.4, 0.0])
SEGMENTS = 40


def judged(seed, units=(1.0, 1.0, 1.0), ties=True):
    """Scores of four systems, and people who weigh two of three features, with some noise."""
    rng = np.random.default_rng(seed)
    scores = rng.normal(size=(3, 4, SEGMENTS)).round(2)
    quality = np.tensordot(TRUE, scores, 1) + rng.normal(0, 0.3, (4, SEGMENTS))
    rows = []
    for segment in range(SEGMENTS):
        for a in range(4):
            for b in range(a):
                gap = quality[a, segment] - quality[b, segment]
                if abs(gap) > 0.1 or ties:
                    rows.append((segment, a, b, int(np.sign(gap)) * (abs(gap) > 0.1)))
    return preferences(rows, tuple("abcd")), [s * u for s, u in zip(scores, units, strict=True)]


def feature_set(folder, pair, seed, **options):
    return FeatureSet.of_scores(folder, pair, *judged(seed, **options))


@pytest.fixture(scope="module")
def sets():
    named = [("2013", "cs-en"), ("2013", "de-en"), ("2015", "cs-en"), ("2015", "fi-en")]
    return [feature_set(*name, seed) for seed, name in enumerate(named)]


def fitted_to(sets):
    return fit_weights(sets).weights


def measured(data, weights):
    """The statistic by the oracle, from all pairs."""
    scores = np.zeros((len(data.preferences.systems), data.preferences.segments))
    found = np.zeros(5)
    for k, row in enumerate(data.differences @ weights):
        one = data.preferences.chosen(np.arange(len(data.preferences)) == k)
        scores[one.first[0], one.segment[0]] = row
        scores[one.second[0], one.segment[0]] = 0.0
        found += agreement.counts(one, scores)
    return float(tau_wmt14(found))


def by_set(mixture):
    """What was measured on each set, in the order of the rows of the table."""
    return list(zip(*mixture.values.values(), strict=True))


def test_the_weights_of_people_are_found(sets):
    mixture = fit_features(FEATURES, sets, hold_out=None)
    assert [each["weight"] for each in mixture.records()] == pytest.approx(TRUE, abs=0.05)
    assert np.array_equal(mixture.fit.weights, fitted_to(sets))
    assert mixture.sets[0] == ("2013", "cs-en", sets[0].preferences.strict)
    assert mixture.values == {} and mixture.hold_out is None


def test_a_year_is_measured_with_the_weights_of_the_others(sets):
    found = fit_features(FEATURES, sets, hold_out="year")
    weights = {"2013": fitted_to(sets[2:]), "2015": fitted_to(sets[:2])}
    assert list(found.values) == ["mixture", "equal weights", *FEATURES, "ceiling"]
    for data, (mixture, equal, *features, ceiling) in zip(sets, by_set(found), strict=True):
        used = weights[data.folder]
        free = fit_weights([data], nonnegative=False).weights
        assert mixture == pytest.approx(measured(data, used))
        assert features == pytest.approx([measured(data, one) for one in np.eye(3)])
        assert ceiling == pytest.approx(measured(data, free))
        assert features[2] < equal < mixture


def test_a_language_pair_is_held_out_of_all_years(sets):
    found = fit_features(FEATURES, sets, hold_out="pair")
    without_czech = fitted_to([sets[1], sets[3]])
    for k in (0, 2):
        assert found.values["mixture"][k] == pytest.approx(measured(sets[k], without_czech))


def test_folds_of_segments_are_pooled(sets):
    found = fit_features(FEATURES, sets, folds=4)
    whole = fitted_to(sets)
    for data, value in zip(sets, found.values["mixture"], strict=True):
        assert value == pytest.approx(measured(data, whole), abs=0.05)
    again, other = (fit_features(FEATURES, sets, folds=4, seed=seed) for seed in (12345, 1))
    assert again.values == found.values
    assert other.values != found.values


def test_equal_outputs_are_a_tie():
    people = preferences([(0, 0, 1, 1), (1, 0, 1, -1), (2, 1, 0, 1)], ("a", "b"))
    scores = [np.array([[0.1, 0.7, 0.3], [0.1, 0.2, 0.3]]) / k for k in (1, 3, 7)]
    data = FeatureSet.of_scores("x", "de-en", people, scores)
    assert data.counts(np.array([0.1, 0.2, 0.7])).tolist() == [0, 1, 2, 0, 0]


def test_only_free_weights_may_be_negative():
    people, scores = judged(4)
    data = FeatureSet.of_scores("x", "de-en", people, [scores[0], -scores[1], scores[2]])
    assert fit_weights([data]).weights[1] == 0.0
    free = fit_weights([data], nonnegative=False).shares
    assert free[1] < -0.3
    assert sum(np.abs(free)) == pytest.approx(1.0)


def test_there_must_be_something_to_hold_out(sets):
    for how, chosen, message in (
        ("year", sets[:2], "hold out year: needs a second folder, got 2013 alone"),
        ("pair", sets[::2], "hold out pair: needs a second language pair, got cs-en alone"),
    ):
        with pytest.raises(OptionError, match=message):
            fit_features(FEATURES, chosen, hold_out=how)
    with pytest.raises(OptionError, match="41 are too many for 40 judged segments"):
        fit_features(FEATURES, sets, folds=41)


def test_a_judged_output_needs_all_features():
    people, scores = judged(1)
    scores[1][2, 7] = np.nan
    with pytest.raises(InputError, match=r"segment 8 of c was judged but has no score"):
        FeatureSet.of_scores("x", "de-en", people, scores)
    people = preferences([(0, 0, 1, 0)], ("a", "b"))
    with pytest.raises(InputError, match="x: de-en: all judgements are ties"):
        FeatureSet.of_scores("x", "de-en", people, np.zeros((3, 2, 1)))


def test_metrics_are_features(folder):
    (data,) = read_judged_sets(str(folder), ["de-en"])
    mixture = fit_mixture([data], Scoring(["chrf", "wer", "hyperbaton(part=order)"]), folds=2)
    assert mixture.features == ("chrf", "wer (negated)", "hyperbaton(part=order)")
    assert mixture.values["wer (negated)"] == mixture.values["ceiling"] == (1.0,)


def test_judgements_of_outputs_without_a_score_are_left_out_on_request(folder):
    for path in [*folder.glob("references/*"), *folder.glob("system-outputs/de-en/*")]:
        first, second, _ = path.read_text().splitlines()
        path.write_text(f"{first}\n{second}\nrain\n")
    (data,) = read_judged_sets(str(folder), ["de-en"])
    scoring = Scoring(["chrf", "rouge-s"])
    with pytest.raises(InputError, match="wmt: de-en: rouge-s has no score for segment 3 of good"):
        fit_mixture([data], scoring, hold_out=None)
    omissions = Omissions(skip=True)
    mixture = fit_mixture([data], scoring, omissions, hold_out=None)
    assert [strict for *_, strict in mixture.sets] == [3]
    assert str(omissions) == "2 × judged output without a score"
