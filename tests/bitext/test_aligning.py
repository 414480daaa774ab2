"""Links that are learned from sentences and their translations."""

import itertools
import pickle
import random

import numpy as np
import pytest

from hyperbaton import _core
from hyperbaton.bitext import AlignmentModel, FrozenAligner, align_sentences
from hyperbaton.bitext.aligning import compared_form, romanized
from hyperbaton.errors import InputError

WORDS = [f"{a}{b}" for a in "bdfgklm" for b in ("arne", "olto", "isku", "upem")]
TRANSLATIONS = {word: f"{k}th".translate(str.maketrans("0123456789", "ptkbdgszvf"))[::-1] + "eon"
                for k, word in enumerate(WORDS)}  # fmt: skip


def planted(pairs, seed=1, words=7):
    """Sentences, their translations in another order, and the links between them."""
    chance = random.Random(seed)
    source, target, links = [], [], []
    for _ in range(pairs):
        sentence = chance.sample(WORDS, words)
        order = list(range(words))
        swapped = chance.randrange(words - 1)
        order[swapped : swapped + 2] = reversed(order[swapped : swapped + 2])
        source.append(sentence)
        target.append([TRANSLATIONS[sentence[k]] for k in order])
        links.append(sorted((k, place) for place, k in enumerate(order)))
    return source, target, links


def test_a_planted_dictionary_is_found():
    source, target, links = planted(300)
    found = align_sentences(source, target)
    right = sum(len(set(map(tuple, found[k].tolist())) & set(links[k])) for k in range(300))
    assert right > 0.97 * len(found.source)
    assert right > 0.97 * 7 * 300
    assert found.confidence.min() > 0.35
    assert found.confidence.max() <= 1.0001


def test_threads_change_nothing_and_seeds_do():
    source, target, _ = planted(60, words=5)
    one = align_sentences(source, target, threads=1)
    assert one == align_sentences(source, target, threads=7)
    other = align_sentences(source, target, seed=2)
    assert not np.array_equal(one.confidence[:50], other.confidence[:50])


def test_words_that_look_alike_are_linked():
    source = [["der", "Präsident", "besuchte", "Moskau", "1987", "."]]
    target = [[".", "1987", "посетил", "Москву", "президент"]]
    found = set(map(tuple, align_sentences(source, target)[0].tolist()))
    assert {(4, 1), (5, 0), (1, 4), (3, 3)} <= found


def test_a_model_knows_words_it_has_seen(tmp_path):
    source, target, _ = planted(300)
    model = AlignmentModel()
    align_sentences(source, target, model=model)
    model.save(str(tmp_path / "model.npz"))
    loaded = AlignmentModel.load(str(tmp_path / "model.npz"))
    assert list(loaded.source) == list(model.source)
    words = ["barne", "golto", "misku"]
    turned = [TRANSLATIONS[word] for word in reversed(words)]
    assert align_sentences([words], [turned], model=loaded)[0].tolist() == [[0, 2], [1, 1], [2, 0]]


def test_a_frozen_model_links_each_sentence_pair_alone():
    source, target, links = planted(300)
    model = AlignmentModel()
    align_sentences(source[:200], target[:200], model=model)
    aligner = FrozenAligner(model)
    long = ["barne"] * 100
    ours, theirs = [*source[200:], [], long, ["Moskau"]], [*target[200:], ["x"], long, ["Москва"]]
    found = aligner.align(ours, theirs, threads=7)
    assert found == pickle.loads(pickle.dumps(aligner)).align(ours, theirs, threads=1)
    alone = [aligner.align([a], [b]) for a, b in zip(ours, theirs, strict=True)]
    assert np.array_equal(found.confidence, np.concatenate([one.confidence for one in alone]))
    assert found.to_pharaoh() == [line for one in alone for line in one.to_pharaoh()]
    right = sum(len(set(map(tuple, found[k].tolist())) & set(links[200 + k])) for k in range(100))
    assert right > 0.97 * 700
    assert right > 0.97 * found.link_counts[:100].sum()
    assert found.to_pharaoh()[100] == ""
    assert found.to_pharaoh()[-1] == "0-0"  # unknown to the model, but alike
    assert 0.35 < found.confidence.min() < found.confidence.max() <= 1.0001


def forward_backward_by_hand(jumps, weights, alone):
    """Posteriors of one direction by going through all ways to link the choosing words."""
    choosing, given = weights.shape
    posterior, total = np.zeros((choosing, given)), 0.0
    for links in itertools.product(range(-1, given), repeat=choosing):
        before, likely = -1, 1.0
        for x, g in enumerate(links):
            likely *= alone[x] if g < 0 else weights[x, g] * jumps[g - before + 41]
            before = g if g >= 0 else before
        likely *= jumps[given - before + 41]
        total += likely
        for x, g in enumerate(links):
            if g >= 0:
                posterior[x, g] += likely
    return posterior / total


