"""The recipe of the shipped vectors (tools/vectors), on examples that fit on a page."""

import sys
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

RECIPE = Path(__file__).parents[2] / "tools" / "vectors"
sys.path.insert(0, str(RECIPE))
import carrying_over  # noqa: E402
import restraints  # noqa: E402
import space  # noqa: E402
from quantisation import quantised  # noqa: E402
from wordnet import WordNet  # noqa: E402
from words import WordList  # noqa: E402

RANDOM = np.random.default_rng(1)

# offset, file, type, number of lemmas, lemmas with a number each, pointers, gloss: see wndb(5WN)
NOUNS = """\
  1 a line of the licence
00000001 06 n 02 car 0 automobile 0 000 | a vehicle
00000002 15 n 01 Berlin 0 000 | a city
00000003 15 n 02 Turkey 0 turkey 0 000 | a country, for once beside a bird
00000004 07 n 01 rise 0 001 ! 00000005 n 0101 | an increase
00000005 07 n 02 fall 0 drop 0 001 ! 00000004 n 0101 | a decrease
00000006 15 n 02 Japan 0 Nippon 0 000 | a country
00000007 06 n 01 japan 0 000 | a varnish
"""
VERBS = """\
00000001 38 v 01 rise 0 001 ! 00000002 v 0101 00 | move upward
00000002 38 v 02 fall 0 go_down 0 001 ! 00000001 v 0101 00 | move downward
00000003 30 v 01 japan 0 000 00 | varnish
"""
ADJECTIVES = """\
00000001 00 a 01 big(a) 0 001 ! 00000002 a 0101 | large
00000002 00 s 01 small 0 001 ! 00000001 a 0101 | little
"""


# lemma, part, number of synsets, pointers, synsets, those in tagged texts, synsets
INDEX = {
    "noun": """\
  1 a line of the licence
automobile n 1 0 1 0 00000001
berlin n 1 1 @i 1 1 00000002
car n 1 0 1 1 00000001
drop n 1 0 1 0 00000005
fall n 1 0 1 0 00000005
japan n 2 0 2 1 00000006 00000007
rise n 1 1 ! 1 1 00000004
turkey n 1 0 1 1 00000003
""",
    "verb": """\
fall v 1 1 ! 1 1 00000002
go_down v 1 1 ! 1 1 00000002
japan v 1 0 1 0 00000003
rise v 1 1 ! 1 1 00000001
""",
    "adj": "big a 1 1 ! 1 1 00000001\nsmall a 1 1 ! 1 1 00000002\n",
    "adv": "",
}


@pytest.fixture
def wordnet(tmp_path):
    files = {"noun": NOUNS, "verb": VERBS, "adj": ADJECTIVES, "adv": ""}
    for part, content in files.items():
        (tmp_path / f"data.{part}").write_text(content)
        (tmp_path / f"index.{part}").write_text(INDEX[part])
        (tmp_path / f"{part}.exc").write_text("fell fall\nrose rise\n" if part == "verb" else "")
    return WordNet.read(tmp_path)


def test_forms_of_lemmas(wordnet):
    assert wordnet.lemmas("cars") == [("n", "car")]
    assert wordnet.lemmas("rising") == [("v", "rise")]
    assert wordnet.lemmas("rises") == [("n", "rise"), ("v", "rise")]
    assert wordnet.lemmas("fell") == [("v", "fall")]
    assert (
        wordnet.lemmas("bigger") == []
    )  # no rule doubles letters; the real list of exceptions does
    assert wordnet.lemmas("smaller") == [("a", "small")]


def test_names_have_only_capitals(wordnet):
    words = {"berlin": False, "japan": False, "turkey": True, "car": True, "zzz": False}
    assert {word: wordnet.is_common(word) for word in words} == words


def test_pairs_of_forms(wordnet):
    words = ["rose", "falling", "drop", "big", "small", "automobiles", "car", "cars", "fell"]
    assert wordnet.antonym_pairs(words) == [(0, 1), (0, 8), (3, 4)]
    assert wordnet.synonym_pairs(words) == [(5, 6), (5, 7)]


