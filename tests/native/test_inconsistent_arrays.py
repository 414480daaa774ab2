"""Arrays that do not fit together are refused, not read beyond their ends."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest
from numpy.typing import NDArray

from hyperbaton import _core

EQUAL_WORDS = (1.0, np.zeros(0, dtype=np.int32), np.zeros(0, dtype=np.int64))

VECTORS = np.ones((4, 2), dtype=np.float32)
STEMS = np.zeros(4, dtype=np.int32)


def ids(*values: int) -> NDArray[np.int32]:
    return np.array(values, dtype=np.int32)


def ends(*values: int) -> NDArray[np.int64]:
    return np.array(values, dtype=np.int64)


def segments(**changed):
    """Two segments, the second with two references; `changed` arrays in place of their own."""
    arrays = {
        "hypotheses": ids(0, 1, 2, 3),
        "hypothesis_offsets": ends(0, 2, 4),
        "references": ids(0, 1, 2, 3, 3, 2),
        "reference_offsets": ends(0, 2, 4, 6),
        "groups": ends(0, 1, 3),
    }
    assert not changed.keys() - arrays.keys()
    return tuple((arrays | changed).values())


WRONG_OFFSETS = [
    ends(),
    ends(1, 4),
    ends(0, 3),
    ends(0, 5),
    ends(0, 9, 4),
    ends(0, -1, 4),
    ends(0, 2**62, 4),
]


@pytest.mark.parametrize("offsets", WRONG_OFFSETS)
def test_offsets(offsets: NDArray[np.int64]) -> None:
    values = ids(0, 1, 2, 3)
    with pytest.raises(ValueError, match="have to rise from 0 to 4"):
        _core.validate_permutations(values.astype(np.int64), offsets)
    with pytest.raises(ValueError, match="have to rise from 0 to 4"):
        _core.ordered_trees(values, offsets, False)


@pytest.mark.parametrize(
    "changed",
    [
        {"hypothesis_offsets": ends(0, 2, 5)},
        {"reference_offsets": ends(0, 2, 4, 7)},
        {"groups": ends(0, 1, 4)},
        {"groups": ends(0, 3)},
        {"groups": ends(0, 1, 2, 3)},
        {"groups": ends(0, 9, 3)},
    ],
)
def test_segments(changed: dict[str, NDArray[np.int64]]) -> None:
    wrong = segments(**changed)
    calls = [
        lambda: _core.levenshtein_distances(wrong, 1),
        lambda: _core.translation_edit_counts(wrong, 1),
        lambda: _core.bleu_statistics(wrong, 4, 1),
        lambda: _core.aligned_orders(wrong, 1),
        lambda: _core.inversion_distances(wrong, 1.0, 1.0, 1.0, 1.0, 0, 1),
        lambda: _core.align_segments(wrong, [(EQUAL_WORDS, None)], "best", 100, 4, 1),
        lambda: _core.soft_matches(wrong, VECTORS, STEMS, 0.8, 0.3, 0.45, 1),
    ]
    for call in calls:
        with pytest.raises(ValueError, match=r"rise from 0|one group per segment"):
            call()


def test_segment_without_reference() -> None:
    with pytest.raises(ValueError, match="segment 1 has no reference"):
        _core.bleu_statistics(segments(groups=ends(0, 3, 3)), 4, 1)


@pytest.mark.parametrize("order", [0, -1, 2**40])
def test_order_of_ngrams(order: int) -> None:
    with pytest.raises(ValueError, match="order has to be from 1"):
        _core.bleu_statistics(segments(), order, 1)
    with pytest.raises(ValueError, match="order has to be from 1"):
        _core.ngram_information(ids(1, 2), ends(0, 2), order)


def test_information_of_other_references() -> None:
    with pytest.raises(ValueError, match="of the same order"):
        _core.nist_statistics(segments(), np.zeros(6 * 4), 5, 1)


@pytest.mark.parametrize("known", [0, 3])
def test_words_without_classes(known: int) -> None:
    classes = np.arange(known, dtype=np.int32)
    matcher = ((0.8, classes, np.arange(known + 1, dtype=np.int64)), None)
    if known == 0:  # an array of offsets without classes knows no word
        matcher = ((0.8, classes, ends(0)), None)
    with pytest.raises(ValueError, match="words of hypotheses with classes"):
        _core.align_segments(segments(), [matcher], "best", 100, 4, 1)


@pytest.mark.parametrize(
    ("vectors", "stems", "message"),
    [
        (VECTORS[:3], STEMS[:3], "words of hypotheses with vectors"),
        (VECTORS[:0], STEMS[:0], "words of hypotheses with vectors"),
        (VECTORS, STEMS[:3], "one stem per vector"),
    ],
)
def test_words_without_vectors(
    vectors: NDArray[np.float32], stems: NDArray[np.int32], message: str
) -> None:
    with pytest.raises(ValueError, match=message):
        _core.soft_matches(segments(), vectors, stems, 0.8, 0.3, 0.45, 1)


@pytest.mark.parametrize(
    "options", [(np.nan, 0.3, 0.45), (0.8, -0.1, 0.45), (0.8, np.nan, 0.45), (0.8, 0.3, np.inf)]
)
def test_options_of_soft_matches(options: tuple[float, float, float]) -> None:
    with pytest.raises(ValueError, match=r"nearness|similarities have to be finite"):
        _core.soft_matches(segments(), VECTORS, STEMS, *options, 1)


@pytest.mark.parametrize("search", ["best", "meteor"])
@pytest.mark.parametrize(
    ("offsets", "spans", "weights"),
    [
        (ends(0, 0, 1), [[0, 1, 0, 1]], [1.0]),
        (ends(0, 0, 0, 2), [[0, 1, 0, 1]], [1.0]),
        (ends(0, 0, 0, 1), [[0, 1, 0]], [1.0]),
        (ends(0, 0, 0, 1), [[0, 1, 0, 1]], []),
        (ends(0, 0, 0, 1), [[0, 3, 0, 1]], [1.0]),
        (ends(0, 0, 0, 1), [[0, 1, 2, 1]], [1.0]),
        (ends(0, 0, 0, 1), [[-1, 1, 0, 1]], [1.0]),
        (ends(0, 0, 0, 1), [[1, 0, 0, 1]], [1.0]),
        (ends(0, 0, 0, 1), [[1, 2**31 - 1, 0, 1]], [1.0]),
    ],
)
def test_given_matches(
    search: str, offsets: NDArray[np.int64], spans: list[list[int]], weights: Sequence[float]
) -> None:
    given = (offsets, np.array(spans, dtype=np.int32), np.array(weights, dtype=np.float32))
    with pytest.raises(ValueError, match=r"match|offsets"):
        _core.align_segments(segments(), [(EQUAL_WORDS, None), (None, given)], search, 100, 4, 1)


def test_alignment_options() -> None:
    with pytest.raises(ValueError, match="'best' or 'meteor', got 'quick'"):
        _core.align_segments(segments(), [(EQUAL_WORDS, None)], "quick", 100, 4, 1)
    with pytest.raises(ValueError, match="beam has to be at least 1"):
        _core.align_segments(segments(), [(EQUAL_WORDS, None)], "meteor", 100, 0, 1)


@pytest.mark.parametrize(
    "begin", [ends(0, 2, 4), ends(0, 2, 4, 5), ends(0, 2, 3, 6), ends(1, 3, 5, 7)]
)
def test_room_for_positions(begin: NDArray[np.int64]) -> None:
    with pytest.raises(ValueError, match="begin has to"):
        _core.context_positions(segments(), begin, 1)


@pytest.mark.parametrize("sizes", [ids(0), ids(2), ids(1, 3), ids(1, 2, 2), ids(-1), ids(1, 1, 4)])
def test_sizes_that_are_no_tree(sizes: NDArray[np.int32]) -> None:
    one = ends(0)
    offsets = ends(0, len(sizes))
    with pytest.raises(ValueError, match="no tree's"):
        _core.largest_mappings(sizes, offsets, ids(1), ends(0, 1), one, one, 1)
    labels = np.zeros(len(sizes), dtype=np.int32)
    costs = np.ones(1), np.ones(1), np.zeros((1, 1))
    with pytest.raises(ValueError, match="no tree's"):
        _core.tree_edit_mapping(sizes, labels, ids(1), ids(0), *costs)


@pytest.mark.parametrize(
    ("first", "second"), [(ends(1), ends(0)), (ends(0), ends(-1)), (ends(0, 0), ends(0))]
)
def test_pairs_of_trees(first: NDArray[np.int64], second: NDArray[np.int64]) -> None:
    tree = ids(1, 2), ends(0, 2)
    with pytest.raises(ValueError, match="pairs"):
        _core.largest_mappings(*tree, *tree, first, second, 1)


@pytest.mark.parametrize(
    ("labels", "rename"),
    [
        (ids(0), np.zeros((1, 1))),
        (ids(0, 1), np.zeros((1, 1))),
        (ids(0, -1), np.zeros((1, 1))),
        (ids(0, 0), np.zeros((1, 2))),
        (ids(0, 0), np.zeros((0, 1))),
    ],
)
def test_labels(labels: NDArray[np.int32], rename: NDArray[np.float64]) -> None:
    tree = ids(1, 2)
    with pytest.raises(ValueError, match=r"label|rename"):
        _core.tree_edit_mapping(tree, labels, tree, ids(0, 0), np.ones(1), np.ones(1), rename)


@pytest.mark.parametrize("heads", [ids(0, 3), ids(0, -1), ids(2, 1), ids(0, 2)])
@pytest.mark.parametrize("inlined", [False, True])
def test_heads(heads: NDArray[np.int32], inlined: bool) -> None:
    with pytest.raises(ValueError, match="heads"):
        _core.ordered_trees(heads, ends(0, 2), inlined)


@pytest.mark.parametrize(
    "links",
    [
        (ids(0), ids(0), ends(0, 2)),
        (ids(0), ids(), ends(0, 1)),
        (ids(-1), ids(0), ends(0, 1)),
        (ids(0), ids(2**31 - 1), ends(0, 1)),
        (ids(0), ids(0), ends(0, 0, 1)),
    ],
)
def test_links(links: tuple[NDArray[np.int32], NDArray[np.int32], NDArray[np.int64]]) -> None:
    fine = ids(0), ids(0), ends(0, 1)
    with pytest.raises(ValueError, match=r"links|positions|sentence pairs"):
        _core.symmetrize(fine, links, 0, 1)
    with pytest.raises(ValueError, match="unknown method"):
        _core.symmetrize(fine, fine, 9, 1)
