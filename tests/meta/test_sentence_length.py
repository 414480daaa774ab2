"""Long segments left out, and people's scores weighted by length."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from meta.conftest import OUTPUTS, REFERENCE

from hyperbaton.errors import InputError, OptionError
from hyperbaton.evidence import Preparation
from hyperbaton.meta import (
    DataOptions,
    GivenFiles,
    PairScorer,
    Protocol,
    Scoring,
    read_evaluation_set,
    read_judged_sets,
    run_study,
)
from hyperbaton.meta.agreement.system_scores import human_totals, with_output_scores
from hyperbaton.meta.data.judgements import of_scores
from hyperbaton.metrics.registry import text_metric

WORDS = Preparation("none")


def read(folder, **options):
    (found,) = read_judged_sets(str(folder), ["de-en"], DataOptions(**options))
    return found


@pytest.fixture
def long_output(folder):
    """The third segment with an output of 51 words."""
    path = folder / "system-outputs" / "de-en" / "poor.txt"
    lines = OUTPUTS["poor"]
    path.write_text("\n".join([*lines[:2], " ".join(["rain"] * 51)]) + "\n")
    return folder


def test_a_long_output_drops_its_segment_for_all_systems(long_output):
    everything = read(long_output)
    short = read(long_output, max_words=50)
    assert short.data.available.tolist() == [[True, True, False]] * 3
    assert sorted(set(short.judgements.preferences.segment.tolist())) == [0, 1]
    assert len(everything.judgements.preferences) == len(short.judgements.preferences) + 1
    assert read(long_output, max_words=51).data.available.all()
    assert read(long_output, max_words=0).data.available.all()


def test_scores_of_systems_are_those_of_the_segments_left(long_output):
    data = read(long_output, max_words=50).data
    (wer,) = PairScorer(data).score([text_metric("wer")])
    assert np.isnan(wer.segments[:, 2]).all()
    # fair: "the cat on the mat sat" (2 edits of 6 words), "he a book read" (2 of 4).
    assert wer.system_scores[0] == pytest.approx(-4 / 10)


def test_a_long_reference_drops_its_segment_too(folder):
    path = folder / "references" / "de-en.refB.txt"
    path.write_text("\n".join(["a " * 60, *REFERENCE[1:]]) + "\n")
    assert read(folder, max_words=50).data.available[0].tolist() == [False, True, True]
    one = read(folder, max_words=50, references=("refA",))
    assert one.data.available.all()


def test_an_excluded_system_is_not_counted(long_output):
    assert read(long_output, max_words=50, exclude=("poor",)).data.available.all()


def test_words_are_those_of_the_tokenizer(folder):
    (folder / "system-outputs" / "de-en" / "fair.txt").write_text("a,b,c,d\ne\nf\n")
    data = read_evaluation_set(str(folder), "de-en").among(["fair"])
    assert data.longest(WORDS).tolist() == [6, 4, 4]
    assert data.longest(Preparation("unicode")).tolist() == [7, 4, 4]
    assert read(folder, max_words=6, counted=WORDS).data.available.all()
    assert not read(folder, max_words=6).data.available[:, 0].any()


def test_lengths_of_one_segment(folder):
    data = read_evaluation_set(str(folder), "de-en")
    assert data.longest(WORDS).tolist() == [6, 5, 4]
    assert data.mean_lengths(WORDS).tolist() == [6.0, 4.0, 4.0]
    (folder / "references" / "de-en.refB.txt").write_text("one two\n\nx\n")
    both = read_evaluation_set(str(folder), "de-en")
    assert both.mean_lengths(WORDS).tolist() == [4.0, 4.0, 2.5]  # a blank one is none


def test_limits_that_leave_nothing(folder):
    with pytest.raises(OptionError, match="leaves no segment of de-en; the shortest needs 4"):
        read(folder, max_words=3)
    with pytest.raises(
        OptionError, match="max_words: expected a whole number from 0 to 1000000, got -1"
    ):
        read(folder, max_words=-1)


def test_nothing_is_computed_for_segments_left_out(long_output):
    data = read(long_output, max_words=50).data
    assert data.outputs["poor"] == (*OUTPUTS["poor"][:2], "")
    # Links belong to words, so these stay.
    given_links = read(long_output, max_words=50, given=GivenFiles(links=str(long_output))).data
    assert len(given_links.outputs["poor"][2].split()) == 51
    assert (given_links.available == data.available).all()


SCORES = np.array([[1.0, np.nan, 0.0], [np.nan, 0.5, 0.5]])


def scored(lengths, scores=SCORES):
    return replace(of_scores("scored", ("a", "b"), scores), lengths=np.array(lengths))


def test_weighted_mean_by_hand():
    """3 · 1 + 1 · 0 over 3 + 1; 7 · 0.5 + 1 · 0.5 over 7 + 1."""
    assert human_totals(scored([3.0, 7.0, 1.0]), "weighted-mean").scores.tolist() == [0.75, 0.5]
    assert human_totals(scored([3.0, 7.0, 1.0]), "mean").scores.tolist() == [0.5, 0.5]


@given(
    st.lists(st.integers(1, 9), min_size=3, max_size=3),
    st.lists(st.one_of(st.none(), st.integers(1, 5)), min_size=6, max_size=6),
    st.lists(st.integers(0, 3), min_size=3, max_size=3),
)
def test_weighted_means_of_resamples(lengths, values, drawn):
    """A resample is a test set in which segments stand as often as they were drawn."""
    scores = np.array([np.nan if v is None else float(v) for v in values]).reshape(2, 3)
    totals = human_totals(scored([float(n) for n in lengths], scores), "weighted-mean")
    found = totals.weighted(np.array([drawn], float))[0]
    for row, value in zip(scores, found, strict=True):
        parts = [
            (score * length, length)
            for score, length, number in zip(row, lengths, drawn, strict=True)
            for _ in range(number)
            if not np.isnan(score)
        ]
        expected = sum(p for p, _ in parts) / sum(n for _, n in parts) if parts else np.nan
        assert value == pytest.approx(expected, nan_ok=True)


def test_weighted_means_of_equal_lengths_are_means():
    judged = scored([4.0, 4.0, 4.0])
    weighted, plain = (human_totals(judged, name).scores for name in ("weighted-mean", "mean"))
    assert weighted == pytest.approx(plain)


def test_outputs_keep_their_scores_whatever_the_weights():
    found = with_output_scores(scored([3.0, 7.0, 1.0]), "weighted-mean").scores
    assert found == pytest.approx(SCORES, nan_ok=True)


def test_what_weighted_means_need(folder):
    with pytest.raises(InputError, match="weighted-mean needs the lengths of the references"):
        human_totals(of_scores("scored", ("a", "b"), SCORES), "weighted-mean")
    protocol = Protocol("system", "pearson", human="weighted-mean", samples=0)
    with pytest.raises(InputError, match="holds rankings and no scores"):
        run_study([read(folder)], Scoring(["wer"]), [protocol])


def test_a_study_weighs_by_length(folder):
    (folder / "human-scores").mkdir()
    rows = {"good": (5, 4, 1), "fair": (4, 2, 3), "poor": (1, 3, 3)}
    (folder / "human-scores" / "de-en.da.seg.score").write_text(
        "".join(f"{name} {value}\n" for name, values in rows.items() for value in values)
    )
    judged = read(folder, human="da")
    protocol = Protocol("system", "pearson", human="weighted-mean", samples=0)
    result = run_study([judged], Scoring(["wer"]), [protocol])
    people = [(6 * a + 4 * b + 4 * c) / 14 for a, b, c in (rows[s] for s in judged.data.systems)]
    (wer,) = result.scores["de-en"]
    expected = np.corrcoef(people, wer.system_scores)[0, 1]
    assert result.tables[0].values[0, 0] == pytest.approx(expected)
    assert judged.judgements.lengths is None
