"""Judgements from files of every format; what is wrong with them is named."""

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
from hyperbaton.meta.judged_sets import error_weight, judged_by_ratings

SYSTEMS = ("a", "b", "c")
SEGMENTS = 3
COLUMNS = ("scoreA", "scoreB")
TWO_COLUMNS = {"score_columns": COLUMNS}

PAIRS = "segment\tsystem1\trank1\tsystem2\trank2\tranking\n"
RANKINGS = """\
srclang,trglang,srcIndex,documentId,judgeId,system1Id,system2Id,system3Id,system1rank,system2rank,system3rank
German,English,1,-1,j1,newstest2013.de-en.good,newstest2013.de-en.fair,newstest2013.de-en.poor,1,2,2
German,English,2,-1,j2,newstest2013.de-en.poor,newstest2013.de-en.fair,newstest2013.de-en.good,3,-1,1
French,English,9,-1,j2,newstest2013.fr-en.x,newstest2013.fr-en.y,newstest2013.fr-en.z,3,1,1
"""
ASSESSMENTS = """\
system,segment,judge,score
good,1,j1,90
fair,1,j1,50
good,2,j1,70
fair,2,j2,40
good,2,j2,40
"""
NIST = """\
segment\tannotator\tsystem\tscoreA\tscoreB
1\tx\tgood\t5\t4
1\tx\tfair\t3\t2
1\ty\tgood\t4\t4
2\ty\tfair\t2\t1
"""
MQM = """\
system\tdoc\tdoc_id\tseg_id\trater\tsource\ttarget\tcategory\tseverity
good\td\t1\t1\tr1\ts\tt\tNo-error\tno-error
fair\td\t1\t1\tr1\ts\tt\tAccuracy/Mistranslation\tMajor
fair\td\t1\t1\tr1\ts\tt\tFluency/Punctuation\tMinor
fair\td\t1\t1\tr2\ts\tt\tStyle/Awkward\tMinor
poor\td\t1\t1\tr1\ts\tt\tNon-translation!\tMajor
"""
NUMBER = "a number from -1e100 to 1e100 is accepted"


@pytest.fixture
def data(folder):
    return read_evaluation_set(str(folder), "de-en")


@pytest.fixture
def judged(folder, data):
    """Reads judgements from a file with some content."""

    def read(name, content, omissions=None, **options):
        (folder / name).write_text(content)
        return read_judgements(data, DataOptions(str(folder / name), **options), omissions)

    return read


@pytest.fixture
def rated(folder, data):
    (folder / "human-scores").mkdir()
    (folder / "human-scores" / "de-en.nist.tsv").write_text(NIST)
    return data


def triples(preferences):
    """Segment, better system and worse system, or both in order for a tie."""
    names = preferences.systems
    for k in range(len(preferences)):
        first, second = names[preferences.first[k]], names[preferences.second[k]]
        pair = (first, second) if preferences.sign[k] > 0 else (second, first)
        yield int(preferences.segment[k]) + 1, *pair, bool(preferences.sign[k])


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("x.tsv", "a\tb\n", r"x.tsv: no column 'system' or 'systemId'"),
        ("x.tsv", f"{PAIRS}0\tgood\t1\tfair\t2\t1", "x.tsv:2: segment 0 is out of range"),
        ("x.tsv", f"{PAIRS}1\tgood\t1\tbest\t2\t1", "x.tsv:2: de-en has no system best"),
        ("x.tsv", f"{PAIRS}1\tgood\tfirst\tfair\t2\t1", "x.tsv:2: rank1 is 'first'; a whole"),
        (
            "x.csv",
            RANKINGS.replace("de-en.poor,1,2,2", "de-en.poor,1,two,2"),
            "system2rank is 'two'",
        ),
        ("x.csv", f"{ASSESSMENTS}good,1,j1,-inf", f"x.csv:7: the score is '-inf'; {NUMBER}"),
        ("x.tsv", NIST, r"x.tsv: no column 'score' .*; columns are .*scoreA, scoreB"),
        (
            "x.tsv",
            MQM.replace("\tMajor", "\tterrible", 1),
            "x.tsv:3: severity is 'terrible'; accepted are major",
        ),
        ("x.score", "good 1 2\n", "x.score:1: 3 fields; expected a system and its score"),
        ("x.score", "good 1\ngood 2\nfair 1\nfair 2\n", "good has 2 scores; expected 1, or"),
        ("x.score", "good 1\nfair 1\n", "x.score: has scores of systems; those of segments are"),
    ],
)
def test_what_is_wrong_is_named(judged, name, content, message):
    with pytest.raises(InputError, match=message):
        judged(name, content)


