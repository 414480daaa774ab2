"""The shipped vectors: sound files, and English words that are near only where they may be."""

from itertools import combinations
from pathlib import Path

import numpy as np
import pytest

from hyperbaton.vectors import read_archive, tables

FILES = sorted(
    file
    for folder in (tables.OWN_DATA, tables.IN_SOURCES / tables.PACKAGE / "data")
    for file in folder.glob("*.npz")
)
SYNONYMS = """
    big/large car/automobile buy/purchase start/begin house/home said/told talks/negotiations
    help/aid quickly/rapidly kill/murder film/movie kids/children physician/doctor attorney/lawyer
    ill/sick glad/happy shut/closed huge/enormous answer/reply town/city near/close choose/select
    smart/clever assist/help error/mistake prison/jail labour/labor firm/company goods/products
"""
OPPOSITES = """
    good/bad increase/decrease increased/decreased win/lose won/lost rise/fall rose/fell more/less
    possible/impossible rich/poor man/woman men/women up/down buy/sell success/failure before/after
    with/without always/never high/low better/worse best/worst war/peace
"""
LENGTHS = (0, 0.6, 0.7, 0.75, 1)
SETS = {  # words, and how similar two of them may be at most
    "days": ("monday tuesday wednesday thursday friday saturday sunday", 0.1),
    "months": ("january february april july august september october december", 0.1),
    "numbers": ("two three four five six seven twelve twenty hundred million", 0.1),
    "years": ("1999 2008 2010 2011 2012 2013", 0.4),
    "pronouns": ("i you he she it we they me him her us them his my your our their", 0.5),
    "countries": ("germany france italy spain russia china japan poland", 0.6),
}


@pytest.fixture(scope="module")
def english():
    return read_archive(tables.OWN_DATA / "en.npz")


def similarities(vectors, pairs):
    one, other = (vectors.lookup(words).rows for words in zip(*pairs, strict=True))
    return (one * other).sum(axis=1)


def pairs_of(text):
    return [tuple(pair.split("/")) for pair in text.split()]


@pytest.mark.parametrize("file", FILES, ids=[file.stem for file in FILES])
def test_files_are_sound(file):
    vectors = read_archive(file)
    assert vectors.description["language"] == file.stem
    assert all(vectors.description[key] for key in ("sources", "licence", "recipe"))
    assert len(vectors.words) >= 40_000 and vectors.rows.shape[1] in (48, 64)
    lengths = np.linalg.norm(vectors.lookup(vectors.words).rows, axis=1)
    assert lengths.max() == pytest.approx(1, abs=0.02)
    assert np.median(lengths) > 0.95 or file.stem == "en"  # many English words are known as names
    assert np.abs(lengths[:, None] - LENGTHS).min(axis=1).max() < 0.02
    assert 2 < vectors.information.min() < 4 and vectors.information.max() < 16
    assert not any(word != word.lower() or word.isspace() for word in vectors.words)


def test_synonyms_are_near(english):
    similar = similarities(english, pairs_of(SYNONYMS))
    assert similar.mean() > 0.65 and similar.min() > 0.3


def test_opposites_are_not(english):
    assert similarities(english, pairs_of(OPPOSITES)).max() <= 0.3


@pytest.mark.parametrize("name", SETS)
def test_words_that_cannot_stand_for_each_other(english, name):
    words, most = SETS[name]
    assert similarities(english, list(combinations(words.split(), 2))).max() <= most


def test_frequent_words_carry_little_information(english):
    known = english.lookup(["the", "it's", "house", "obscurity", "qwertz"]).information
    assert (np.diff(known) > 0).all()


def test_the_notices_name_every_source():
    package = tables.IN_SOURCES / "LICENSE"
    for file in FILES:
        own = file.parent == tables.OWN_DATA
        notice = (Path(tables.OWN_DATA, "NOTICE") if own else package).read_text("utf-8")
        for source in read_archive(file).description["sources"].split("), "):
            name = source.split(" (")[0].split(",")[0]
            assert name in notice, f"{file.name}: {name}"
