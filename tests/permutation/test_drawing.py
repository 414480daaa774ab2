"""Text, DOT and JSON."""

import re

import pytest
from hypothesis import given
from strategies import block_permutations

from hyperbaton import PermutationTree
from hyperbaton.errors import InputError

EXAMPLE = [5, 7, 4, 6, 3, 1, 2]


def flattened(values):
    return PermutationTree.from_permutation(values).flattened()


def test_text():
    assert flattened(EXAMPLE).to_text().splitlines() == [
        "2×⟨2,1⟩",
        "├── ⟨2,4,1,3⟩",
        "│   ├── 5",
        "│   ├── 7",
        "│   ├── 4",
        "│   └── 6",
        "├── 3",
        "└── ⟨1,2⟩",
        "    ├── 1",
        "    └── 2",
    ]


def test_a_chain_says_how_often_its_operator_applies():
    """2016, figure 5c."""
    assert flattened([4, 3, 2, 1]).to_text().startswith("3×⟨2,1⟩\n├── 4")


def test_ascii_text():
    drawing = flattened(EXAMPLE).to_text(ascii_only=True)
    assert drawing.isascii()
    assert drawing.splitlines()[:3] == ["2x<2,1>", "|-- <2,4,1,3>", "|   |-- 5"]
    assert flattened([]).to_text(ascii_only=True) == "()"


def test_too_long_to_draw():
    with pytest.raises(InputError, match="too long to draw as text; up to 10000"):
        flattened(range(10_001)).to_text()


@given(block_permutations())
def test_dot_has_one_node_per_block_and_one_edge_per_child(values):
    tree = flattened(values)
    dot = tree.to_dot("p")
    assert dot.count(" -> ") == sum(len(node.children) for node in tree.nodes())
    assert len(set(re.findall(r"^  (n\d+_\d+) \[", dot, re.M))) == tree.node_count + len(values)


@given(block_permutations())
def test_json_rebuilds_the_permutation(values):
    document = flattened(values).to_json()
    nodes = document["nodes"]

    def fringe(k):
        node = nodes[k]
        if "value" in node:
            return [node["value"]]
        assert all(child < k for child in node["children"])
        return [v for child in node["children"] for v in fringe(child)]

    assert fringe(len(nodes) - 1) == values == document["permutation"]
