"""Aligning two sentences from a Python prompt."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from hyperbaton.alignment import Aligner, Alignment, WordAligner, as_aligner


def align(
    hypothesis: str | Sequence[str],
    reference: str | Sequence[str],
    *,
    aligner: WordAligner | str | None = None,
    **parameters: Any,
) -> Alignment:
    """The alignment of two sentences, each given as text or as a list of words.

        >>> align("cats and a dog", "one dog and the cat").pharaoh
        '0-4 1-2 3-1'

    Args:
        hypothesis: text, which is split by the tokenizer `unicode`, or words.
        reference: the same.
        aligner: an aligner, or a string such as `meteor(language=de)`; the best by default.
        parameters: parameters of the aligner, such as `matchers="exact"` or `language="de"`.
    """
    chosen = Aligner() if aligner is None else as_aligner(aligner)
    if parameters:
        chosen = replace(chosen, **parameters) if aligner is not None else Aligner(**parameters)
    return chosen.align(hypothesis, reference)
