"""Ratings by judges: several scores each, normalised, averaged and summed."""

import math
import statistics

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hyperbaton.errors import InputError, OptionError
from hyperbaton.meta import (
    DataOptions,
    Omissions,
    Protocol,
    Scoring,
    read_evaluation_set,
    read_judged_sets,
    read_judgements,
    run_study,
)
from hyperbaton.meta.data.judgement_files import judged_by_ratings

SYSTEMS = ("a", "b", "c")
SEGMENTS = 3
COLUMNS = ("scoreA", "scoreB")

ratings = st.lists(
    st.tuples(
        st.sampled_from(SYSTEMS),
        st.integers(0, SEGMENTS - 1),
        st.sampled_from("xyz"),
        st.tuples(st.integers(1, 5), st.integers(1, 5)),
    ),
    min_size=1,
    max_size=30,
)


def slow_normalized(rows):
    """Every score less its judge's mean, over its judge's deviation; column by column."""
    found = []
    for system, segment, judge, scores in rows:
        values = []
        for k, score in enumerate(scores):
            all_of_judge = [other[3][k] for other in rows if other[2] == judge]
            deviation = statistics.pstdev(all_of_judge)
            mean = statistics.mean(all_of_judge)
            values.append((score - mean) / deviation if deviation else 0.0)
        found.append((system, segment, judge, tuple(values)))
    return found


def slow_scores(rows):
    """The sum over columns of the mean over ratings; by system and segment."""
    found = {}
    for system in SYSTEMS:
        for segment in range(SEGMENTS):
            given_scores = [row[3] for row in rows if row[:2] == (system, segment)]
            if given_scores:
                means = [statistics.mean(column) for column in zip(*given_scores, strict=True)]
                found[system, segment] = sum(means)
    return found


def judgements(rows, *, normalize=False, systems=SYSTEMS):
    numbered = [(systems.index(system), *rest) for system, *rest in rows]
    return judged_by_ratings("made", systems, SEGMENTS, numbered, normalize=normalize)


def assert_scores(found, expected):
    for k, system in enumerate(found.systems):
        for segment in range(SEGMENTS):
            value = expected.get((system, segment), math.nan)
            assert found.scores[k, segment] == pytest.approx(value, abs=1e-9, nan_ok=True)


@given(ratings)
def test_scores_are_those_of_the_definition(rows):
    assert_scores(judgements(rows), slow_scores(rows))
    assert_scores(judgements(rows, normalize=True), slow_scores(slow_normalized(rows)))


@given(ratings, st.randoms(use_true_random=False))
def test_names_and_the_order_of_rows_do_not_matter(rows, random):
    others = {"x": "n", "y": "a", "z": "k"}
    changed = [(system, segment, others[judge], scores) for system, segment, judge, scores in rows]
    random.shuffle(changed)
    for normalize in (False, True):
        expected = judgements(rows, normalize=normalize).scores
        found = judgements(changed, normalize=normalize).scores
        assert found == pytest.approx(expected, abs=1e-9, nan_ok=True)
        turned = judgements(rows, normalize=normalize, systems=SYSTEMS[::-1]).scores[::-1]
        assert turned == pytest.approx(expected, abs=1e-9, nan_ok=True)


@given(ratings, st.floats(0.1, 10.0), st.floats(-5.0, 5.0))
def test_how_a_judge_uses_the_scale_does_not_matter_once_normalised(rows, factor, shift):
    moved = [
        (*row[:3], tuple(factor * s + shift for s in row[3]) if row[2] == "x" else row[3])
        for row in rows
    ]
    expected = judgements(rows, normalize=True).scores
    assert judgements(moved, normalize=True).scores == pytest.approx(
        expected, abs=1e-6, nan_ok=True
    )


def test_a_hand_computed_case():
    """Judge x is kind and judge y is not; in each column they differ by a constant."""
    rows = [
        ("a", 0, "x", (5, 4)),
        ("b", 0, "x", (3, 2)),
        ("a", 0, "y", (3, 3)),
        ("b", 0, "y", (1, 1)),
    ]
    plain = judgements(rows)
    assert plain.scores[:, 0].tolist()[:2] == [4.0 + 3.5, 2.0 + 1.5]
    assert math.isnan(plain.scores[2, 0])
    assert judgements(rows, normalize=True).scores[:, 0].tolist()[:2] == [2.0, -2.0]


TABLE = """\
segment\tannotator\tsystem\tscoreA\tscoreB
1\tx\tgood\t5\t4
1\tx\tfair\t3\t2
1\ty\tgood\t4\t4
2\ty\tfair\t2\t1
"""


@pytest.fixture
def data(folder):
    (folder / "human-scores").mkdir()
    (folder / "human-scores" / "de-en.nist.tsv").write_text(TABLE)
    return read_evaluation_set(str(folder), "de-en")


def test_tables_of_ratings_are_found_by_name(data):
    found = read_judgements(data, "nist", columns=COLUMNS)
    assert found.scores[:2, 0].tolist() == [5.0, 8.5]  # fair, good
    assert found.scores[0, 1] == 3.0
    assert read_judgements(data, "nist", columns=["scoreA"]).scores[1, 0] == 4.5
    assert read_judgements(data, "nist", columns=["scoreB"]).scores[1, 0] == 4.0


