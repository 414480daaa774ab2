"""Trees for people (text), for Graphviz (DOT) and for programs (JSON)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from hyperbaton.errors import InputError

if TYPE_CHECKING:
    from hyperbaton.forest.tree import Node, PermutationTree

MAX_DRAWN = 10_000  # an indented drawing of a deep tree takes space quadratic in its length


def to_text(tree: PermutationTree, *, ascii_only: bool) -> str:
    """The tree drawn with lines, one node per line."""
    if len(tree.permutation) > MAX_DRAWN:
        raise InputError(
            f"a permutation of {len(tree.permutation)} words is too long to draw as text; "
            f"up to {MAX_DRAWN} are accepted, dot and json have no limit"
        )
    if tree.root is None:
        return "()" if ascii_only else "⟨⟩"
    branch, corner, pipe = ("|-- ", "`-- ", "|   ") if ascii_only else ("├── ", "└── ", "│   ")
    lines: list[str] = []
    waiting = [(tree.root, "", "")]
    while waiting:
        node, before_label, before_children = waiting.pop()
        lines.append(before_label + label(node, ascii_only=ascii_only))
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
    lines = [f'digraph "{name}" {{', "  ordering=out;", "  node [shape=plaintext];"]
    waiting = [tree.root] if tree.root is not None else []
    while waiting:
        node = waiting.pop()
        lines.append(f'  {_dot_id(node)} [label="{label(node)}"];')
        for child in node.children:
            lines.append(f"  {_dot_id(node)} -> {_dot_id(child)};")
        waiting.extend(reversed(node.children))
    return "\n".join([*lines, "}"])


def _dot_id(node: Node) -> str:
    return f"n{node.start}_{node.stop}"


def to_json(tree: PermutationTree) -> dict[str, Any]:
    """The tree as a flat list of nodes, children before parents, leaves included.

    A leaf is `{"start", "stop", "value"}`; an inner node is `{"start", "stop", "operator",
    "repeat", "children"}`, children being indices into the list. The root comes last.
    """
    nodes: list[dict[str, Any]] = []
    number: dict[tuple[int, int], int] = {}
    for node in tree.nodes() if tree.spans else filter(None, [tree.root]):
        for child in node.children or [node]:
            if child.is_leaf:
                number[child.start, child.stop] = len(nodes)
                nodes.append({"start": child.start, "stop": child.stop, "value": child.values[0]})
        if not node.is_leaf:
            number[node.start, node.stop] = len(nodes)
            nodes.append(
                {
                    "start": node.start,
                    "stop": node.stop,
                    "operator": list(node.operator),
                    "repeat": node.repeat,
                    "children": [number[child.start, child.stop] for child in node.children],
                }
            )
    return {"permutation": list(tree.permutation), "nodes": nodes}
