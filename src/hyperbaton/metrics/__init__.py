"""All metrics, by name: `BLEU` or `Bleu`, `Kendall`, `Pef` …; `list()` has the names of all.

>>> from hyperbaton import metrics
>>> metric = metrics.parse("kendall(sqrt=true)")
>>> metric.permutation_score([2, 1])
0.0
>>> metrics.Pef(beta=0.3) == metrics.parse("pef(beta=0.3)")
True
"""

# ruff: noqa: F403

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from hyperbaton.metrics.base import Metric, TextScore
from hyperbaton.metrics.permutation_metric import PermutationMetric
from hyperbaton.metrics.registry import METRICS, PLACES, as_metric, as_metrics, parse
from hyperbaton.metrics.registry import names as list

if TYPE_CHECKING:
    from hyperbaton.metrics.bleu import *
    from hyperbaton.metrics.chrf import *
    from hyperbaton.metrics.dted import *
    from hyperbaton.metrics.edit_rates import *
    from hyperbaton.metrics.eed import *
    from hyperbaton.metrics.flat_measures import *
    from hyperbaton.metrics.hyperbaton import *
    from hyperbaton.metrics.invwer import *
    from hyperbaton.metrics.meteor import *
    from hyperbaton.metrics.mixed import *
    from hyperbaton.metrics.nist import *
    from hyperbaton.metrics.shared_words import *
    from hyperbaton.metrics.source_order import *
    from hyperbaton.metrics.tree_measures import *

_NAMES = {place.partition(":")[2]: name for name, place in PLACES.items()}
# As papers write them; `__getattr__` takes any case.
_ACRONYMS = (
    *("BLEU", "CDER", "DTED", "EED", "METEOR", "NIST", "PEF", "PER", "PET", "RIBES", "TER", "WER"),
    "chrF",
)

__all__ = [
    *_NAMES,
    "METRICS",
    "Metric",
    "PermutationMetric",
    "TextScore",
    "as_metric",
    "as_metrics",
    "list",
    "parse",
]


def __getattr__(name: str) -> Any:
    """The classes of all metrics, by the registry, however their names are written."""
    found = _NAMES.get(name) or METRICS.spelling(name)
    if found in METRICS:
        return METRICS[found]
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> Any:
    return sorted({*__all__, *_ACRONYMS})
