"""Embeddings: word vectors from a file, and an encoder in place of a real one."""

import json
import sys
from types import ModuleType, SimpleNamespace

import numpy as np
import pytest
from aligning import align, align_segments, align_systems, another_system, named, segments_of
from hypothesis import given
from hypothesis import strategies as st

from hyperbaton.alignment import Aligner
from hyperbaton.alignment.matchers.embeddings import (
    EncoderMatcher,
    VectorMatcher,
    _loaded,
    _transformer_folder,
)
from hyperbaton.alignment.matchers.matcher import SegmentMatches
from hyperbaton.errors import InputError, MissingDependencyError

VECTORS = """\
the 1 0 0
cat 0 3 4
kitten 0 4 3
dog 0 -3 4
nothing 0 0 0
"""


def test_weight_is_that_of_the_matcher_times_the_cosine(write):
    """The cosine of cat and kitten is (12 + 12) / 25."""
    file = write("glove.txt", VECTORS)
    alignment = align("the cat", "the kitten", "exact,embedding:0.5", embeddings=file)
    assert named(alignment) == [(0, 0, "exact"), (1, 1, "embedding")]
    assert [link.weight for link in alignment.links] == [1.0, pytest.approx(0.48)]


@pytest.mark.parametrize(("similarity", "linked"), [(0.95, True), (0.97, False)])
def test_words_match_from_a_similarity_on(write, similarity, linked):
    options = {"embeddings": write("glove.txt", VECTORS), "similarity": similarity}
    assert bool(align("cat", "kitten", "embedding", **options).links) is linked


def test_equal_words_match_at_any_similarity_if_they_have_a_vector(write):
    options = {"embeddings": write("glove.txt", VECTORS), "similarity": 1.0}
    assert named(align("cat", "cat", "embedding", **options)) == [(0, 0, "embedding")]
    assert named(align("unknown", "unknown", "embedding", **options)) == []
    assert named(align("nothing", "nothing", "embedding", **options)) == []


def test_missing_file(tmp_path):
    with pytest.raises(InputError, match=r"v\.txt: cannot be read"):
        align("a", "b", "embedding", embeddings=str(tmp_path / "v.txt"))


def found_by(matcher, segments):
    return SegmentMatches(segments).found(matcher)


WORDS = st.lists(st.sampled_from(["the", "cat", "kitten", "dog", "unknown"]), max_size=6)


@given(st.lists(st.tuples(WORDS, WORDS, WORDS), max_size=4))
def test_matches_are_all_pairs_that_are_similar_enough(tmp_path_factory, segments):
    file = tmp_path_factory.mktemp("vectors") / "v.txt"
    file.write_text(VECTORS, encoding="utf-8")
    vectors = {
        "the": (1, 0, 0),
        "cat": (0, 0.6, 0.8),
        "kitten": (0, 0.8, 0.6),
        "dog": (0, -0.6, 0.8),
    }
    matcher = VectorMatcher(str(file), 0.2)
    found = found_by(matcher, segments_of(*([*map(" ".join, texts)] for texts in segments)))
    expected = [
        (i, 1, j, 1, pytest.approx(float(np.dot(vectors[h], vectors[r]))))
        for hypothesis, *references in segments
        for reference in references
        for i, h in enumerate(hypothesis)
        for j, r in enumerate(reference)
        if h in vectors and r in vectors and np.dot(vectors[h], vectors[r]) > 0.2
    ]
    rows = zip(found.spans.tolist(), found.similarities.tolist(), strict=True)
    assert [(*span, weight) for span, weight in rows] == expected
    assert found.offsets[-1] == len(expected)


def test_a_second_system_adds_words(write):
    aligner = Aligner(matchers="embedding", embeddings=write("v.txt", VECTORS))
    segments = segments_of(("the", "cat the"))
    other = another_system(segments, [["kitten", "the"]])
    one, two = align_systems(aligner, segments, other)
    assert (len(one[0].links), len(two[0].links)) == (1, 2)


# In place of a model: a word's pieces are its letters, and the vector of a piece says which letter
# it is and, a little, which word of the sentence it belongs to.
LETTERS = "abcdefgh"
LONGEST = 12


class FakePieces(dict):
    def word_ids(self, k):
        return self["owners"][k]


class FakeTokenizer:
    is_fast = True
    model_max_length = LONGEST

    def __call__(self, sentences, *, is_split_into_words, padding, truncation, max_length, **_):
        assert is_split_into_words and padding and truncation
        rows = [
            [(None, "[")] + [(k, letter) for k, word in enumerate(words) for letter in word]
            for words in sentences
        ]
        width = min(max(map(len, rows)), max_length)
        rows = [(row + [(None, "]")] * width)[:width] for row in rows]
        return FakePieces(
            owners=[[owner for owner, _ in row] for row in rows],
            letters=[[letter for _, letter in row] for row in rows],
        )


