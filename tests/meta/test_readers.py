"""Test sets, judgements and scores from files; what is wrong with them is named."""

import gzip

import numpy as np
import pytest

from hyperbaton.errors import InputError, OptionError
from hyperbaton.meta import (
    DataOptions,
    Omissions,
    PairScorer,
    read_evaluation_set,
    read_judged_sets,
    read_judgements,
)
from hyperbaton.meta.data.judgement_files import error_weight
from hyperbaton.meta.data.score_files import read_metric_scores, read_scores, write_metric_scores
from hyperbaton.metrics.registry import text_metric

SYSTEMS = ("fair", "good", "poor")  # in order of their names


@pytest.fixture
def data(folder):
    return read_evaluation_set(str(folder), "de-en")


def judged(data, path, **options):
    return read_judgements(data, str(path), **options)


def triples(preferences):
    """Segment, better system and worse system, or both in order for a tie."""
    names = preferences.systems
    for k in range(len(preferences)):
        first, second = names[preferences.first[k]], names[preferences.second[k]]
        pair = (first, second) if preferences.sign[k] > 0 else (second, first)
        yield int(preferences.segment[k]) + 1, *pair, bool(preferences.sign[k])


def test_evaluation_set(data):
    assert data.systems == SYSTEMS
    assert len(data) == 3
    assert data.references[1] == ("he read a book",)
    assert data.reference_names == ("refA",)
    assert data.available.all()


def test_several_references(folder):
    (folder / "references" / "de-en.refB.txt").write_text("a\nb\nc\n")
    both = read_evaluation_set(str(folder), "de-en")
    assert both.references[2] == ("it rained all night", "c")
    only = read_evaluation_set(str(folder), "de-en", references=["refB"])
    assert only.references[2] == ("c",)
    with pytest.raises(OptionError, match="has no reference refC; it has refA, refB"):
        read_evaluation_set(str(folder), "de-en", references=["refC"])


def test_pairs(data):
    found = read_judgements(data)
    assert list(triples(found.preferences)) == [
        (1, "good", "fair", True),
        (1, "good", "poor", True),
        (1, "fair", "poor", True),
        (2, "fair", "good", False),
        (3, "good", "poor", True),
    ]
    assert found.preferences.strict == 4
    assert found.preferences.ranks.tolist()[4] == [4, 2]


def test_everything_may_be_compressed(folder, data):
    expected = read_judgements(data).preferences
    for path in [*folder.rglob("*.txt"), *folder.rglob("*.tsv")]:
        with gzip.open(f"{path}.gz", "wb") as file:
            file.write(path.read_bytes())
        path.unlink()
    packed = read_evaluation_set(str(folder), "de-en")
    assert packed.outputs == data.outputs
    assert (read_judgements(packed).preferences.sign == expected.sign).all()


def test_equal_rows_without_a_ranking_are_several_people(folder, data):
    path = folder / "pairs.tsv"
    row = "1\tgood\t1\tfair\t2"
    path.write_text(f"segment\tsystem1\trank1\tsystem2\trank2\tranking\n{row}\t\n{row}\t\n")
    assert len(judged(data, path).preferences) == 2
    path.write_text(f"segment\tsystem1\trank1\tsystem2\trank2\n{row}\n{row}\n")
    assert len(judged(data, path).preferences) == 2


HEADER = "segment\tsystem1\trank1\tsystem2\trank2\tranking\n"


@pytest.mark.parametrize(
    ("row", "message"),
    [
        ("4\tgood\t1\tfair\t2\t1", r"pairs.tsv:2: segment 4 is out of range; de-en has .* 1 to 3"),
        ("0\tgood\t1\tfair\t2\t1", "pairs.tsv:2: segment 0 is out of range"),
        ("1\tgood\t1\tbest\t2\t1", "pairs.tsv:2: de-en has no system best; it has fair, good"),
        ("1\tgood\t1\tgood\t2\t1", "pairs.tsv:2: compares good with itself"),
        (
            "1\tgood\tfirst\tfair\t2\t1",
            "pairs.tsv:2: rank1 is 'first'; a whole number from -1000000000 to",
        ),
        ("one\tgood\t1\tfair\t2\t1", "pairs.tsv:2: segment is 'one'"),
        ("1\tgood\t1\tfair", "pairs.tsv:2: 4 fields, expected 6"),
        (
            "1\tgood\t1\tfair\t2\t7\n1\tfair\t1\tgood\t2\t7",
            "pairs.tsv:3: ranking 7 compares fair and good on segment 1 twice",
        ),
    ],
)
def test_wrong_pairs_are_named(folder, data, row, message):
    path = folder / "pairs.tsv"
    path.write_text(HEADER + row + "\n")
    with pytest.raises(InputError, match=message):
        judged(data, path)


