"""hyperbaton measures word order in machine translation and text generation.

>>> import hyperbaton
>>> report = hyperbaton.score(["in the lobby at noon"], [["at noon in the lobby"]], "kendall")
>>> round(float(report["kendall"]), 4)
0.4
>>> hyperbaton.align("a b", "b a").pharaoh
'0-1 1-0'

docs/architecture.md follows one sentence pair from its file to its score, module by module.
"""

from __future__ import annotations

from importlib import import_module

TYPE_CHECKING = False  # as in typing, which the program need not wait for

__version__ = "0.1.0"

__all__ = [
    "Aligner",
    "Explanation",
    "HyperbatonError",
    "MbrChoice",
    "MeteorAligner",
    "Output",
    "PermutationBatch",
    "PermutationForest",
    "PermutationTree",
    "Preparation",
    "Resampling",
    "Resources",
    "ScoreMatrix",
    "ScoreReport",
    "TestSet",
    "WeakFactorization",
    "__version__",
    "align",
    "explain",
    "mbr",
    "metrics",
    "pairwise",
    "score",
    "score_batches",
    "score_permutations",
    "score_statistics",
    "write_report",
]

if TYPE_CHECKING:
    from typing import Any

    from hyperbaton import metrics
    from hyperbaton.alignment import Aligner, MeteorAligner
    from hyperbaton.batch.score_batches import score_batches
    from hyperbaton.batch.score_statistics import score_statistics
    from hyperbaton.errors import HyperbatonError
    from hyperbaton.evidence import Output, Preparation, TestSet
    from hyperbaton.explanation.explain import explain
    from hyperbaton.explanation.segment import Explanation
    from hyperbaton.pairing.choice import MbrChoice
    from hyperbaton.pairing.mbr import mbr
    from hyperbaton.pairing.score_matrix import ScoreMatrix, pairwise
    from hyperbaton.permutation import PermutationBatch
    from hyperbaton.permutation.forest import PermutationForest
    from hyperbaton.permutation.trees import PermutationTree
    from hyperbaton.permutation.weak import WeakFactorization
    from hyperbaton.report.report import write_report
    from hyperbaton.resources import Resources
    from hyperbaton.scoring.align import align
    from hyperbaton.scoring.permutations import score_permutations
    from hyperbaton.scoring.results import ScoreReport
    from hyperbaton.scoring.score import Resampling, score

# Imported on first use: `hyperbaton --help` must not wait for NumPy.
_HOMES = {
    "Aligner": "hyperbaton.alignment",
    "Explanation": "hyperbaton.explanation.segment",
    "HyperbatonError": "hyperbaton.errors",
    "MbrChoice": "hyperbaton.pairing.choice",
    "MeteorAligner": "hyperbaton.alignment",
    "Output": "hyperbaton.evidence",
    "PermutationBatch": "hyperbaton.permutation",
    "PermutationForest": "hyperbaton.permutation.forest",
    "PermutationTree": "hyperbaton.permutation.trees",
    "Preparation": "hyperbaton.evidence",
    "Resampling": "hyperbaton.scoring.score",
    "Resources": "hyperbaton.resources",
    "ScoreMatrix": "hyperbaton.pairing.score_matrix",
    "ScoreReport": "hyperbaton.scoring.results",
    "TestSet": "hyperbaton.evidence",
    "WeakFactorization": "hyperbaton.permutation.weak",
    "align": "hyperbaton.scoring.align",
    "explain": "hyperbaton.explanation.explain",
    "mbr": "hyperbaton.pairing.mbr",
    "pairwise": "hyperbaton.pairing.score_matrix",
    "score": "hyperbaton.scoring.score",
    "score_batches": "hyperbaton.batch.score_batches",
    "score_permutations": "hyperbaton.scoring.permutations",
    "score_statistics": "hyperbaton.batch.score_statistics",
    "write_report": "hyperbaton.report.report",
}


def __getattr__(name: str) -> Any:
    if name == "metrics":
        return import_module("hyperbaton.metrics")
    if name in _HOMES:
        return getattr(import_module(_HOMES[name]), name)
    raise AttributeError(f"module 'hyperbaton' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted(__all__)
