"""All aligners, by name."""

from __future__ import annotations

import re

from hyperbaton.alignment.aligner import (
    WEIGHTS,
    Aligner,
    BigramAligner,
    MeteorAligner,
    WordAligner,
)
from hyperbaton.checks import shown
from hyperbaton.errors import ArgumentTypeError, OptionError
from hyperbaton.values import NamedValues

ALIGNERS: NamedValues[WordAligner] = NamedValues(
    "aligner",
    {kind.name: kind for kind in (Aligner, MeteorAligner, BigramAligner)},
    listing="hyperbaton metrics --aligners",
)


def as_aligner(value: object) -> WordAligner:
    """An aligner, from a string such as `meteor(language=de)` or as it is.

    Raises:
        OptionError: it is neither.
        NotationError: the string is wrong.
    """
    if isinstance(value, str):
        names = re.findall("[a-z]+", value.partition("(")[0])
        if names and names[0] in WEIGHTS:
            written = value.replace(",", "+").replace(" ", "")
            raise OptionError(f"aligner: {value!r} names matchers; write best(matchers={written})")
        return ALIGNERS.parse(value)
    if not isinstance(value, WordAligner):
        accepted = (
            "an Aligner such as Aligner(matchers='exact+stem') or a string such as "
            "'best(matchers=exact+stem)'"
        )
        raise ArgumentTypeError("aligner", accepted, shown(value))
    return value
