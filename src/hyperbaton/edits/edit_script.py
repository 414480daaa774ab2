"""What edit distances did: operations on words, and blocks that were moved first."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from hyperbaton import _core
from hyperbaton.errors import InputError
from hyperbaton.text.limits import PAIRS, too_many_pairs

KINDS = ("match", "substitution", "insertion", "deletion")  # in the order of the native code


@dataclass(frozen=True)
class Edit:
    """One step from the hypothesis to the reference.

    Attributes:
        kind: "match", "substitution", "insertion" (of a reference word that the hypothesis lacks)
            or "deletion" (of a hypothesis word).
        hypothesis: position of the word in the hypothesis, None for an insertion.
        reference: position of the word in the reference, None for a deletion.
    """

    kind: str
    hypothesis: int | None
    reference: int | None


@dataclass(frozen=True)
class Shift:
    """A block of words moved before anything else is counted.

    Attributes:
        start: position of its first word before the move.
        length: number of words.
        destination: position of its first word after the move.
    """

    start: int
    length: int
    destination: int


@dataclass(frozen=True)
class EditScript:
    """All edits of one hypothesis.

    Attributes:
        shifts: blocks moved, each applying to the result of those before it.
        edits: the steps afterwards, from left to right in the reference.
        cost: shifts plus edits other than matches.
    """

    shifts: tuple[Shift, ...]
    edits: tuple[Edit, ...]
    cost: int


def levenshtein_script(hypothesis: Sequence[str], reference: Sequence[str]) -> EditScript:
    """A cheapest way to turn one list of words into another.

    Raises:
        InputError: there are too many words.
    """
    if len(hypothesis) * len(reference) > PAIRS:
        raise InputError(too_many_pairs(len(hypothesis), len(reference), "an edit script", PAIRS))
    ids = word_ids(hypothesis, reference)
    edits = _edits(_core.levenshtein_operations(*ids).tolist(), range(len(hypothesis)))
    return EditScript((), edits, sum(edit.kind != "match" for edit in edits))


def translation_edit_script(hypothesis: Sequence[str], reference: Sequence[str]) -> EditScript:
    """What TER does: shifts found greedily, then a cheapest way to the reference."""
    moved, order, operations = _core.translation_edits(*word_ids(hypothesis, reference))
    shifts = tuple(Shift(*row) for row in moved.tolist())
    edits = _edits(operations.tolist(), order.tolist())
    return EditScript(shifts, edits, len(shifts) + sum(edit.kind != "match" for edit in edits))


def word_ids(*sentences: Sequence[str]) -> list[NDArray[np.int32]]:
    """Sentences as arrays of ids, equal words having equal ids."""
    ids: dict[str, int] = {}
    return [
        np.array([ids.setdefault(word, len(ids)) for word in words], np.int32)
        for words in sentences
    ]


def _edits(operations: list[int], order: Sequence[int]) -> tuple[Edit, ...]:
    edits = []
    i = j = 0
    for operation in operations:
        kind = KINDS[operation]
        edits.append(
            Edit(
                kind,
                None if kind == "insertion" else order[i],
                None if kind == "deletion" else j,
            )
        )
        i += kind != "insertion"
        j += kind != "deletion"
    return tuple(edits)