def test_tables_of_ratings_are_what_a_folder_without_rankings_has(data, folder):
    assert read_judgements(data).scores is None  # rankings come first
    (folder / "rankings" / "de-en.pairs.tsv").unlink()
    assert read_judgements(data, columns=COLUMNS).scores[0, 0] == 5.0
    (folder / "human-scores" / "de-en.mqm.seg.score").write_text("")
    with pytest.raises(OptionError, match="several human scores; choose mqm or nist"):
        read_judgements(data, columns=COLUMNS)


def test_judges_are_normalised_in_each_column(data):
    found = read_judgements(data, "nist", columns=COLUMNS, normalize=True)
    # Judge x says 5 and 3, then 4 and 2; judge y 4 and 2, then 4 and 1: mean 0 and variance 1.
    assert found.scores[:2, 0].tolist() == [-2.0, 2.0]
    assert found.scores[0, 1] == -2.0


@pytest.mark.parametrize(
    ("row", "message"),
    [
        ("1\tx\tbest\t1\t1", r"nist.tsv:6: de-en has no system best; it has fair, good, poor"),
        ("9\tx\tgood\t1\t1", r"nist.tsv:6: segment 9 is out of range; de-en has .* 1 to 3"),
        (
            "1\tx\tgood\tnan\t1",
            r"nist.tsv:6: scoreA is 'nan'; a number from -1e100 to 1e100 is accepted",
        ),
        (
            "1\tx\tgood\t1\t-inf",
            r"nist.tsv:6: scoreB is '-inf'; a number from -1e100 to 1e100 is accepted",
        ),
        (
            "1\tx\tgood\t1\thigh",
            r"nist.tsv:6: scoreB is 'high'; a number from -1e100 to 1e100 is accepted",
        ),
        ("1\tx\tgood\t1", r"nist.tsv:6: 4 fields, expected 5"),
        (
            "1\tx\tgood\t5\t4",
            r"nist.tsv:6: judge x gives segment 1 of good the same score twice; .*repeated-ratings",
        ),
    ],
)
def test_wrong_ratings_are_named(data, folder, row, message):
    (folder / "human-scores" / "de-en.nist.tsv").write_text(f"{TABLE}{row}\n")
    with pytest.raises(InputError, match=message):
        read_judgements(data, "nist", columns=COLUMNS)


def test_one_equal_score_is_no_repetition(data, folder):
    path = folder / "human-scores" / "de-en.nist.tsv"
    path.write_text(f"{TABLE}1\tx\tgood\t5\t1\n")
    scores = read_judgements(data, "nist", columns=COLUMNS).scores
    assert scores[1, 0] == pytest.approx((5 + 5 + 4) / 3 + (4 + 1 + 4) / 3)


def test_a_judge_who_was_asked_again_counts_again(data, folder):
    path = folder / "human-scores" / "de-en.nist.tsv"
    path.write_text(f"{TABLE}1\tx\tgood\t5\t4\n")
    scores = read_judgements(data, "nist", columns=COLUMNS, repeats=True).scores
    assert scores[1, 0] == pytest.approx((5 + 5 + 4) / 3 + 4)


def test_columns_that_cannot_be_chosen(data, folder):
    with pytest.raises(InputError, match=r"nist.tsv:1: has no column score; .* scoreA, scoreB"):
        read_judgements(data, "nist")
    with pytest.raises(InputError, match=r"nist.tsv: no column 'scoreC'; columns are segment, ann"):
        read_judgements(data, "nist", columns=["scoreA", "scoreC"])
    with pytest.raises(OptionError, match="scoreA, scoreA names a column twice"):
        read_judgements(data, "nist", columns=["scoreA", "scoreA"])
    with pytest.raises(OptionError, match=r"pairs.tsv: holds no ratings whose columns"):
        read_judgements(data, columns=COLUMNS)


def test_unusable_ratings_are_counted_where_asked(data, folder):
    (folder / "human-scores" / "de-en.nist.tsv").write_text(f"{TABLE}1\tx\tbest\t1\t1\n")
    omissions = Omissions(skip=True)
    found = read_judgements(data, "nist", columns=COLUMNS, omissions=omissions)
    assert found.scores[1, 0] == 8.5
    assert dict(omissions.counts) == {"judgement of an unknown system": 1}


def test_systems_are_scored_on_rated_outputs_even_where_one_was_rated_alone(data, folder):
    """Segment 2 has a rating of one system: no pair, but a score of that system."""
    options = DataOptions(human="nist", score_columns=COLUMNS)
    sets = read_judged_sets(str(folder), ["de-en"], options)
    protocol = Protocol("system", "pearson", judged_only=True, samples=0)
    result = run_study(sets, Scoring(["wer"]), [protocol])
    assert sets[0].judgements.judged().tolist() == [[1, 1, 0], [1, 0, 0], [0, 0, 0]]
    (scores,) = result.scores["de-en"]
    judged_only = scores.judged_only(sets[0].judgements.judged()).system_scores
    # fair: "the cat on the mat sat" (2 edits of 6 words), "he a book read" (2 of 4).
    assert judged_only[0] == pytest.approx(-4 / 10)
    assert np.isnan(judged_only[2])
    assert result.tables[0].values[0, 0] == 1.0
