"""Small test sets and judgements for tests of meta-evaluation."""

import numpy as np
from hypothesis import strategies as st

from hyperbaton.meta import Preferences

SYSTEMS = ("a", "b", "c")


def preferences(rows, systems=SYSTEMS, segments=None):
    """Preferences from rows of segment, first, second, sign."""
    columns = np.array(rows, np.int64).reshape(-1, 4).T
    number = segments if segments is not None else int(columns[0].max(initial=-1)) + 1
    return Preferences(tuple(systems), number, *columns)


@st.composite
def judged_scores(draw, metrics=1, min_pairs=1, max_pairs=25, ties=True):
    """Preferences of three systems on a few segments, and scores with ties."""
    segments = draw(st.integers(1, 4))
    signs = (-1, 0, 1) if ties else (-1, 1)
    rows = draw(
        st.lists(
            st.tuples(
                st.integers(0, segments - 1),
                st.sampled_from([(0, 1), (1, 0), (0, 2), (2, 0), (1, 2), (2, 1)]),
                st.sampled_from(signs),
            ),
            min_size=min_pairs,
            max_size=max_pairs,
        )
    )
    made = preferences([(k, *pair, sign) for k, pair, sign in rows], segments=segments)
    values = st.lists(st.integers(-3, 3), min_size=3 * segments, max_size=3 * segments)
    scores = [np.array(draw(values), float).reshape(3, segments) for _ in range(metrics)]
    return made, *scores