def test_unusable_judgements_are_counted_where_asked(folder, data):
    path = folder / "pairs.tsv"
    rows = ["4\tgood\t1\tfair\t2\t1", "1\tbest\t1\tfair\t2\t1", "2\tgood\t1\tfair\t2\t1"]
    path.write_text(HEADER + "\n".join(rows) + "\n")
    omissions = Omissions(skip=True)
    assert len(judged(data, path, omissions=omissions).preferences) == 1
    assert dict(omissions.counts) == {
        "judgement of a segment out of range": 1,
        "judgement of an unknown system": 1,
    }


def test_blank_outputs_are_missing(folder):
    path = folder / "system-outputs" / "de-en" / "fair.txt"
    path.write_text("\n\nall night it rained\n")
    data = read_evaluation_set(str(folder), "de-en")
    assert data.available.tolist() == [[False, False, True], [True] * 3, [True] * 3]
    with pytest.raises(InputError, match=r"pairs.tsv:2: fair has no output for segment 1"):
        read_judgements(data)
    omissions = Omissions(skip=True)
    found = read_judgements(data, omissions=omissions)
    assert [t[0] for t in triples(found.preferences)] == [1, 3]
    assert str(omissions) == "3 × judgement of a missing output"
    empty = read_evaluation_set(str(folder), "de-en", blank="empty")
    assert empty.available.all()


def test_systems_score_what_is_available(folder):
    path = folder / "system-outputs" / "de-en" / "fair.txt"
    path.write_text("\n\nit rained all night\n")
    data = read_evaluation_set(str(folder), "de-en")
    (wer,) = PairScorer(data).score([text_metric("wer")])
    assert wer.system_scores[0] == 0.0
    assert np.isnan(wer.segments[0]).tolist() == [True, True, False]


@pytest.mark.parametrize(
    ("path", "content", "message"),
    [
        ("system-outputs/de-en/good.txt", b"x\n", "good.txt has 1 lines but"),
        ("system-outputs/de-en/good.txt", b"\xff\n", "good.txt:1: byte 0xFF at position 1 is not"),
        ("references/de-en.refA.txt", None, "has no references/de-en.NAME.txt"),
        ("rankings/de-en.pairs.tsv", None, "has no judgements of de-en; rankings/de-en.pairs.tsv"),
        ("rankings/de-en.pairs.tsv", b"", "is empty; the first row must name the columns"),
        (
            "rankings/de-en.pairs.tsv",
            b"a\tb\n",
            r"unrecognised columns \(a, b\)",
        ),
    ],
)
def test_broken_folders_are_named(folder, path, content, message):
    if content is None:
        (folder / path).unlink()
    else:
        (folder / path).write_bytes(content)
    with pytest.raises(InputError, match=message):
        read_judged_sets(str(folder), ["de-en"])


def test_one_system_is_not_enough(folder):
    for name in SYSTEMS[1:]:
        (folder / "system-outputs" / "de-en" / f"{name}.txt").unlink()
    with pytest.raises(InputError, match="has 1 systems; at least two"):
        read_evaluation_set(str(folder), "de-en")


def test_a_language_pair_that_is_not_there(folder):
    with pytest.raises(InputError, match="it has de-en"):
        read_evaluation_set(str(folder), "fr-en")


def test_excluded_systems(folder):
    (found,) = read_judged_sets(str(folder), ["de-en"], DataOptions(exclude=("po*",)))
    assert found.data.systems == found.judgements.systems == ("fair", "good")
    assert len(found.judgements.preferences) == 2
    with pytest.raises(OptionError, match="no system of de-en is named x"):
        read_judged_sets(str(folder), ["de-en"], DataOptions(exclude=("x*",)))
    with pytest.raises(OptionError, match="leaves 0 systems"):
        read_judged_sets(str(folder), ["de-en"], DataOptions(exclude=("*",)))


