"""Arrays that do not fit together are refused, not read beyond their ends."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest
from numpy.typing import NDArray

from hyperbaton import _core

EQUAL_WORDS = (1.0, np.zeros(0, dtype=np.int32), np.zeros(0, dtype=np.int64))
NO_FUNCTION_WORDS = np.zeros(0, dtype=np.uint8)

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
        lambda: _core.align_segments(
            wrong, [(EQUAL_WORDS, None)], NO_FUNCTION_WORDS, "best", 100, 4, 1
        ),
        lambda: _core.soft_matches(wrong, VECTORS, STEMS, 0.8, 0.3, 0.45, 1),
    ]
    for call in calls:
        with pytest.raises(ValueError, match=r"rise from 0|one group per segment"):
            call()


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
        _core.align_segments(
            segments(), [(EQUAL_WORDS, None), (None, given)], NO_FUNCTION_WORDS, search, 100, 4, 1
        )


@pytest.mark.parametrize("sizes", [ids(0), ids(2), ids(1, 3), ids(1, 2, 2), ids(-1), ids(1, 1, 4)])
def test_sizes_that_are_no_tree(sizes: NDArray[np.int32]) -> None:
    with pytest.raises(ValueError, match="no tree's"):
        _core.largest_mappings(sizes, ends(0, len(sizes)), ids(1), ends(0, 1), 1)
    with pytest.raises(ValueError, match="no tree's"):
        _core.tree_edit_mapping(sizes, ids(1))
