"""What else an explanation holds of a segment: edit scripts and dependency trees, as plain data."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from hyperbaton.edits import Derivation, EditScript, derive, translation_edit_script
from hyperbaton.trees import DependencyTree
from hyperbaton.trees.edit_distance import edit_distance

LONGEST_DERIVED = 60  # words on either side: beyond them a derivation takes too long to wait for


def edit_scripts(hypothesis: Sequence[str], reference: Sequence[str]) -> dict[str, Any]:
    """TER's shifts and edits, and the derivation of inversion distance with its swaps."""
    found: dict[str, Any] = {"ter": _script(translation_edit_script(hypothesis, reference))}
    if max(len(hypothesis), len(reference)) <= LONGEST_DERIVED:
        found["invwer"] = _derivation(derive(hypothesis, reference))
    return found


def _script(script: EditScript) -> dict[str, Any]:
    return {
        "cost": script.cost,
        "shifts": [vars(shift) for shift in script.shifts],
        "edits": [vars(edit) for edit in script.edits],
    }


def _derivation(derivation: Derivation) -> dict[str, Any]:
    swaps = [
        [[part.hypothesis.start, part.hypothesis.stop] for part in node.children]
        for node in derivation.nodes()
        if node.operation == "inverted"
    ]
    return {
        "cost": derivation.cost,
        "exact": derivation.exact,
        "text": derivation.to_text(),
        "swaps": swaps,
    }


def dependency_trees(hypothesis: DependencyTree, reference: DependencyTree) -> dict[str, Any]:
    """Both trees, and which of their words a cheapest edit script matches."""
    script = edit_distance(hypothesis, reference)
    return {
        "hypothesis": _tree(hypothesis),
        "reference": _tree(reference),
        "matches": [[left - 1, right - 1] for left, right in script.matched],
    }


def _tree(tree: DependencyTree) -> dict[str, Any]:
    return {
        "words": list(tree.words),
        "heads": list(tree.heads),
        "relations": list(tree.deprels),
        "tags": list(tree.upos),
    }