RANKINGS = """\
srclang,trglang,srcIndex,documentId,judgeId,system1Id,system2Id,system3Id,system1rank,system2rank,system3rank
German,English,1,-1,j1,newstest2013.de-en.good,newstest2013.de-en.fair,newstest2013.de-en.poor,1,2,2
German,English,2,-1,j2,newstest2013.de-en.poor,newstest2013.de-en.fair,newstest2013.de-en.good,3,-1,1
French,English,9,-1,j2,newstest2013.fr-en.x,newstest2013.fr-en.y,newstest2013.fr-en.z,3,1,1
"""


def test_rankings(folder, data):
    path = folder / "rankings" / "de-en.judgments.csv"
    path.write_text(RANKINGS)
    found = judged(data, path).preferences
    assert sorted(triples(found)) == [
        (1, "good", "fair", True),
        (1, "good", "poor", True),
        (1, "poor", "fair", False),
        (2, "good", "poor", True),
    ]
    assert len(set(found.ranking.tolist())) == 2
    (folder / "rankings" / "de-en.pairs.tsv").unlink()
    assert len(read_judgements(data).preferences) == 4  # found by itself


def test_rankings_of_two_systems_a_row(folder, data):
    path = folder / "pairs.csv"
    path.write_text(
        "srclang,trglang,srcIndex,segmentId,judgeId,system1Id,system1rank,system2Id,system2rank,"
        "rankingID\n"
        "deu,eng,3,3,j,good,1,fair,2,11\n"
        "deu,eng,3,3,j,good,1,poor,2,11\n"
    )
    assert judged(data, path).preferences.ranking.tolist() == [11, 11]


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("de-en.poor,1,2,2", "de-en.good,1,2,2", "csv:2: ranks newstest2013.de-en.good twice"),
        ("de-en.poor,1,2,2", "de-en.poor,1,two,2", "rank of newstest2013.de-en.fair is 'two'"),
        ("English,1,-1", "English,7,-1", "segment 7 is out of range"),
        ("srcIndex", "index", "unrecognised columns"),
    ],
)
def test_wrong_rankings_are_named(folder, data, old, new, message):
    path = folder / "rankings.csv"
    path.write_text(RANKINGS.replace(old, new, 1))
    with pytest.raises(InputError, match=message):
        judged(data, path)


def test_human_scores(folder, data):
    (folder / "human-scores").mkdir()
    path = folder / "human-scores" / "de-en.mqm.seg.score"
    scores = {"good": [5, 4, 3], "fair": [1, "None", 3], "poor": ["None"] * 3}
    path.write_text("".join(f"{s}\t{v}\n" for s, values in scores.items() for v in values))
    found = judged(data, "mqm")
    assert list(triples(found.preferences)) == [
        (1, "good", "fair", True),
        (3, "good", "fair", False),
    ]
    (folder / "rankings" / "de-en.pairs.tsv").unlink()
    assert read_judgements(data).name == str(path)
    (folder / "human-scores" / "de-en.da.seg.score").write_text(path.read_text())
    with pytest.raises(OptionError, match="several human scores; choose da or mqm"):
        read_judgements(data)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("good 1 2\n", "score:1: 3 fields; expected a system and its score"),
        ("good x\n", "score:1: the score of good is 'x'"),
        (
            "good 1\ngood 2\nfair 1\nfair 2\n",
            "good has 2 scores; expected 1, or one per segment: 3",
        ),
        ("best 1\nbest 2\nbest 3\n", "has no system best"),
    ],
)
def test_wrong_score_files_are_named(folder, data, text, message):
    path = folder / "x.score"
    path.write_text(text)
    with pytest.raises(InputError, match=message):
        read_scores(str(path), data, Omissions())


