"""hyperbaton measures word order in machine translation and text generation.

The data path, one module after the other: text (`hyperbaton.text`), permutations
(`hyperbaton.permutation`), alignments from which they come (`hyperbaton.alignment`), their trees
and forests (`hyperbaton.forest`), metrics (`hyperbaton.metrics`), scoring (`hyperbaton.scoring`).

    >>> import hyperbaton
    >>> hyperbaton.metrics.parse("pef(beta=0.6)").permutation_score([2, 4, 1, 3])
    0.0
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

__version__ = "0.1.0"

__all__ = [
    "Aligner",
    "HyperbatonError",
    "PermutationBatch",
    "PermutationForest",
    "PermutationTree",
    "Preprocessing",
    "Resampling",
    "ScoreReport",
    "WeakFactorization",
    "__version__",
    "metrics",
    "score",
    "score_permutations",
]

if TYPE_CHECKING:
    from hyperbaton import metrics
    from hyperbaton.alignment import Aligner
    from hyperbaton.errors import HyperbatonError
    from hyperbaton.forest import PermutationForest, PermutationTree, WeakFactorization
    from hyperbaton.permutation import PermutationBatch
    from hyperbaton.permutation_scoring import score_permutations
    from hyperbaton.scoring import Resampling, ScoreReport, score
    from hyperbaton.text.segments import Preprocessing

# Imported on first use: `hyperbaton --help` must not wait for NumPy.
_HOMES = {
    "Aligner": "hyperbaton.alignment",
    "HyperbatonError": "hyperbaton.errors",
    "PermutationBatch": "hyperbaton.permutation",
    "PermutationForest": "hyperbaton.forest",
    "PermutationTree": "hyperbaton.forest",
    "Preprocessing": "hyperbaton.text.segments",
    "Resampling": "hyperbaton.scoring",
    "ScoreReport": "hyperbaton.scoring",
    "WeakFactorization": "hyperbaton.forest",
    "score": "hyperbaton.scoring",
    "score_permutations": "hyperbaton.permutation_scoring",
}


def __getattr__(name: str) -> Any:
    if name == "metrics":
        return import_module("hyperbaton.metrics")
    if name in _HOMES:
        return getattr(import_module(_HOMES[name]), name)
    raise AttributeError(f"module 'hyperbaton' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted(__all__)
