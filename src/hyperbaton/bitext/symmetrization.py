"""One alignment from two that were made in opposite directions.

Some aligners find one source word for each target word, or the other way round. What both
directions found is reliable, what one of them found is complete; the heuristics in between start
from the intersection and add links of the union (Och & Ney 2003; Koehn et al. 2005).
"""

from __future__ import annotations

import numpy as np

from hyperbaton import _core
from hyperbaton.bitext.links import WordAlignments
from hyperbaton.checks import as_choice
from hyperbaton.errors import InputError
from hyperbaton.resources import resolve_threads

# How two directions become one, in the order of the native code; docs/source_alignments.md says
# what each keeps.
METHODS = ("intersection", "union", "grow-diag", "grow-diag-final", "grow-diag-final-and")
DEFAULT_METHOD = "grow-diag-final-and"


def symmetrize(
    forward: WordAlignments,
    reverse: WordAlignments,
    method: str = DEFAULT_METHOD,
    *,
    threads: int | None = None,
) -> WordAlignments:
    """Combines two alignments of the same sentence pairs, both written source before target.

    Growing and the final step go through the links as the published pseudo-code does: target word
    by target word, the forward direction before the reverse one. All links of the result are sure.

        >>> forward = WordAlignments.of([[(0, 0), (1, 1), (2, 1)]], [3], [2])
        >>> reverse = WordAlignments.of([[(0, 0), (1, 1)]], [3], [2])
        >>> symmetrize(forward, reverse, "intersection").to_pharaoh()
        ['0-0 1-1']
        >>> symmetrize(forward, reverse, "grow-diag").to_pharaoh()
        ['0-0 1-1 2-1']

    Raises:
        InputError: the alignments belong to different sentences.
        OptionError: there is no such method.
    """
    as_choice(method, METHODS, "symmetrization")
    for side in ("source_lengths", "target_lengths"):
        if not np.array_equal(getattr(forward, side), getattr(reverse, side)):
            raise InputError(
                f"symmetrization: the {side} of the two directions differ; both must belong to "
                "the same sentences and be written source before target"
            )
    source, target, counts = _core.symmetrize(
        (forward.source, forward.target, forward.offsets),
        (reverse.source, reverse.target, reverse.offsets),
        METHODS.index(method),
        resolve_threads(threads),
    )
    room = forward.offsets + reverse.offsets
    used = np.arange(len(source)) < np.repeat(room[:-1] + counts, np.diff(room))
    return WordAlignments(
        source[used],
        target[used],
        np.concatenate([[0], np.cumsum(counts)]),
        forward.source_lengths,
        forward.target_lengths,
    )
