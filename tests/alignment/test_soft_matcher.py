"""The matcher `soft`: words that are each other's best counterpart."""

import pytest
from aligning import align, named
from word_vectors import write_vectors

from hyperbaton import Output, Preparation, TestSet, explain
from hyperbaton.alignment import Aligner, MeteorAligner
from hyperbaton.errors import InputError, NotationError, OptionError
from hyperbaton.evidence import Evidence
from hyperbaton.files import fingerprint
from hyperbaton.vectors import tables


@pytest.fixture
def english(tmp_path, monkeypatch):
    """Vectors of English in place of the bundled ones: cat and kitten have the cosine 0.96."""
    folder = tmp_path / "data"
    folder.mkdir()
    monkeypatch.setattr(tables, "OWN_DATA", folder)
    monkeypatch.setattr(tables, "find_spec", lambda _: None)
    return write_vectors(folder / "en.npz")


def weights(alignment):
    return [link.weight for link in alignment.links]


@pytest.mark.parametrize("search", ["best", "meteor"])
def test_similar_words_are_linked_with_a_weight_by_similarity(english, search):
    alignment = align("the cat", "the kitten", "exact,soft", search)
    assert named(alignment) == [(0, 0, "exact"), (1, 1, "soft")]
    assert weights(alignment) == [1.0, pytest.approx(0.48)]


def test_other_matchers_name_the_links_that_they_find(english):
    found = align("the cats kitten", "the cat dog", "exact,stem,soft")
    assert named(found) == [(0, 0, "exact"), (1, 1, "stem")]
    assert named(align("the cats", "the cat", "soft")) == [(0, 0, "soft"), (1, 1, "soft")]
    assert weights(align("the cats", "the cat", "soft")) == [0.5, pytest.approx(0.4)]


def test_a_word_is_linked_with_its_best_counterpart_alone(english):
    """kitten prefers kitten, so cat is left alone."""
    assert named(align("cat kitten", "kitten", "soft")) == [(1, 0, "soft")]
    assert named(align("kitten", "dog cat", "soft")) == [(0, 1, "soft")]
    assert named(align("dog", "the US", "soft")) == []


@pytest.mark.parametrize("search", ["best", "meteor"])
def test_search_with_soft_links_keeps_chunks_together(english, search):
    """The soft link makes one chunk of three words."""
    alignment = align("x cat y", "x kitten y", "exact,soft", search)
    assert alignment.chunks == 1
    assert named(alignment) == [(0, 0, "exact"), (1, 1, "soft"), (2, 2, "exact")]


@pytest.mark.parametrize(("similarity", "linked"), [(0.95, True), (0.97, False)])
def test_a_link_has_a_least_similarity(english, similarity, linked):
    found = align("cat", "kitten", "soft", soft_similarity=similarity)
    assert bool(found.links) is linked


def test_a_similar_word_in_the_same_place_is_preferred(english):
    """Of kitten nearby and cat far away: 0.96 against 1 less the distance."""
    assert named(align("cat x y", "kitten z cat", "soft")) == [(0, 0, "soft")]


def test_vectors_of_a_file_take_the_place_of_the_languages(english, write):
    file = write("v.txt", "the 1 0\ncat 0 1\nkitten 1 0\n")
    assert named(align("the", "kitten", "soft", embeddings=file)) == [(0, 0, "soft")]
    assert named(align("cat", "kitten", "soft", embeddings=file)) == []
    assert named(align("cat", "kitten", "soft", embeddings=english)) == [(0, 0, "soft")]
    assert named(Aligner(embeddings=english).align("cat", "kitten")) == [(0, 0, "soft")]


def test_signature(english, write):
    aligner = Aligner(matchers="exact,soft")
    assert aligner.signature == f"align:exact,soft|lang:en|vectors:en@{fingerprint(english)}"
    changed = Aligner(matchers="soft:0.7", soft_similarity=0.5)
    assert changed.signature.endswith("|soft-similarity:0.5")
    file = write("v.txt", "the 1 0\n")
    own = MeteorAligner(matchers="exact,soft", embeddings=file, language="de")
    assert own.signature == (
        f"align:exact,soft|lang:de|embeddings:v.txt@{fingerprint(file)}|search:meteor"
    )
    assert "soft" not in Aligner(soft_similarity=0.5).signature


def test_a_language_without_vectors(english):
    aligner = Aligner(matchers="soft", language="de")
    for ask in (lambda: aligner.signature, lambda: aligner.align("a", "b")):
        with pytest.raises(OptionError, match=r"no word vectors of language 'de'") as caught:
            ask()
        message = str(caught.value)
        assert "(installed: en)" in message
        assert f"'{tables.install_command()}'" in message and "embeddings=FILE" in message


def test_vectors_that_cannot_be_used(english, write, tmp_path):
    with pytest.raises(InputError, match="cannot be read"):
        align("a", "b", "soft", embeddings=str(tmp_path))
    with pytest.raises(InputError, match=r"v\.npz: not an intact file of word vectors"):
        align("a", "b", "soft", embeddings=write("v.npz", "the 1 2\n"))
    with pytest.raises(NotationError, match="soft_similarity must be greater than 0 and at most 1"):
        Aligner(soft_similarity=0)


def test_links_that_are_given_with_a_similarity():
    output = Output(["a b c"], links=[["0-0:soft:0.62 1-1:soft 2-2:exact:0.5"]])
    evidence = Evidence(TestSet([["x y z"]]), output, Preparation(given_links=True))
    assert weights(evidence.alignments[0]) == pytest.approx([0.31, 0.5, 0.5])


def test_explanations_have_the_credit_of_soft_links(english):
    found = explain("cat the", "the kitten", "kendall", aligner="best(matchers=exact+soft)")
    assert [(link.matcher, link.credit) for link in found.links] == [
        ("soft", pytest.approx(0.48)),
        ("exact", 1.0),
    ]
    assert found.to_dict()["links"][0]["credit"] == pytest.approx(0.48)
