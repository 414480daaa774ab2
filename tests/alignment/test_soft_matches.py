"""Soft matches: native code against whole matrices, and what has to hold for any sentences."""

from itertools import pairwise, product

import numpy as np
import pytest
from aligning import segments_of
from hypothesis import given
from hypothesis import strategies as st
from oracles.soft import soft_pair

from hyperbaton.alignment.matchers.soft import SoftMatches, soft_matches
from hyperbaton.vectors import unit_rows

DEFAULTS = {"stem_similarity": 0.8, "nearness": 0.3, "minimum": 0.45}


def random_vectors(words, dimensions, seed):
    rows = np.random.default_rng(seed).normal(size=(words, dimensions)).astype(np.float32)
    rows[words // 2] = 0  # a word without a vector
    return unit_rows(rows)


def by_pair(found: SoftMatches):
    """The results of each pair as the oracle gives them."""

    def slices(offsets, *arrays):
        for begin, end in pairwise(offsets):
            rows = [array[begin:end].tolist() for array in arrays]
            yield rows[0] if len(rows) == 1 else list(zip(*rows, strict=True))

    assert [array.dtype for array in found[1:3]] == [np.int32, np.float32]
    linked = slices(found.link_offsets, found.links, found.link_similarity)
    return list(
        zip(
            slices(found.hypothesis_offsets, found.hypothesis_best, found.hypothesis_similarity),
            slices(found.reference_offsets, found.reference_best, found.reference_similarity),
            slices(found.hypothesis_pair_offsets, found.hypothesis_pairs),
            slices(found.reference_pair_offsets, found.reference_pairs),
            ([(*link, similarity) for link, similarity in rows] for rows in linked),
            strict=True,
        )
    )


def expected(segments, vectors, stems, **options):
    ids = {word: k for k, word in enumerate(segments.hypotheses.vocabulary)}
    references = segments.references
    return [
        soft_pair(
            [ids[word] for word in segments.hypotheses.tokens[k]],
            [ids[word] for word in references.tokens[r]],
            vectors,
            stems,
            **{**DEFAULTS, **options},
        )
        for k in range(len(segments))
        for r in range(segments.arrays.groups[k], segments.arrays.groups[k + 1])
    ]


def found_in(segments, vectors, stems, threads=1, **options):
    options = {**DEFAULTS, **options}
    return soft_matches(segments, vectors, np.array(stems, np.int32), threads=threads, **options)


def check(segments, vectors, stems, **options):
    vectors = vectors[: len(segments.hypotheses.vocabulary)]
    stems = stems[: len(segments.hypotheses.vocabulary)]
    found = found_in(segments, vectors, stems, **options)
    assert by_pair(found) == expected(segments, vectors, stems, **options)


LETTERS = "abcdefghij"
SENTENCES = st.lists(st.sampled_from(LETTERS), max_size=22).map(" ".join)
SEGMENTS = st.lists(
    st.tuples(SENTENCES, SENTENCES) | st.tuples(SENTENCES, SENTENCES, SENTENCES), max_size=5
)


@given(
    SEGMENTS,
    st.integers(1, 20),
    st.integers(0, 99),
    st.lists(st.integers(-1, 4), min_size=10, max_size=10),
    st.sampled_from([0.0, 0.3, 2.0]),
    st.sampled_from([-1.0, 0.45, 1.0]),
)
def test_soft_matches_by_definition(segments, dimensions, seed, stems, nearness, minimum):
    vectors = random_vectors(len(LETTERS), dimensions, seed)
    check(segments_of(*segments), vectors, stems, nearness=nearness, minimum=minimum)


def test_all_short_sentences():
    """Three words, two of which have the same vector: ties are everywhere."""
    vectors = unit_rows(np.array([[3, 4], [4, 3], [3, 4]], np.float32))
    texts = [" ".join(words) for n in range(4) for words in product("abc", repeat=n)]
    pairs = [("a b c", "c b a"), *product(texts, texts)]
    for stems in ([-1, -1, -1], [0, 0, 0], [0, 1, 0]):
        check(segments_of(*pairs), vectors, stems)


@pytest.mark.parametrize(("n", "m"), [(1, 40), (40, 1), (33, 70), (4, 8), (5, 9), (64, 16)])
def test_longer_sentences(n, m):
    words = [f"w{k}" for k in range(60)]
    generator = np.random.default_rng(n * m)
    pairs = [
        (" ".join(generator.choice(words, n)), " ".join(generator.choice(words, m)))
        for _ in range(10)
    ]
    check(segments_of(*pairs), random_vectors(60, 50, m), [k // 2 for k in range(60)])


def test_copies_too_many_have_no_counterpart():
    """Of `a a b b b` against `a b b`, the second a and the third b are copies too many.

    Neighbours and links count them: the last b is linked, because it is the nearest.
    """
    segments = segments_of(("a a b b b", "a b b"))
    ((words, reference, pairs, reference_pairs, links),) = by_pair(
        found_in(segments, np.eye(2, dtype=np.float32), [0, 1])
    )
    assert words == [(0, 1.0), (-1, 0.0), (1, 1.0), (1, 1.0), (-1, 0.0)]
    assert reference == [(0, 1.0), (2, 1.0), (2, 1.0)]
    assert pairs == [0.0, 1.0, 1.0, 1.0]
    assert reference_pairs == [1.0, 1.0]
    assert links == [(0, 0, 1.0), (2, 1, 1.0), (4, 2, 1.0)]


def test_threads_and_batches_change_no_bit():
    generator = np.random.default_rng(5)
    words = [f"w{k}" for k in range(200)]
    pairs = [
        [" ".join(generator.choice(words, generator.integers(0, 40))) for _ in range(3)]
        for _ in range(300)
    ]
    segments = segments_of(*pairs)
    order = segments.hypotheses.vocabulary
    vectors = random_vectors(len(order), 64, 1)
    stems = np.arange(len(order), dtype=np.int32) // 3
    one = found_in(segments, vectors, stems)
    for threads in (2, 7):
        for ours, theirs in zip(one, found_in(segments, vectors, stems, threads), strict=True):
            assert np.array_equal(ours, theirs)
    alone = []
    for pair in pairs:
        few = segments_of(pair)
        rows = [order.index(word) for word in few.hypotheses.vocabulary]
        alone += by_pair(found_in(few, vectors[rows], stems[rows]))
    assert alone == by_pair(one)
