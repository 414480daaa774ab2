"""Trees for people (text), for Graphviz (DOT) and for programs (JSON)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from hyperbaton.errors import InputError

if TYPE_CHECKING:
    from hyperbaton.forest.tree import Node, PermutationTree

MAX_WRITTEN = 1_000_000  # words of a tree as DOT or JSON
MAX_DRAWN = 10_000  # words of a tree as text,
MOST_CHARACTERS = 50_000_000  # which for a deep one are quadratic in its length


def to_text(tree: PermutationTree, *, ascii_only: bool) -> str:
    """The tree drawn with lines, one node per line."""
    _check_length(tree, MAX_DRAWN, "draw as text")
    if tree.root is None:
        return "()" if ascii_only else "⟨⟩"
    branch, corner, pipe = ("|-- ", "`-- ", "|   ") if ascii_only else ("├── ", "└── ", "│   ")
    lines: list[str] = []
    size = 0
    waiting = [(tree.root, "", "")]
    while waiting:
        node, before_label, before_children = waiting.pop()
        lines.append(before_label + label(node, ascii_only=ascii_only))
        size += len(lines[-1])
        if size > MOST_CHARACTERS:
            raise InputError("the tree is too deep to draw as text; choose dot or json")
        for k, child in enumerate(reversed(node.children)):
            stem, below = (corner, "    ") if k == 0 else (branch, pipe)
            waiting.append((child, before_children + stem, before_children + below))
    return "\n".join(lines)


def label(node: Node, *, ascii_only: bool = False) -> str:
    """The operator of a node, such as ⟨2,4,1,3⟩ or 3×⟨2,1⟩, or the value of a leaf."""
    if node.is_leaf:
        return str(node.values[0])
    operator = operator_text(node.operator, ascii_only=ascii_only)
    times = "x" if ascii_only else "×"
    return operator if node.repeat == 1 else f"{node.repeat}{times}{operator}"


def operator_text(operator: tuple[int, ...], *, ascii_only: bool) -> str:
    """An operator between angle brackets."""
    opening, closing = "<>" if ascii_only else "⟨⟩"
    return opening + ",".join(map(str, operator)) + closing


def to_dot(tree: PermutationTree, name: str) -> str:
    """The tree as a Graphviz digraph."""
    _check_length(tree, MAX_WRITTEN, "write as DOT")
    lines = [f'digraph "{name}" {{', "  ordering=out;", "  node [shape=plaintext];"]
    waiting = [tree.root] if tree.root is not None else []
    while waiting:
        node = waiting.pop()
        lines.append(f'  {_dot_id(node)} [label="{label(node)}"];')
        children = node.children
        lines += [f"  {_dot_id(node)} -> {_dot_id(child)};" for child in children]
        waiting.extend(reversed(children))
    return "\n".join([*lines, "}"])


def _dot_id(node: Node) -> str:
    return f"n{node.start}_{node.stop}"


def to_json(tree: PermutationTree) -> dict[str, Any]:
    """The tree as a flat list of nodes, children before parents, leaves included.

    A leaf is `{"start", "stop", "value"}`; an inner node is `{"start", "stop", "operator",
    "repeat", "children"}`, children being indices into the list. The root comes last.
    """
    _check_length(tree, MAX_WRITTEN, "write as JSON")
    nodes: list[dict[str, Any]] = []
    number: dict[tuple[int, int], int] = {}
    values = tree.permutation
    if len(values) == 1:
        nodes.append({"start": 0, "stop": 1, "value": values[0]})
    for node in tree.nodes():
        spans = node.child_spans
        for start, stop in spans:
            if stop - start == 1:
                number[start, stop] = len(nodes)
                nodes.append({"start": start, "stop": stop, "value": values[start]})
        number[node.start, node.stop] = len(nodes)
        nodes.append(
            {
                "start": node.start,
                "stop": node.stop,
                "operator": list(node.operator),
                "repeat": node.repeat,
                "children": [number[span] for span in spans],
            }
        )
    return {"permutation": list(values), "nodes": nodes}


def _check_length(tree: PermutationTree, most: int, what: str) -> None:
    length = len(tree.permutation)
    if length > most:
        raise InputError(
            f"a permutation of {length} words is too long to {what}; up to {most} are accepted"
        )
