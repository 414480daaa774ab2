"""Phrase tables in METEOR's format."""

import gzip
from itertools import pairwise

import pytest
from aligning import align, align_systems, another_system, segments_of
from hypothesis import given
from hypothesis import strategies as st

from hyperbaton.alignment import Aligner
from hyperbaton.alignment.matchers.matcher import SegmentMatches
from hyperbaton.alignment.matchers.paraphrases import ParaphraseMatcher, _Phrases
from hyperbaton.errors import InputError

TABLE = """\
0.5
take into account
consider
0.25
a lot of
many
0.1
house
home
"""


def matches(file, *pairs):
    """The matches of each pair, as the matcher finds them."""
    found = SegmentMatches(segments_of(*pairs)).found
    offsets, spans, similarities = found(ParaphraseMatcher(file))
    assert similarities.tolist() == [1.0] * len(spans)
    return [[tuple(row) for row in spans[begin:end].tolist()] for begin, end in pairwise(offsets)]


def test_entries_match_in_both_directions_and_in_any_case(write):
    file = write("table", TABLE)
    assert matches(
        file,
        ("We take into account it", "we consider it"),
        ("consider MANY", "a lot of Take into account"),
        ("a lot", "many"),
        ("house house", "home"),
        ("house", "house"),
    ) == [[(1, 3, 1, 1)], [(1, 1, 0, 3), (0, 1, 3, 3)], [], [(0, 1, 0, 1), (1, 1, 0, 1)], []]


def test_alignment_with_paraphrases(write):
    alignment = align(
        "they take into account a house",
        "they consider a home",
        "exact,paraphrase",
        paraphrases=write("table", TABLE),
    )
    assert [(link.hypothesis, link.reference, link.matcher) for link in alignment.links] == [
        (0, 0, "exact"),
        (1, 1, "paraphrase"),
        (4, 2, "exact"),
        (5, 3, "paraphrase"),
    ]
    assert alignment.chunks == 1


def test_an_entry_and_its_reverse_match_twice_as_in_meteor(write):
    file = write("table", "0.1\nhouse\nhome\n0.1\nhome\nhouse\n")
    assert matches(file, ("house", "home")) == [[(0, 1, 0, 1), (0, 1, 0, 1)]]


def test_compressed_tables_windows_line_ends_and_no_final_line_end(write):
    variants = {
        "table.gz": gzip.compress(TABLE.encode()),
        "crlf": TABLE.replace("\n", "\r\n"),
        "unfinished": TABLE.removesuffix("\n"),
        "marked": "\ufeff" + TABLE,
    }
    for name, content in variants.items():
        assert matches(write(name, content), ("many", "a lot of")) == [[(0, 1, 0, 3)]]


def test_a_second_system_finds_its_own_paraphrases(write):
    segments = segments_of(("many", "a lot of house"))
    aligner = Aligner(matchers="paraphrase", paraphrases=write("table", TABLE))
    other = another_system(segments, [["home", "many"]])
    one, two = align_systems(aligner, segments, other)
    assert (len(one[0].links), len(two[0].links)) == (1, 2)


SENTENCES = st.lists(st.lists(st.sampled_from("abc"), max_size=6), max_size=4)


@given(SENTENCES, st.lists(st.lists(st.sampled_from("abcd"), min_size=1, max_size=7)))
def test_phrases_that_occur(sentences, phrases):
    written = [" ".join(phrase) for phrase in phrases]
    texts = [f" {' '.join(words)} " for words in sentences]
    known = _Phrases(sentences)
    for phrase in written:
        assert (phrase in known) == any(f" {phrase} " in text for text in texts)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("0.5\nhouse\n", r":3: expected a phrase, got nothing; an entry is three lines"),
        (TABLE + "high\nhouse\nhome\n", r":10: expected a probability, got 'high'"),
        ("house ||| home\n", r":1: expected a probability"),
        (TABLE + "0.5\n\nhome\n", r":11: expected a phrase"),
        (TABLE.encode() + b"0.5\nh\xfcte\nhome\n", r":11: byte 0xFC at position 2 is not UTF-8"),
    ],
)
def test_malformed_tables(write, content, message):
    with pytest.raises(InputError, match=message):
        matches(write("table", content), ("house", "home"))
