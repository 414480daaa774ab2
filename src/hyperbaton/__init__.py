"""hyperbaton measures word order in machine translation and text generation.

The data path, one module after the other: permutations (`hyperbaton.permutation`), their trees and
forests (`hyperbaton.forest`), metrics (`hyperbaton.metrics`), scoring (`hyperbaton.score`).

    >>> import hyperbaton
    >>> hyperbaton.metrics.parse("pef(beta=0.6)").permutation_score([2, 4, 1, 3])
    0.0
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

__version__ = "0.1.0"

__all__ = [
    "HyperbatonError",
    "PermutationBatch",
    "PermutationForest",
    "PermutationTree",
    "WeakFactorization",
    "__version__",
    "metrics",
    "score_permutations",
]

if TYPE_CHECKING:
    from hyperbaton import metrics
    from hyperbaton.errors import HyperbatonError
    from hyperbaton.forest import PermutationForest, PermutationTree, WeakFactorization
    from hyperbaton.permutation import PermutationBatch
    from hyperbaton.score import score_permutations

# Imported on first use: `hyperbaton --help` must not wait for NumPy.
_HOMES = {
    "HyperbatonError": "hyperbaton.errors",
    "PermutationBatch": "hyperbaton.permutation",
    "PermutationForest": "hyperbaton.forest",
    "PermutationTree": "hyperbaton.forest",
    "WeakFactorization": "hyperbaton.forest",
    "score_permutations": "hyperbaton.score",
}


def __getattr__(name: str) -> Any:
    if name == "metrics":
        return import_module("hyperbaton.metrics")
    if name in _HOMES:
        return getattr(import_module(_HOMES[name]), name)
    raise AttributeError(f"module 'hyperbaton' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted(__all__)
