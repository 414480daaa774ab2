"""What alignments cover, as a table."""

from __future__ import annotations

import numpy as np

from hyperbaton.alignment.alignments import Alignments
from hyperbaton.tables.layout import UNDEFINED, aligned
from hyperbaton.text.segments import Segments


def summary(segments: Segments, alignments: Alignments) -> str:
    """Links by matcher, and the shares of words that they cover."""
    words = int(segments.lengths_by_reference.sum())
    reference_words = int(segments.references.lengths.sum())
    counts = np.bincount(alignments.links[:, 2], minlength=len(alignments.matchers)).tolist()
    rows = [["matcher", "links", "of hypothesis", "of reference"]]
    for name, count in [*zip(alignments.matchers, counts, strict=True), ("all", sum(counts))]:
        rows.append([name, str(count), _share(count, words), _share(count, reference_words)])
    chunks, exact = int(alignments.chunks.sum()), int(alignments.exact.sum())
    return (
        f"{aligned(rows)}\n\n"
        f"{len(alignments)} alignments in {chunks} chunks; "
        f"proven to be the best: {exact} ({_share(exact, len(alignments))})"
    )


def _share(part: int, whole: int) -> str:
    return f"{100.0 * part / whole:.2f} %" if whole else UNDEFINED