def test_options_that_do_not_fit(judged, rated):
    for options, message in (
        (TWO_COLUMNS, r"pairs.tsv: holds no ratings by judges"),
        ({"normalize": True}, "no ratings by judges"),
        ({"score_columns": ("scoreA", "scoreA")}, "score columns: duplicate scoreA"),
    ):
        with pytest.raises(OptionError, match=message):
            read_judgements(rated, DataOptions(**options))
    with pytest.raises(InputError, match=r"nist.tsv: no column 'scoreC'; columns are segment, ann"):
        read_judgements(rated, DataOptions("nist", score_columns=("scoreA", "scoreC")))


def test_which_judgements_are_taken(folder, rated):
    """Rankings first, then the only scores there are; several must be chosen from."""
    assert read_judgements(rated).scores is None
    (folder / "rankings" / "de-en.pairs.tsv").rename(folder / "pairs.tsv")
    assert read_judgements(rated, DataOptions(**TWO_COLUMNS)).scores[0, 0] == 5.0
    (folder / "human-scores" / "de-en.mqm.seg.score").write_text("")
    with pytest.raises(OptionError, match="several human scores; choose mqm or nist"):
        read_judgements(rated, DataOptions(**TWO_COLUMNS))
    (folder / "rankings" / "de-en.judgments.csv").write_text(RANKINGS)
    assert len(read_judgements(rated).preferences) == 4


def test_unusable_judgements_are_counted_where_asked(judged):
    omissions = Omissions(skip=True)
    rows = ["4\tgood\t1\tfair\t2\t1", "1\tbest\t1\tfair\t2\t1", "2\tgood\t1\tfair\t2\t1"]
    found = judged("pairs.tsv", PAIRS + "\n".join(rows), omissions=omissions)
    assert len(found.preferences) == 1
    rating = f"{NIST}1\tx\tbest\t1\t1"
    assert judged("da.tsv", rating, omissions=omissions, **TWO_COLUMNS).scores[1, 0] == 8.5
    assert dict(omissions.counts) == {
        "judgement of a segment out of range": 1,
        "judgement of an unknown system": 2,
    }


# Rankings


def test_pairs(data, judged):
    found = read_judgements(data).preferences
    assert list(triples(found)) == [
        (1, "good", "fair", True),
        (1, "good", "poor", True),
        (1, "fair", "poor", True),
        (2, "fair", "good", False),
        (3, "good", "poor", True),
    ]
    assert found.strict == 4
    assert found.ranks.tolist()[4] == [4, 2]
    # Equal rows without a ranking are judgements of several people.
    row = "1\tgood\t1\tfair\t2"
    assert len(judged("pairs.tsv", f"{PAIRS}{row}\t\n{row}\t\n").preferences) == 2
    without = PAIRS.replace("\tranking", "")
    assert len(judged("pairs.tsv", f"{without}{row}\n{row}\n").preferences) == 2


def test_rankings(judged):
    found = judged("x.csv", RANKINGS).preferences
    assert sorted(triples(found)) == [
        (1, "good", "fair", True),
        (1, "good", "poor", True),
        (1, "poor", "fair", False),
        (2, "good", "poor", True),
    ]
    assert len(set(found.ranking.tolist())) == 2
    two_a_row = (
        "srclang,trglang,srcIndex,segmentId,judgeId,system1Id,system1rank,system2Id,system2rank,"
        "rankingID\ndeu,eng,3,3,j,good,1,fair,2,11\ndeu,eng,3,3,j,good,1,poor,2,11\n"
    )
    assert judged("x.csv", two_a_row).preferences.ranking.tolist() == [11, 11]