def test_posteriors_of_a_frozen_model_are_exact():
    """Against the formulas of docs/source_alignments.md, summed over all alignments."""
    model = AlignmentModel({"xa": 0, "xb": 1, "yc": 2}, {"ku": 0, "lu": 1})
    model.links = (
        np.array([0, 1, 2, 0, -1], np.int32),
        np.array([0, 1, 1, -1, 1], np.int32),
        np.array([3, 2, 1, 0.5, 0.25], np.float32),
    )
    model.order = np.arange(184, dtype=np.float32) % 7
    sentence, translation = [0, 2, 1], [1, 0]
    counts = np.array([[3, 0], [0, 2], [0, 1]])
    unlinked = {0: np.array([0, 0.25]), 1: np.array([0.5, 0, 0])}
    expected = np.ones((3, 2))
    for d in range(2):
        # Classes by first letters are words alone, by last letters too: each word is its own.
        n = counts if d == 0 else counts.T
        words = n.shape[1]
        shared = (n + 0.003) / (n.sum(1, keepdims=True) + 0.003 * words)
        t = (n + 0.0003 + 2 * shared) / (n.sum(1, keepdims=True) + 0.0003 * words + 2)
        given, choosing = (sentence, translation)[:: 1 - 2 * d]
        jumps = model.order[83 * d : 83 * (d + 1)] + 2
        alone = 0.2 * (unlinked[d] + 0.003) / (unlinked[d].sum() + 0.003 * (words + 1))
        found = forward_backward_by_hand(
            jumps / jumps.sum(), 0.8 * t[np.ix_(given, choosing)].T, alone[choosing]
        )
        expected *= found.T if d == 0 else found
    links = FrozenAligner(model).align([["xa", "yc", "xb"]], [["lu", "ku"]], threshold=0)
    np.testing.assert_allclose(links.confidence.reshape(3, 2), np.sqrt(expected), rtol=1e-4)


def test_parts_of_a_long_text_learn_from_those_before(monkeypatch):
    source, target, links = planted(300)
    monkeypatch.setattr("hyperbaton.bitext.aligning.CELLS_OF_A_PART", 3000)
    found = align_sentences(source, target)
    assert len(found) == 300
    last = range(250, 300)
    right = sum(len(set(map(tuple, found[k].tolist())) & set(links[k])) for k in last)
    assert right > 0.97 * 7 * 50


def test_sentences_without_words_and_of_great_length():
    found = align_sentences([[], ["a"], ["b"] * 2000, ["c"]], [["x"], [], ["b"] * 2000, ["c"]])
    assert found.link_counts[:3].tolist() == [0, 0, 0]
    assert found.source_lengths.tolist() == [0, 1, 2000, 1]
    assert len(align_sentences([], [])) == 0


def test_what_cannot_be_aligned(tmp_path):
    with pytest.raises(InputError, match="1 source sentences but 2 translations"):
        align_sentences([["a"]], [["b"], ["c"]])
    for name, content in (("text", b"words"), ("empty", b"")):
        path = tmp_path / name
        path.write_bytes(content)
        with pytest.raises(InputError, match=f"{name}: not an alignment model"):
            AlignmentModel.load(str(path))
    with pytest.raises(InputError, match=r"missing: "):
        AlignmentModel.load(str(tmp_path / "missing"))
    np.savez(tmp_path / "new.npz", version=np.array(99))
    with pytest.raises(InputError, match="model of version 99, expected 1"):
        AlignmentModel.load(str(tmp_path / "new.npz"))


def test_damaged_models_are_refused_by_the_core():
    model = AlignmentModel({"a": 0}, {"b": 0})
    numbers = np.array([5], np.int32), np.array([0], np.int32), np.array([1], np.float32)
    model.links = numbers
    with pytest.raises(ValueError, match="words of the vocabularies"):
        align_sentences([["a"]], [["b"]], model=model)


@pytest.mark.parametrize(
    ("a", "b", "expected"),
    [
        ("haus", "haus", 1.0),
        ("1.987", "1987", 1.0),
        ("007", "7", 1.0),
        ("22", "23", 0.0),
        ("ab", "ac", 0.0),
        ("abc", "abcdefgh", 0.0),
        ("haus", "house", 0.6),
        ("national", "nationale", 0.5 + 0.5 * 8 / 9),
    ],
)
def test_similarity_of_words(a, b, expected):
    letters = [np.array(list(map(ord, word)), np.int32) for word in (a, b)]
    found = _core.word_similarity(*letters)
    assert found == pytest.approx(expected)
    assert found == _core.word_similarity(*reversed(letters))


def test_forms_of_words():
    assert compared_form("Ｇroß„") == 'groß"'
    assert romanized("δημήτρης") == "dimitris"
    assert romanized("서울") == "seoul"
    assert romanized("́") == "́"  # a mark alone stays