class FakeModel:
    config = SimpleNamespace(hidden_size=len(LETTERS) + 1, is_encoder_decoder=False)

    def __call__(self, owners, letters):
        hidden = np.array(
            [
                [
                    [*(letter == x for x in LETTERS), 0.01 * (owner or 0)]
                    for owner, letter in zip(*row, strict=True)
                ]
                for row in zip(owners, letters, strict=True)
            ],
            np.float32,
        )
        tensor = SimpleNamespace(float=lambda: SimpleNamespace(numpy=lambda: hidden))
        return SimpleNamespace(last_hidden_state=tensor)


class FakeInference:
    def __enter__(self):
        pass

    def __exit__(self, *_):
        pass


@pytest.fixture
def model(monkeypatch, tmp_path):
    """The folder of a fake model."""

    def loader(thing):
        def from_pretrained(source, *, local_files_only, **_):
            assert local_files_only
            if not (source / "config.json").exists():
                raise OSError(f"{source} does not appear to have a file named config.json.\nMore")
            return thing()

        return SimpleNamespace(from_pretrained=from_pretrained)

    transformers = ModuleType("transformers")
    transformers.AutoTokenizer = loader(FakeTokenizer)  # type: ignore[attr-defined]
    transformers.AutoModel = loader(FakeModel)  # type: ignore[attr-defined]
    transformers.utils = SimpleNamespace(logging=SimpleNamespace(disable_progress_bar=lambda: None))  # type: ignore[attr-defined]
    torch = ModuleType("torch")
    torch.inference_mode = FakeInference  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "transformers", transformers)
    monkeypatch.setitem(sys.modules, "torch", torch)
    _loaded.cache_clear()
    (tmp_path / "config.json").write_text("{}", encoding="utf-8")
    yield tmp_path
    _loaded.cache_clear()


def test_words_have_the_mean_vector_of_their_pieces(model):
    segments = segments_of(("ab a", "abab"))
    matcher = EncoderMatcher(str(model), 0.5)
    ((hypothesis, reference),) = matcher.vectors(segments)
    # Two letters half each, word 0; one letter, word 1.
    assert hypothesis[0] == pytest.approx([0.5**0.5, 0.5**0.5, *[0] * 7], abs=1e-6)
    assert hypothesis[1] == pytest.approx([1, *[0] * 7, 0.01], abs=1e-4)
    assert reference[0] == pytest.approx(hypothesis[0])


def test_alignment_by_an_encoder(model):
    segments = segments_of(("ab cd", "dc ba"), ("", "a"), ("ab", "", "abb"))
    aligner = Aligner(matchers="exact,embedding:1", embeddings=str(model), similarity=0.9)
    assert [named(alignment) for alignment in align_segments(aligner, segments)] == [
        [(0, 1, "embedding"), (1, 0, "embedding")],
        [],
        [],
        [(0, 0, "embedding")],
    ]


def test_many_segments_are_encoded_in_their_order(model):
    pairs = [("a" * (1 + k % 9), "b" if k % 2 else "a") for k in range(600)]
    aligner = Aligner(matchers="embedding", embeddings=str(model), similarity=0.9)
    counts = align_segments(aligner, segments_of(*pairs)).link_counts
    assert counts.tolist() == [1 - k % 2 for k in range(600)]


def test_words_beyond_the_longest_text_match_nothing(model):
    words = " ".join("abcdefgh" * 2)
    links = align(words, words, "embedding", embeddings=str(model), similarity=0.999).links
    assert len(links) == LONGEST - 1  # one piece is a special one


def test_layout_of_sentence_transformers(tmp_path):
    assert _transformer_folder(tmp_path) == tmp_path
    modules = tmp_path / "modules.json"
    modules.write_text(json.dumps([{"idx": 0, "path": "0_Transformer"}]), encoding="utf-8")
    assert _transformer_folder(tmp_path) == tmp_path / "0_Transformer"
    modules.write_text("[]", encoding="utf-8")
    with pytest.raises(InputError, match=r"modules\.json: expected a list of modules"):
        _transformer_folder(tmp_path)


def test_a_folder_without_a_model(model):
    (model / "config.json").unlink()
    with pytest.raises(InputError, match=r"cannot be loaded \(.*config\.json\.\); expected"):
        align("a", "b", "embedding", embeddings=str(model))


def test_a_tokenizer_that_does_not_know_words(model, monkeypatch):
    monkeypatch.setattr(FakeTokenizer, "is_fast", False)
    with pytest.raises(InputError, match=r"tokenizer\.json"):
        align("a", "b", "embedding", embeddings=str(model))


def test_encoder_without_its_packages(monkeypatch, tmp_path):
    monkeypatch.setitem(sys.modules, "torch", None)
    _loaded.cache_clear()
    with pytest.raises(MissingDependencyError) as caught:
        align("a", "b", "embedding", embeddings=str(tmp_path))
    assert caught.value.command == "pip install 'hyperbaton[embedding]'"