def test_opposites_include_function_words(wordnet):
    assert restraints.opposites(["after", "rose", "before", "fell", "with"], wordnet) == [
        (0, 2),
        (1, 3),
    ]


def test_classes(wordnet):
    classes = {
        "five": "number",
        "tuesday": "day or month",
        "sept.": "day or month",
        "2011": "digits",
        "9-year-old": "digits",
        "don't": "negation",
        "she": "pronoun",
        "she'll": "pronoun",
        "berlin": "name",
        "zzz": "name",
        "turkey": None,
        "car": None,
        "the": None,
        "that's": None,
        "rise-and-fall": None,
    }
    assert {word: restraints.class_of(word, wordnet) for word in classes} == classes
    assert set(classes.values()) - {None} == set(restraints.SCALES)
    found = restraints.scales(["number", "name", None])
    assert found == pytest.approx([0, 0.75, 1])


def test_centres_and_axes():
    rows = RANDOM.normal(size=(200, 6)).astype(np.float32) + 3
    rows[7] = 0
    around = space.centred(rows)
    assert around[7].tolist() == [0] * 6
    assert np.linalg.norm(np.delete(around, 7, 0), axis=1) == pytest.approx(np.ones(199), abs=1e-5)
    assert abs(around.mean(axis=0)).max() < 0.1
    kept = space.reduced(rows, np.ones(200), 6)
    assert kept @ kept.T == pytest.approx(around @ around.T, abs=1e-5)  # only turned
    assert space.reduced(rows, np.ones(200), 6, without=2).shape == (200, 4)


def test_families_have_the_same_weight():
    one, other = (space.unit(RANDOM.normal(size=(50, n)).astype(np.float32)) for n in (3, 5))
    together = space.joined([one, other], np.ones(50), 8)
    assert together @ together.T == pytest.approx((one @ one.T + other @ other.T) / 2, abs=1e-5)


def test_opposites_are_pushed_apart_and_others_stay():
    rows = space.unit(RANDOM.normal(size=(40, 8)).astype(np.float32) + 1)
    pairs = [(0, 1), (1, 2), (2, 3), (0, 3), (4, 5)]
    moved = restraints.pushed_apart(rows, pairs)
    most = restraints.MOST_SIMILAR_OPPOSITES + restraints.NEAR_ENOUGH
    assert max(moved[a] @ moved[b] for a, b in pairs) <= most + 1e-6
    assert np.linalg.norm(moved, axis=1) == pytest.approx(np.ones(40), abs=1e-5)
    assert moved[6:] == pytest.approx(rows[6:], abs=1e-6)
    assert (moved[:6] * rows[:6]).sum(axis=1).min() > 0.5  # and they stay near where they were
    assert restraints.pushed_apart(rows, []) == pytest.approx(rows, abs=1e-6)


@given(arrays(np.float32, (5, 3), elements=st.floats(-1, 1, width=32)))
def test_bytes_keep_lengths(rows):
    vectors, per_one = quantised(rows)
    again, _ = quantised(rows.copy())
    assert vectors.dtype == np.int8 and (vectors == again).all()
    assert abs(vectors / per_one - rows).max() <= 0.5 / per_one + 1e-6
    assert not rows.any() or abs(vectors.astype(int)).max() == 127


def test_restraints_are_carried_over(wordnet):
    """Haus has no translation; rise and fall are antonyms, and so are their translations."""
    english = WordList(["rise", "fall", "der", "tuesday", "obama"], np.arange(5) + 5.0)
    basis = np.eye(8, dtype=np.float32)
    reference = carrying_over.EnglishWords.of(english, basis[:5], wordnet)
    assert reference.names == {"der": 7, "obama": 9}
    words = ["der", "steigen", "fallen", "dienstag", "haus", "2011", "obama"]
    listed = WordList(words, np.array([3, 4, 5, 6, 7, 8, 9.0]))
    places = carrying_over.translations(basis[[2, 0, 1, 3, 5, 6, 4]], reference)
    assert places.tolist() == [-1, 0, 1, 2, -1, -1, -1]
    classes = carrying_over.classes_of(listed, places, reference)
    assert classes == [None, None, None, "day or month", None, "digits", "name"]
    assert carrying_over.opposites_of(places, reference) == [(1, 2)]
