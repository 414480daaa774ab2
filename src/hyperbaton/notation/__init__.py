"""Values that people write: `pef(beta=0.6)`, `meteor(matchers=exact+stem)`, `spacy(model=de)`.

A metric, an aligner and a parser are values of this kind: frozen, with named parameters, equal if
their parameters are, and written in a form that reads back to an equal value.
"""

from hyperbaton.notation.parameters import (
    REQUIRED,
    Parametric,
    accepted_values,
    format_value,
    parameter,
    parameters,
)
from hyperbaton.notation.reader import NamedValues

__all__ = [
    "REQUIRED",
    "NamedValues",
    "Parametric",
    "accepted_values",
    "format_value",
    "parameter",
    "parameters",
]
