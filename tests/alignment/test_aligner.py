"""The aligner of hypotheses with references: what it promises, against definitions."""

import numpy as np
import pytest
from aligning import (
    align,
    align_segments,
    aligner_of,
    named,
    pairs_of,
    segments_of,
)
from hypothesis import given
from hypothesis import strategies as st
from oracles.alignments import best_rating, chunks, rating
from oracles.ngrams import context_alignment

from hyperbaton.alignment import Aligner
from hyperbaton.errors import OptionError
from hyperbaton.files import fingerprint

SEARCHES = ["best", "meteor", "bigram"]


def sentences(max_size=7, alphabet="bcdf"):  # words that are no function words
    return st.lists(st.sampled_from(alphabet), max_size=max_size).map(" ".join)


@given(sentences(), sentences())
def test_best_alignment_of_repeated_words(hypothesis, reference):
    alignment = align(hypothesis, reference)
    links = pairs_of(alignment)
    assert rating(links) == best_rating(hypothesis.split(), reference.split())
    assert alignment.chunks == chunks(links)
    assert alignment.exact


@pytest.mark.parametrize("search", SEARCHES)
@given(sentences(12, "abcdefg"), sentences(12, "abcdefg"))
def test_every_word_is_linked_once_and_to_an_equal_one(search, hypothesis, reference):
    links = pairs_of(align(hypothesis, reference, search=search))
    assert links == sorted(links)
    for side in zip(*links, strict=True):
        assert len(set(side)) == len(side)
    assert all(hypothesis.split()[i] == reference.split()[j] for i, j in links)


@pytest.mark.parametrize("search", SEARCHES)
@given(st.permutations([*"abcdefgh"]).map(" ".join))
def test_a_sentence_is_aligned_with_itself(search, sentence):
    alignment = align(sentence, sentence, search=search)
    assert pairs_of(alignment) == [(k, k) for k in range(8)]
    assert alignment.chunks == 1


@given(*[sentences(6, "bcde")] * 4)
def test_more_text_never_loses_links(h1, r1, h2, r2):
    """Sentences of different words, one behind the other: every part is covered as before."""
    h2, r2 = h2.upper(), r2.upper()
    parts = [align(h1, r1), align(h2, r2)]
    whole = align(f"{h1} {h2}", f"{r1} {r2}")
    assert len(whole.links) == sum(len(part.links) for part in parts)
    assert whole.chunks <= sum(part.chunks for part in parts)


@given(sentences(10), sentences(10))
def test_alignment_by_context(hypothesis, reference):
    """Isozaki et al.'s rule; of words with the same place, the first keeps it."""
    expected, taken = [], set()
    places = context_alignment(hypothesis.split(), reference.split())
    for i, j in enumerate(places):
        if j >= 0 and j not in taken:
            expected.append((i, j))
            taken.add(j)
    alignment = align(hypothesis, reference, search="bigram")
    assert named(alignment) == [(i, j, "bigram") for i, j in expected]
    assert alignment.chunks == chunks(expected)


def test_examples_of_banerjee_and_lavie():
    """Banerjee & Lavie 2005: two chunks; stems match what equal words do not."""
    alignment = align(
        "the president spoke to the audience", "the president then spoke to the audience"
    )
    assert pairs_of(alignment) == [(0, 0), (1, 1), (2, 3), (3, 4), (4, 5), (5, 6)]
    assert alignment.chunks == 2
    assert named(align("computers", "computer")) == []
    assert named(align("computers", "computer", "exact,stem")) == [(0, 0, "stem")]


def test_searches_differ_where_they_are_said_to():
    """METEOR's own search leaves out a stem that would open a chunk, and takes the first of
    several words where the best alignment takes the nearest."""
    hypothesis, reference = "a x cats", "a cat y cat"
    assert len(align(hypothesis, reference, "exact,stem", search="meteor").links) == 1
    assert len(align(hypothesis, reference, "exact,stem", search="best").links) == 2
    assert pairs_of(align("a x y a", "z z a z", search="meteor")) == [(0, 2)]
    assert pairs_of(align("a x y a", "z z a z", search="best")) == [(3, 2)]
    assert not align("a", "a", search="meteor").exact


def test_weights_of_scores_do_not_change_what_meteor_finds():
    options = {"search": "meteor"}
    assert len(align("a x cats", "a cat y cat", "exact,stem:1", **options).links) == 1
    assert align("a cats", "a cat", "exact,stem:0.25", **options).links[1].weight == 0.25
    assert align("a cats", "a cat", "exact,stem:0", **options).links[1].weight == 0.0


