"""Links made by a program, and two directions that become one."""

import shutil

import pytest
from hypothesis import given
from hypothesis import strategies as st
from oracles import bitext as oracle
from strategies import links

from hyperbaton.bitext import METHODS, WordAlignments, align_with_eflomal, aligning, symmetrize
from hyperbaton.errors import InputError, MissingDependencyError, OptionError

# eflomal: a stand-in shows how it is called, the program itself that it works


def test_both_directions_are_combined(stand_in):
    source = [["das", "Haus"], [], ["ja", "ja", "ja"]]
    target = [["the", "house"], ["yes"], ["yes", "yes"]]
    assert align_with_eflomal(source, target).to_pharaoh() == ["0-0 1-1", "", "0-0 1-1"]
    crossed = align_with_eflomal(source, target, "intersection")
    assert crossed.to_pharaoh() == ["0-0", "", "0-0"]
    assert crossed.source_lengths.tolist() == [2, 0, 3]


def test_its_failure_is_reported(stand_in):
    with pytest.raises(InputError, match="eflomal-align failed with exit code 1: nothing to align"):
        align_with_eflomal([[]], [["a"]])


def test_not_installed(monkeypatch, tmp_path):
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr("sys.executable", str(tmp_path / "python"))
    with pytest.raises(MissingDependencyError) as caught:
        align_with_eflomal([["a"]], [["b"]])
    assert str(caught.value).endswith("run: pip install 'hyperbaton[eflomal]'")


def test_what_it_cannot_align(stand_in):
    with pytest.raises(InputError, match="1 source sentences but 2 translations"):
        align_with_eflomal([["a"]], [["b"], ["c"]])
    with pytest.raises(InputError, match="'a b' is not a word"):
        align_with_eflomal([["a b"]], [["c"]])
    with pytest.raises(OptionError, match="got 'diag'"):
        align_with_eflomal([["a"]], [["b"]], "diag")


@pytest.mark.skipif(shutil.which(aligning.PROGRAM) is None, reason="eflomal is not installed")
def test_the_program_itself():
    words = [f"w{k}" for k in range(12)]
    source = [[words[(k * 5 + i * 7) % 12] for i in range(5)] for k in range(300)]
    target = [[word.upper() for word in sentence] for sentence in source]
    found = align_with_eflomal(source, target)
    right = (found.source == found.target).sum()
    assert right / len(found.source) > 0.9
    assert right > 0.9 * 5 * 300


# Symmetrisation

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
