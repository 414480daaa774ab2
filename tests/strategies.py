"""Random inputs for property tests."""

from typing import NamedTuple

from hypothesis import strategies as st

from hyperbaton.trees import DependencyTree


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


class Alignment(NamedTuple):
    """The links of one sentence pair, and how many words it has."""

    links: frozenset[tuple[int, int]]
    source: int
    target: int


@st.composite
def alignments(draw: st.DrawFn, max_size: int = 7) -> Alignment:
    """Any set of links between two short sentences, empty ones among them."""
    source, target = draw(st.integers(0, max_size)), draw(st.integers(0, max_size))
    return Alignment(draw(links(source, target)), source, target)


def links(source: int, target: int) -> st.SearchStrategy[frozenset[tuple[int, int]]]:
    """Any set of links between sentences of that many words."""
    if source == 0 or target == 0:
        return st.just(frozenset())
    link = st.tuples(st.integers(0, source - 1), st.integers(0, target - 1))
    return st.frozensets(link, max_size=3 * max(source, target))


@st.composite
def dependency_trees(draw: st.DrawFn, min_size: int = 0, max_size: int = 12) -> DependencyTree:
    """Trees and forests of any shape: each word hangs on one placed before it, or on none."""
    order = draw(st.permutations(range(1, draw(st.integers(min_size, max_size)) + 1)))
    heads = [0] * len(order)
    for k, word in enumerate(order):
        heads[word - 1] = draw(st.sampled_from([0, *order[:k]])) if k else 0
    labels = st.lists(st.sampled_from("xyz"), min_size=len(order), max_size=len(order))
    return DependencyTree(tuple(draw(labels)), tuple(heads), tuple(draw(labels)))
