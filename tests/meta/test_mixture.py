"""Mixtures of metrics: fitted to judged sets, measured on what was held out."""

import numpy as np
import pytest
from judged import preferences
from oracles import agreement

from hyperbaton.errors import InputError, OptionError
from hyperbaton.meta import (
    Feature,
    MixtureOptions,
    Scoring,
    fit_features,
    fit_logistic,
    fit_mixture,
    make_feature_set,
    read_judged_sets,
)
from hyperbaton.meta.pair_counts import tau_wmt14
from hyperbaton.meta.score_files import Omissions

FEATURES = (Feature("words"), Feature("order"), Feature("noise", negated=True))
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
    return make_feature_set(folder, pair, FEATURES, *judged(seed, **options))


@pytest.fixture(scope="module")
def sets():
    named = [("2013", "cs-en"), ("2013", "de-en"), ("2015", "cs-en"), ("2015", "fi-en")]
    return [feature_set(*name, seed) for seed, name in enumerate(named)]


def fitted_to(sets):
    return fit_logistic([each.better_minus_worse() for each in sets]).weights


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


def test_the_weights_of_people_are_found(sets):
    mixture = fit_features(FEATURES, sets, MixtureOptions(hold_out=()))
    assert list(mixture.weights.values()) == pytest.approx(TRUE, abs=0.05)
    assert mixture["words"] == mixture.weights["words"]
    assert sum(mixture.weights.values()) == pytest.approx(1.0)
    assert np.array_equal(mixture.fit.weights, fitted_to(sets))
    assert mixture.sets[0] == ("2013", "cs-en", sets[0].preferences.strict)
    assert mixture.tables == ()


def test_a_year_is_measured_with_the_weights_of_the_others(sets):
    found = fit_features(FEATURES, sets, MixtureOptions(hold_out=("year",))).held_out("year")
    weights = {"2013": fitted_to(sets[2:]), "2015": fitted_to(sets[:2])}
    assert list(found.weights) == ["2013", "2015"]
    for data, row in zip(sets, found.sets, strict=True):
        used = weights[data.folder]
        assert [*found.weights[data.folder].values()] == pytest.approx(used / used.sum())
        assert (row.folder, row.pair) == (data.folder, data.pair)
        free = fit_logistic([data.better_minus_worse()], nonnegative=False).weights
        mixture, _, *features, ceiling = row.values.values()
        assert mixture == pytest.approx(measured(data, used))
        assert features == pytest.approx([measured(data, one) for one in np.eye(3)])
        assert ceiling == pytest.approx(measured(data, free))
    assert found["mixture"] == pytest.approx(np.mean([row.values["mixture"] for row in found.sets]))
    assert found["noise"] < found["order"] < found["words"] < found["mixture"]
    assert found["noise"] < found["equal weights"] < found["mixture"]


def test_a_language_pair_is_held_out_of_all_years(sets):
    found = fit_features(FEATURES, sets, MixtureOptions(hold_out=("pair",))).held_out("pair")
    assert list(found.weights) == ["cs-en", "de-en", "fi-en"]
    without_czech = fitted_to([sets[1], sets[3]])
    weights = [*found.weights["cs-en"].values()]
    assert weights == pytest.approx(without_czech / without_czech.sum())
    for k in (0, 2):
        expected = pytest.approx(measured(sets[k], without_czech))
        assert found.sets[k].values["mixture"] == expected


def test_folds_of_segments_are_pooled(sets):
    options = MixtureOptions(hold_out=("segments",), folds=4)
    found = fit_features(FEATURES, sets, options).held_out("segments")
    assert list(found.weights) == ["fold 1", "fold 2", "fold 3", "fold 4"]
    assert len({tuple(each.values()) for each in found.weights.values()}) == 4
    whole = fitted_to(sets)
    for data, row in zip(sets, found.sets, strict=True):
        assert row.values["mixture"] == pytest.approx(measured(data, whole), abs=0.05)
    assert fit_features(FEATURES, sets, options).held_out("segments") == found
    other = fit_features(FEATURES, sets, MixtureOptions(folds=4, seed=1)).held_out("segments")
    assert other.weights != found.weights


def test_nothing_is_learnt_where_there_is_nothing_to_learn():
    """Pairs judged by chance are not agreed with once they are held out."""
    rng = np.random.default_rng(5)
    features = [Feature(f"noise {k}") for k in range(10)]
    rows = [(k, 0, 1, int(s)) for k, s in enumerate(rng.choice([-1, 1], 120))]
    scores = rng.normal(size=(len(features), 2, 120))
    data = make_feature_set("x", "de-en", features, preferences(rows, ("a", "b")), scores)
    row = fit_features(features, [data]).held_out("segments").sets[0]
    assert row.values["mixture"] < 0.1 < row.values["ceiling"]


