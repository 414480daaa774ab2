"""Test sets from folders: references, outputs, systems and segments left out, several years."""

import numpy as np
import pytest
from meta.conftest import OUTPUTS, REFERENCE, SYSTEMS, make

from hyperbaton.errors import InputError, OptionError
from hyperbaton.evidence import Preparation
from hyperbaton.meta import (
    DataOptions,
    GivenFiles,
    Omissions,
    PairScorer,
    read_evaluation_set,
    read_judged_folders,
    read_judged_sets,
    read_judgements,
)
from hyperbaton.metrics.registry import as_metric

WORDS = Preparation("none")


def read(folder, **options):
    (found,) = read_judged_sets(str(folder), ["de-en"], DataOptions(**options))
    return found


def test_references_and_outputs(folder):
    (folder / "references" / "de-en.refB.txt").write_text("a\nb\nc\n")
    both = read_evaluation_set(str(folder), "de-en")
    assert (both.systems, len(both), both.reference_names) == (SYSTEMS, 3, ("refA", "refB"))
    assert both.references[2] == ("it rained all night", "c")
    assert both.available.all()
    only = read_evaluation_set(str(folder), "de-en", DataOptions(references=("refB",)))
    assert only.references[2] == ("c",)
    with pytest.raises(OptionError, match="has no reference refC; it has refA, refB"):
        read_evaluation_set(str(folder), "de-en", DataOptions(references=("refC",)))
    with pytest.raises(InputError, match=r"has no references/fr-en.*it has de-en"):
        read_evaluation_set(str(folder), "fr-en")


def test_blank_outputs_are_missing(folder):
    path = folder / "system-outputs" / "de-en" / "fair.txt"
    path.write_text("\n\nall night it rained\n")
    data = read_evaluation_set(str(folder), "de-en")
    assert data.available.tolist() == [[False, False, True], [True] * 3, [True] * 3]
    with pytest.raises(InputError, match=r"pairs.tsv:2: fair has no output for segment 1"):
        read_judgements(data)
    omissions = Omissions(skip=True)
    found = read_judgements(data, None, omissions).preferences
    assert found.segment.tolist() == [0, 2]
    assert str(omissions) == "3 × judgement of a missing output"
    assert read_evaluation_set(str(folder), "de-en", DataOptions(blank="empty")).available.all()


@pytest.mark.parametrize(
    ("path", "content", "message"),
    [
        ("system-outputs/de-en/good.txt", b"x\n", "good.txt has 1 segment but"),
        ("system-outputs/de-en/good.txt", b"\xff\n", "good.txt:1: byte 0xFF at position 1 is not"),
        ("system-outputs/de-en/", None, "has 0 systems; at least two"),
        ("references/de-en.refA.txt", None, "has no references/de-en.NAME.txt"),
        ("rankings/de-en.pairs.tsv", None, "has no judgements of de-en; rankings/de-en.pairs.tsv"),
    ],
)
def test_broken_folders_are_named(folder, path, content, message):
    for file in folder.rglob("*"):
        if path in str(file):
            file.write_bytes(content) if content else file.unlink()
    with pytest.raises(InputError, match=message):
        read(folder)


def test_excluded_systems(folder):
    found = read(folder, exclude=("po*",))
    assert found.data.systems == found.judgements.systems == ("fair", "good")
    assert len(found.judgements.preferences) == 2
    with pytest.raises(OptionError, match="no system of de-en is named x"):
        read(folder, exclude=("x*",))
    with pytest.raises(OptionError, match="leaves 0 systems"):
        read(folder, exclude=("*",))


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
    for options in ({"max_words": 51}, {"max_words": 0}, {"max_words": 50, "exclude": ("poor",)}):
        assert read(long_output, **options).data.available.all()
    (wer,) = PairScorer(short.data).score([as_metric("wer")])
    assert np.isnan(wer.segments[:, 2]).all()
    # fair: "the cat on the mat sat" (2 edits of 6 words), "he a book read" (2 of 4).
    assert wer.system_scores[0] == pytest.approx(-4 / 10)
    # Nothing is computed for segments left out; but links belong to words, so these stay.
    assert short.data.outputs["poor"] == (*OUTPUTS["poor"][:2], "")
    given = read(long_output, max_words=50, given=GivenFiles(links=str(long_output))).data
    assert len(given.outputs["poor"][2].split()) == 51
    assert (given.available == short.data.available).all()


