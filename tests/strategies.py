"""Random inputs for property tests."""

from hypothesis import strategies as st


def permutations(min_size: int = 0, max_size: int = 12) -> st.SearchStrategy[list[int]]:
    """Permutations of 1..n, any order equally likely."""
    return st.integers(min_size, max_size).flatmap(lambda n: st.permutations(list(range(1, n + 1))))


@st.composite
def block_permutations(draw: st.DrawFn, max_size: int = 40) -> list[int]:
    """Permutations as they occur in translation: the identity with a few blocks moved."""
    n = draw(st.integers(1, max_size))
    values = list(range(1, n + 1))
    for _ in range(draw(st.integers(0, 4))):
        a, b, c = sorted(draw(st.integers(0, n)) for _ in range(3))
        values[a:c] = values[b:c] + values[a:b]
    return values
