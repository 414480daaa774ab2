"""All aligners, by name."""

from __future__ import annotations

import re

from hyperbaton.alignment.aligner import (
    WEIGHTS,
    Aligner,
    BigramAligner,
    GivenLinks,
    MeteorAligner,
    WordAligner,
)
from hyperbaton.errors import OptionError
from hyperbaton.notation import NamedValues

ALIGNERS: NamedValues[WordAligner] = NamedValues(
    "aligner",
    (Aligner, MeteorAligner, BigramAligner, GivenLinks),
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
        shown = value.__name__ + " itself" if isinstance(value, type) else repr(value)
        raise OptionError(
            f"aligner: an Aligner such as Aligner(matchers='exact+stem') or a string such as "
            f"'best(matchers=exact+stem)' is accepted, got {shown}"
        )
    return value
