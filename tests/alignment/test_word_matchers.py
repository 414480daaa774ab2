"""Stems and synonyms."""

import lzma
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random
from threading import Barrier

import pytest
from aligning import align, named

from hyperbaton import alignment
from hyperbaton.alignment import Aligner
from hyperbaton.text.languages import SNOWBALL


@pytest.mark.parametrize("language", SNOWBALL)
def test_every_stemmer_is_there(language):
    """A word has the stem of itself, whatever its case."""
    assert named(align("Abc", "abc", "exact,stem", language=language)) == [(0, 0, "stem")]


@pytest.mark.parametrize(
    ("language", "a", "b"),
    [
        ("en", "connection", "connected"),
        ("de", "Häuser", "Hauses"),
        ("fr", "continuait", "continuer"),
        ("ru", "важная", "важное"),
        ("fi", "talossa", "talosta"),
    ],
)
def test_stems(language, a, b):
    assert named(align(a, b, "exact,stem", language=language)) == [(0, 0, "stem")]
    assert named(align(a, "xyz", "exact,stem", language=language)) == []


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("car", "automobile"),
        ("Cars", "automobiles"),  # by rules of detachment, whatever the case
        ("bought", "purchased"),  # by the list of irregular forms
        ("boundaries", "bounds"),
    ],
)
def test_synonyms_of_inflected_words(a, b):
    assert named(align(a, b, "exact,synonym")) == [(0, 0, "synonym")]
    assert named(align(b, a, "exact,synonym")) == [(0, 0, "synonym")]


@pytest.mark.parametrize(("a", "b"), [("car", "house"), ("xyzzy", "plugh"), ("the", "a")])
def test_words_that_are_no_synonyms(a, b):
    assert named(align(a, b, "exact,synonym")) == []


def test_the_bundled_table_has_lemmas_synsets_and_irregular_forms():
    folder = Path(alignment.__file__).parent / "data"
    lines = lzma.decompress((folder / "wordnet-en.xz").read_bytes()).decode().splitlines()
    table = dict(line.split("\t") for line in lines)
    assert len(table) == len(lines)
    assert set(table["car"].split()) & set(table["automobile"].split())
    assert table["@geese"] == "goose"
    assert (folder / "WORDNET-LICENSE").read_text().startswith("This software and database")


THREADS = 12
FAMILIES = ("connect connected connection connections", "run running runs", "fly flies flying")


def test_stems_under_many_threads_are_those_of_one():
    """Stemmers keep a state; one that two threads used at the same time gave wrong stems."""
    random = Random(1)
    forms = [word for family in FAMILIES for word in family.split()]
    batches = [
        [
            (" ".join(random.choices(forms, k=30)), " ".join(random.choices(forms, k=30)))
            for _ in range(20)
        ]
        for _ in range(THREADS)
    ]
    alone = [links_of(pairs) for pairs in batches]
    barrier = Barrier(THREADS)

    def together(pairs):
        barrier.wait()
        return [links_of(pairs) for _ in range(3)]

    with ThreadPoolExecutor(THREADS) as pool:
        for expected, found in zip(alone, pool.map(together, batches), strict=True):
            assert found == [expected] * 3


def links_of(pairs):
    alignments = Aligner(matchers="exact+stem").align_all(*zip(*pairs, strict=True), threads=1)
    return alignments.matches.tolist(), alignments.offsets.tolist()