def test_a_long_reference_drops_its_segment_too(folder):
    path = folder / "references" / "de-en.refB.txt"
    path.write_text("\n".join(["a " * 60, *REFERENCE[1:]]) + "\n")
    assert read(folder, max_words=50).data.available[0].tolist() == [False, True, True]
    assert read(folder, max_words=50, references=("refA",)).data.available.all()


def test_words_are_those_of_the_tokenizer(folder):
    data = read_evaluation_set(str(folder), "de-en")
    assert data.longest(WORDS).tolist() == [6, 5, 4]
    assert data.mean_lengths(WORDS).tolist() == [6.0, 4.0, 4.0]
    (folder / "system-outputs" / "de-en" / "fair.txt").write_text("a,b,c,d\ne\nf\n")
    data = read_evaluation_set(str(folder), "de-en").among(["fair"])
    assert data.longest(Preparation("unicode")).tolist() == [7, 4, 4]
    assert read(folder, max_words=6, counted=WORDS).data.available.all()
    assert not read(folder, max_words=6).data.available[:, 0].any()
    (folder / "references" / "de-en.refB.txt").write_text("one two\n\nx\n")
    both = read_evaluation_set(str(folder), "de-en")
    assert both.mean_lengths(WORDS).tolist() == [4.0, 4.0, 2.5]  # a blank one is none


def test_limits_that_leave_nothing(folder):
    with pytest.raises(OptionError, match="leaves no segment of de-en; the shortest needs 4"):
        read(folder, max_words=3)
    with pytest.raises(OptionError, match="max_words: expected a whole number from 0 to"):
        read(folder, max_words=-1)


def test_several_folders(tmp_path):
    one, other = (str(make(tmp_path / name)) for name in ("wmt13", "wmt15"))
    make(tmp_path / "wmt15", "fi-en")
    options = dict.fromkeys((one, other), DataOptions())
    found = read_judged_folders(options, ["fi-en", "de-en"])
    assert [(each.data.folder, each.pair) for each in found] == [
        (one, "de-en"),
        (other, "fi-en"),
        (other, "de-en"),
    ]
    with pytest.raises(InputError, match=r"no test set has references/ru-en.NAME.txt; .*has de-en"):
        read_judged_folders(options, ["de-en", "ru-en"])
    with pytest.raises(InputError, match="wmt13: has none of fi-en"):
        read_judged_folders(options, ["fi-en"])
    with pytest.raises(InputError, match="nowhere has none"):
        read_judged_folders({str(tmp_path / "nowhere"): DataOptions()}, ["de-en"])


def test_systems_are_excluded_where_there_are_any(tmp_path):
    one, other = (make(tmp_path / name) for name in ("wmt13", "wmt15"))
    outputs = other / "system-outputs" / "de-en"
    (outputs / "fair.txt").rename(outputs / "tuning-task.txt")
    rankings = other / "rankings" / "de-en.pairs.tsv"
    rankings.write_text(rankings.read_text().replace("fair", "tuning-task"))
    options = dict.fromkeys((str(one), str(other)), DataOptions(exclude=("tuning-*",)))
    first, second = read_judged_folders(options, ["de-en"])
    assert first.data.systems == SYSTEMS
    assert second.data.systems == ("good", "poor")
    with pytest.raises(OptionError, match="no system of de-en is named x"):
        read_judged_folders(dict.fromkeys(options, DataOptions(exclude=("x",))), ["de-en"])
