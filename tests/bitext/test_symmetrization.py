"""Two directions that become one."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from oracles import bitext as oracle
from strategies import links

from hyperbaton.bitext import METHODS, WordAlignments, symmetrize
from hyperbaton.errors import InputError, OptionError

# Worked by hand. 2-1 and 1-2 touch the kept 1-1 and each join a free word. 2-0 touches it too, but
# when its turn comes, 2-1 and 0-0 have taken both its words. 4-3 and 3-4 join two free words, 0-4
# only one, and comes before 3-4.
FORWARD = "0-0 1-1 2-0 2-1 4-3"
REVERSE = "0-0 0-4 1-1 1-2 3-4"
BY_HAND = {
    "intersection": "0-0 1-1",
    "union": "0-0 0-4 1-1 1-2 2-0 2-1 3-4 4-3",
    "grow-diag": "0-0 1-1 1-2 2-1",
    "grow-diag-final": "0-0 0-4 1-1 1-2 2-1 3-4 4-3",
    "grow-diag-final-and": "0-0 1-1 1-2 2-1 3-4 4-3",
}


def parsed(text, words=5):
    pairs = [tuple(map(int, link.split("-"))) for link in text.split()]
    return WordAlignments.of([pairs], [words], [words])


@pytest.mark.parametrize("method", METHODS)
def test_by_hand(method):
    assert symmetrize(parsed(FORWARD), parsed(REVERSE), method).to_pharaoh() == [BY_HAND[method]]


def test_growing_goes_on_from_what_it_added():
    assert symmetrize(parsed("0-0 1-1 2-2 3-3"), parsed("0-0"), "grow-diag").to_pharaoh() == [
        "0-0 1-1 2-2 3-3"
    ]
    backwards = symmetrize(parsed("4-4 3-3 2-2"), parsed("4-4"), "grow-diag")
    assert backwards.to_pharaoh() == ["2-2 3-3 4-4"]


def test_the_forward_direction_comes_first_in_the_final_step():
    forward, reverse = parsed("0-1"), parsed("0-0")
    final = "grow-diag-final-and"
    assert symmetrize(forward, reverse, final).to_pharaoh() == ["0-1"]
    assert symmetrize(reverse, forward, final).to_pharaoh() == ["0-0"]


two_directions = st.tuples(st.integers(0, 6), st.integers(0, 6)).flatmap(
    lambda lengths: st.tuples(st.just(lengths), links(*lengths), links(*lengths))
)


@given(st.lists(two_directions, max_size=4))
def test_against_the_pseudo_code(pairs):
    sources, targets = [p[0][0] for p in pairs], [p[0][1] for p in pairs]
    forward = WordAlignments.of([p[1] for p in pairs], sources, targets)
    reverse = WordAlignments.of([p[2] for p in pairs], sources, targets)
    for method in METHODS:
        result = symmetrize(forward, reverse, method, threads=2)
        for k, (lengths, one, other) in enumerate(pairs):
            found = set(map(tuple, result[k].tolist()))
            assert found == oracle.symmetrized(one, other, method, *lengths)
            assert one & other <= found <= one | other


@given(two_directions)
def test_exchanging_directions_matters_only_in_the_final_step(pair):
    (source, target), one, other = pair
    forward = WordAlignments.of([one], [source], [target])
    reverse = WordAlignments.of([other], [source], [target])
    for method in ("intersection", "union", "grow-diag"):
        assert symmetrize(forward, reverse, method) == symmetrize(reverse, forward, method)


def test_threads_do_not_change_the_result():
    forward = WordAlignments.of([[(0, 0), (1, 2)], [(2, 2)]] * 20_000, [3] * 40_000, [3] * 40_000)
    reverse = WordAlignments.of([[(0, 0), (1, 1)], [(2, 1)]] * 20_000, [3] * 40_000, [3] * 40_000)
    assert symmetrize(forward, reverse, threads=1) == symmetrize(forward, reverse, threads=7)


def test_what_does_not_belong_together_is_refused():
    with pytest.raises(OptionError, match="got 'grow'"):
        symmetrize(parsed(FORWARD), parsed(REVERSE), "grow")
    with pytest.raises(InputError, match="source_lengths of the two directions differ"):
        symmetrize(parsed(FORWARD), parsed(REVERSE, words=6))
