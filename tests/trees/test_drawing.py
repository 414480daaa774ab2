import pytest
from hypothesis import given
from strategies import dependency_trees

from hyperbaton.errors import InputError
from hyperbaton.trees import DependencyTree
from hyperbaton.trees.drawing import MAX_DRAWN, to_arcs, to_text

TREE = DependencyTree(
    ("Bush", "on", "Tuesday", "nominated", "two", "judges"),
    (4, 3, 4, 0, 6, 4),
    ("nsubj", "case", "obl", "root", "nummod", "obj"),
    ("PROPN", "ADP", "PROPN", "VERB", "NUM", "NOUN"),
)


def test_indented():
    assert to_text(TREE).splitlines() == [
        "nominated (root)",
        "├── Bush (nsubj)",
        "├── Tuesday (obl)",
        "│   └── on (case)",
        "└── judges (obj)",
        "    └── two (nummod)",
    ]
    assert to_text(TREE, ascii_only=True).splitlines()[3:5] == [
        "|   `-- on (case)",
        "`-- judges (obj)",
    ]


def test_arcs():
    assert to_arcs(TREE).splitlines() == [
        "  ┌>──── Bush (nsubj)",
        "  │   ┌> on (case)",
        "  │ ┌>┴─ Tuesday (obl)",
        "─>└─┼─── nominated (root)",
        "    │ ┌> two (nummod)",
        "    └>┴─ judges (obj)",
    ]
    assert to_arcs(TREE, ascii_only=True).splitlines()[2:4] == [
        "  | .>+- Tuesday (obl)",
        "->'-+--- nominated (root)",
    ]


def test_arcs_that_cross():
    crossing = DependencyTree(tuple("abcd"), (3, 4, 0, 3))
    assert to_arcs(crossing).splitlines() == [
        "    ┌> a",
        "  ┌>┼─ b",
        "─>│ ├─ c",
        "  └─┴> d",
    ]


@given(dependency_trees(max_size=15))
def test_every_word_has_its_line_and_its_arrow(tree):
    for ascii_only in (False, True):
        arcs = to_arcs(tree, ascii_only=ascii_only).splitlines()
        assert len(arcs) == len(tree) == len(to_text(tree, ascii_only=ascii_only).splitlines())
        assert all(line.count(">") == 1 for line in arcs)
        assert not ascii_only or all(line.isascii() for line in arcs)


@pytest.mark.parametrize("draw", [to_text, to_arcs])
def test_trees_that_are_too_large(draw):
    size = MAX_DRAWN + 1
    with pytest.raises(InputError, match="a tree of 1001 words is too large to draw; up to 1000"):
        draw(DependencyTree(("w",) * size, range(size)))