def test_written_scores_read_back(folder, data):
    metrics = PairScorer(data).score([text_metric("wer"), text_metric("chrf(words=2)")])
    written = write_metric_scores(str(folder), data, metrics)
    assert [path.name for path in written] == [
        "wer-refA.sys.score",
        "wer-refA.seg.score",
        "chrf_words_2-refA.sys.score",
        "chrf_words_2-refA.seg.score",
    ]
    for metric, name in zip(metrics, ("wer-refA", "chrf_words_2-refA"), strict=True):
        (back,) = read_metric_scores(name, data, Omissions())
        assert back.name == name
        assert (back.segments == metric.segments).all()
    path = written[0].parent / "wer-refA.sys.score"
    (systems,) = read_metric_scores(str(path), data, Omissions())
    assert systems.segments is None
    assert (systems.system_scores == metrics[0].system_scores).all()


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


ASSESSMENTS = """\
system,segment,judge,score
good,1,j1,90
fair,1,j1,50
good,2,j1,70
fair,2,j2,40
good,2,j2,40
"""


def test_direct_assessment(folder, data):
    path = folder / "da.csv"
    path.write_text(ASSESSMENTS)
    found = judged(data, path)
    assert found.scores[1].tolist()[:2] == [90.0, 55.0]  # good: one judge, then the mean of two
    assert np.isnan(found.scores[2]).all()
    assert next(triples(found.preferences)) == (1, "good", "fair", True)


def test_judges_are_normalised(folder, data):
    """Mean 0 and variance 1 for each judge (Leusch, Ueffing & Ney 2003, experiment B)."""
    path = folder / "da.csv"
    path.write_text(ASSESSMENTS)
    found = judged(data, path, normalize=True)
    deviation = np.std([90, 50, 70])
    z = [(value - 70) / deviation for value in (90, 50, 70)]
    assert found.scores[1, 0] == pytest.approx(z[0])
    assert found.scores[0, 0] == pytest.approx(z[1])
    # The second judge gave the same score to all: nothing is known from that.
    assert found.scores[1, 1] == pytest.approx((z[2] + 0.0) / 2)
    assert found.scores[0, 1] == 0.0
    with pytest.raises(OptionError, match="no ratings by judges"):
        read_judgements(data, normalize=True)


@pytest.mark.parametrize(
    ("row", "message"),
    [
        ("good,1,j1,90", "csv:7: judge j1 gives segment 1 of good the same score twice"),
        ("good,1,j1,nan", "csv:7: the score is 'nan'"),
        ("good,1,j1,high", "csv:7: the score is 'high'"),
        ("good,9,j1,1", "csv:7: segment 9 is out of range"),
        ('"good,1,j1,1', "csv:7: the row beginning here is not CSV"),
    ],
)
def test_wrong_assessments_are_named(folder, data, row, message):
    path = folder / "da.csv"
    path.write_text(ASSESSMENTS + row + "\n")
    with pytest.raises(InputError, match=message):
        judged(data, path)


MQM = """\
system\tdoc\tdoc_id\tseg_id\trater\tsource\ttarget\tcategory\tseverity
good\td\t1\t1\tr1\ts\tt\tNo-error\tno-error
fair\td\t1\t1\tr1\ts\tt\tAccuracy/Mistranslation\tMajor
fair\td\t1\t1\tr1\ts\tt\tFluency/Punctuation\tMinor
fair\td\t1\t1\tr2\ts\tt\tStyle/Awkward\tMinor
poor\td\t1\t1\tr1\ts\tt\tNon-translation!\tMajor
"""


def test_mqm(folder, data):
    path = folder / "mqm.tsv"
    path.write_text(MQM)
    scores = judged(data, path).scores
    assert scores[:, 0] == pytest.approx([-(5.1 + 1.0) / 2, 0.0, -25.0])
    path.write_text(MQM.replace("\tMajor", "\tterrible", 1))
    with pytest.raises(InputError, match=r"mqm.tsv:3: severity is 'terrible'; accepted are major"):
        judged(data, path)


def test_weights_of_errors():
    cases = {
        ("Major", "Fluency/Punctuation"): 5.0,
        ("minor", "Fluency/Punctuation"): 0.1,
        ("Minor", "Accuracy"): 1.0,
        ("Neutral", "Style"): 0.0,
        ("Major", "Non-translation!"): 25.0,
        ("Minor", "Non-translation!"): 1.0,
    }
    for (severity, category), weight in cases.items():
        assert error_weight(severity, category) == weight
    assert error_weight("awful", "Style") is None