def test_equal_outputs_are_a_tie():
    people = preferences([(0, 0, 1, 1), (1, 0, 1, -1), (2, 1, 0, 1)], ("a", "b"))
    scores = [np.array([[0.1, 0.7, 0.3], [0.1, 0.2, 0.3]]) / k for k in (1, 3, 7)]
    data = make_feature_set("x", "de-en", FEATURES, people, scores)
    assert data.counts(np.array([0.1, 0.2, 0.7])).tolist() == [0, 1, 2, 0, 0]


def test_free_weights_may_be_negative():
    people, scores = judged(4)
    data = make_feature_set("x", "de-en", FEATURES, people, [scores[0], -scores[1], scores[2]])
    assert fit_features(FEATURES, [data])["order"] == 0.0
    free = fit_features(FEATURES, [data], MixtureOptions(nonnegative=False))
    assert free["order"] < -0.3
    assert sum(map(abs, free.weights.values())) == pytest.approx(1.0)
    assert "free weights fitted" in free.to_text()


def test_there_must_be_something_to_hold_out(sets):
    for how, chosen, message in (
        ("year", sets[:2], "hold out year: needs a second test set to fit on, got 2013 alone"),
        ("pair", sets[::2], "hold out pair: needs a second language pair to fit on, got cs-en"),
    ):
        with pytest.raises(OptionError, match=message):
            fit_features(FEATURES, chosen, MixtureOptions(hold_out=(how,)))
    with pytest.raises(OptionError, match="41 are too many for 40 judged segments"):
        fit_features(FEATURES, sets, MixtureOptions(folds=41))


def test_features_that_are_refused():
    people = preferences([(0, 0, 1, 0)], ("a", "b"))
    with pytest.raises(InputError, match="x: de-en: all judgements are ties"):
        make_feature_set("x", "de-en", FEATURES, people, np.zeros((3, 2, 1)))


@pytest.mark.parametrize("undefined", [np.nan, np.inf])
def test_a_judged_output_needs_all_features(undefined):
    people, scores = judged(1)
    scores[1][2, 7] = undefined
    with pytest.raises(InputError, match=r"^x: de-en: segment 8 of c was judged, but order is not"):
        make_feature_set("x", "de-en", FEATURES, people, scores)
    people = preferences([(0, 0, 1, 1)], ("a", "b", "c"), segments=2)
    scores = np.full((3, 3, 2), undefined)  # of outputs that nobody judged
    scores[:, :2, 0] = [[1.0, 0.0], [2.0, 0.0], [0.0, 1.0]]
    data = make_feature_set("x", "de-en", FEATURES, people, scores)
    assert data.differences.tolist() == [[1.0, 2.0, -1.0]]


@pytest.fixture(scope="module")
def mixture(sets):
    return fit_features(FEATURES, sets[:3], MixtureOptions(hold_out=("year",)), test=sets[3:])


def test_readable_form(mixture):
    text = mixture.to_text()
    assert str(mixture) == repr(mixture) == text
    lines = text.splitlines()
    assert lines[0].split() == ["feature", "weight", "importance"]
    assert lines[3].startswith("noise (negated) ")
    assert lines[4].startswith("non-negative weights fitted to ")
    assert "tau-wmt14: each year with weights fitted to the others" in lines
    headers = [line.split() for line in lines if line.startswith(("2013 ", "2015 ", "mean "))]
    assert headers == [
        ["2013", "cs-en", "de-en", "mean"],
        ["2015", "cs-en"],
        ["mean", "2013", "2015", "all"],
    ]
    assert lines[-1].startswith("equal weights: ")


def test_metrics_are_features(folder):
    (data,) = read_judged_sets(str(folder), ["de-en"])
    scoring = Scoring(["chrf", "wer", "hyperbaton(part=order)"])
    mixture = fit_mixture([data], scoring, MixtureOptions(hold_out=()), test=[data])
    assert [f.negated for f in mixture.features] == [False, True, False]
    assert mixture.features[1].signature.startswith("wer(")
    (row,) = mixture.held_out("test").sets
    assert row.values["mixture"] == row.values["ceiling"] == row.values["wer"] == 1.0
    with pytest.raises(OptionError, match="duplicate chrf"):
        fit_mixture([data], Scoring(["chrf", "chrf"]))


def test_judgements_of_outputs_without_a_score_are_left_out_on_request(folder):
    for path in [*folder.glob("references/*"), *folder.glob("system-outputs/de-en/*")]:
        first, second, _ = path.read_text().splitlines()
        path.write_text(f"{first}\n{second}\nrain\n")
    (data,) = read_judged_sets(str(folder), ["de-en"])
    scoring, options = Scoring(["chrf", "rouge-s"]), MixtureOptions(hold_out=())
    with pytest.raises(InputError, match="wmt: de-en: rouge-s has no score for segment 3 of good"):
        fit_mixture([data], scoring, options)
    omissions = Omissions(skip=True)
    mixture = fit_mixture([data], scoring, options, omissions=omissions)
    assert [strict for *_, strict in mixture.sets] == [3]
    assert str(omissions) == "2 × judged output without a score"