# Scores and ratings


def test_scores(judged):
    scores = {"good": [5, 4, 3], "fair": [1, "None", 3], "poor": ["None"] * 3}
    lines = "".join(f"{s}\t{v}\n" for s, values in scores.items() for v in values)  # type: ignore[attr-defined]
    assert list(triples(judged("x.seg.score", lines).preferences)) == [
        (1, "good", "fair", True),
        (3, "good", "fair", False),
    ]


def test_direct_assessment(judged):
    """The mean over judges; each at mean 0 and variance 1 where normalised."""
    found = judged("da.csv", ASSESSMENTS)
    assert found.scores[1].tolist()[:2] == [90.0, 55.0]
    assert np.isnan(found.scores[2]).all()
    assert next(triples(found.preferences)) == (1, "good", "fair", True)
    found = judged("da.csv", ASSESSMENTS, normalize=True)
    z = [(value - 70) / np.std([90, 50, 70]) for value in (90, 50, 70)]
    assert found.scores[:2, 0] == pytest.approx([z[1], z[0]])
    # The second judge gave the same score to all: nothing is known from that.
    assert found.scores[:2, 1] == pytest.approx([0.0, (z[2] + 0.0) / 2])


def test_several_columns_are_averaged_each_and_summed(rated):
    found = read_judgements(rated, DataOptions("nist", **TWO_COLUMNS))
    assert found.scores[:2, 0].tolist() == [5.0, 8.5]  # fair, good
    assert found.scores[0, 1] == 3.0
    one = read_judgements(rated, DataOptions("nist", score_columns=("scoreA",)))
    assert one.scores[1, 0] == 4.5


def test_mqm(judged):
    assert judged("x.tsv", MQM).scores[:, 0] == pytest.approx([-(5.1 + 1.0) / 2, 0.0, -25.0])
    for severity, category, weight in (
        ("Major", "Fluency/Punctuation", 5.0),
        ("minor", "Fluency/Punctuation", 0.1),
        ("Minor", "Accuracy", 1.0),
        ("Neutral", "Style", 0.0),
        ("HOTW-test", "Missed", 0.0),  # an attention check
        ("Major", "Non-translation!", 25.0),
        ("Minor", "Non-translation!", 1.0),
        ("awful", "Style", None),
    ):
        assert error_weight(severity, category) == weight


def test_systems_are_scored_on_rated_outputs_even_where_one_was_rated_alone(folder, rated):
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


ratings = st.lists(
    st.tuples(
        st.integers(0, len(SYSTEMS) - 1),
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
    """The sum over columns of the mean over ratings."""
    found = np.full((len(SYSTEMS), SEGMENTS), math.nan)
    for place in np.ndindex(found.shape):
        given_scores = [row[3] for row in rows if row[:2] == place]
        if given_scores:
            found[place] = sum(statistics.mean(each) for each in zip(*given_scores, strict=True))
    return found


def scores_of(rows, *, normalize=False):
    return judged_by_ratings("made", SYSTEMS, SEGMENTS, rows, normalize=normalize).scores


def same(scores):
    return pytest.approx(scores, abs=1e-6, nan_ok=True)


@given(ratings, st.randoms(use_true_random=False), st.floats(0.1, 10.0), st.floats(-5.0, 5.0))
def test_scores_are_those_of_the_definition(rows, random, factor, shift):
    assert scores_of(rows) == same(slow_scores(rows))
    normalized = scores_of(rows, normalize=True)
    assert normalized == same(slow_scores(slow_normalized(rows)))
    # Names of judges and the order of rows do not matter.
    changed = [(*row[:2], {"x": "n", "y": "a", "z": "k"}[row[2]], row[3]) for row in rows]
    random.shuffle(changed)
    assert scores_of(changed) == same(scores_of(rows))
    assert scores_of(changed, normalize=True) == same(normalized)
    # Nor does how a judge uses the scale, once normalised.
    moved = [
        (*row[:3], tuple(factor * s + shift for s in row[3]) if row[2] == "x" else row[3])
        for row in rows
    ]
    assert scores_of(moved, normalize=True) == same(normalized)