@pytest.mark.parametrize(
    ("hypothesis", "reference", "expected"),
    [
        # Two synonyms would cover more words than the equal one, which is nearer.
        ("x register y z file", "v register w u q p record", "1-1"),
        # Here the equal one is farther.
        ("x register y z file", "v w record x y z register", "0-3 1-2 2-4 3-5 4-6"),
        # Copies of a word are free for others if the other sentence has fewer.
        ("register file", "register x y", "0-0"),
        ("register y file", "file x register", "0-0 2-2"),
        # Function words link across half a sentence with a neighbour only.
        ("the b c d e f b h", "o p q r t u w the", ""),
        ("the b c d e f h", "o p q t u the b", "0-5 1-6"),
        ("cat b c d e f h", "o p q r t u cat", "0-6"),
        ("the b c d", "o p q r the", "0-4"),
        (", b c d e f h", "o p q r t u ,", ""),
    ],
)
def test_links_that_people_would_not_make_are_left_out(hypothesis, reference, expected):
    assert align(hypothesis, reference, "exact,stem,synonym").pharaoh == expected


def test_function_words_are_those_of_the_language():
    pair = ("the b c d e f h", "o p q r t u the")
    for language, expected in (("de", "0-6"), ("en", "")):
        assert Aligner(matchers="exact", language=language).align(*pair).pharaoh == expected


def test_weights_decide_between_equally_good_alignments():
    """`cats` stands one place from either word."""
    pair = ("x cats", "cat y cats")
    assert named(align(*pair, "exact,stem")) == [(1, 2, "exact")]
    assert named(align(*pair, "exact:0.1,stem:0.9")) == [(1, 0, "stem")]


def test_the_first_matcher_of_several_gives_the_name():
    assert named(align("cats cats", "cat cats", "exact,stem,synonym")) == [
        (0, 0, "stem"),
        (1, 1, "exact"),
    ]


def test_several_references_are_aligned_one_by_one():
    segments = segments_of(("a b", "b a", "a"), ("c", "c"), ("", "d"))
    alignments = align_segments(Aligner(matchers="exact"), segments)
    assert [pairs_of(alignment) for alignment in alignments] == [
        [(0, 1), (1, 0)],
        [(0, 0)],
        [(0, 0)],
        [],
    ]
    assert len(alignments) == 4
    assert np.diff(alignments.link_offsets).tolist() == [2, 1, 1, 0]


@given(st.lists(st.tuples(sentences(9), sentences(9)), max_size=8), st.sampled_from(SEARCHES))
def test_threads_do_not_matter(pairs, search):
    aligner = aligner_of(search, matchers="exact,stem")
    one, two = (align_segments(aligner, segments_of(*pairs), threads=n) for n in (1, 2))
    assert np.array_equal(one.matches, two.matches)
    assert np.array_equal(one.offsets, two.offsets)


def test_long_repetition_is_aligned_and_not_called_certain():
    alignment = align("a " * 300, "a " * 300)
    assert len(alignment.links) == 300
    assert not alignment.exact


def test_signatures_name_files_and_their_contents(write):
    vectors, table = write("b.vec", "a 1\n"), write("p.gz", b"")
    soft = Aligner(language="zh", embeddings=vectors)
    assert soft.signature == f"align:exact,soft|lang:zh|embeddings:b.vec@{fingerprint(vectors)}"
    paraphrase = Aligner(matchers="paraphrase", paraphrases=table)
    assert paraphrase.signature == f"align:paraphrase|lang:en|paraphrases:p.gz@{fingerprint(table)}"


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"matchers": "exact,lemma"}, "there is no 'lemma'; there are exact, stem, synonym, para"),
        ({"matchers": "exact,exact"}, "duplicate exact"),
        ({"matchers": "stem:2"}, "the weight of stem is a number from 0 to 1, got 2"),
        ({"matchers": "stem:x"}, "the weight of stem is a number from 0 to 1, got x"),
        ({"matchers": "paraphrase"}, "'paraphrase' needs a phrase table.*paraphrases=PATH"),
        ({"matchers": "stem", "language": "zh"}, "no stemmer for language 'zh'"),
        ({"matchers": "synonym", "language": "de"}, "there are synonyms for English only"),
    ],
)
def test_matchers_that_are_refused(options, message):
    with pytest.raises(OptionError, match=message):
        Aligner(**options).align("a", "a")
