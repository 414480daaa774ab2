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

if TYPE_CHECKING:
    from typing import Any

    from hyperbaton import metrics as metrics
    from hyperbaton.alignment import Aligner as Aligner
    from hyperbaton.alignment import MeteorAligner as MeteorAligner
    from hyperbaton.alignment.aligner import align as align
    from hyperbaton.batch.pieces import score_batches as score_batches
    from hyperbaton.errors import HyperbatonError as HyperbatonError
    from hyperbaton.evidence import Output as Output
    from hyperbaton.evidence import Preparation as Preparation
    from hyperbaton.evidence import TestSet as TestSet
    from hyperbaton.explanation.explainer import explain as explain
    from hyperbaton.explanation.segment import Explanation as Explanation
    from hyperbaton.pairing.choosing import MbrChoice as MbrChoice
    from hyperbaton.pairing.choosing import mbr as mbr
    from hyperbaton.pairing.pairs import pairwise as pairwise
    from hyperbaton.permutation import PermutationBatch as PermutationBatch
    from hyperbaton.permutation.trees import PermutationForest as PermutationForest
    from hyperbaton.permutation.trees import PermutationTree as PermutationTree
    from hyperbaton.report.report import write_report as write_report
    from hyperbaton.scoring.permutations import score_permutations as score_permutations
    from hyperbaton.scoring.results import ScoreReport as ScoreReport
    from hyperbaton.scoring.score import Resampling as Resampling
    from hyperbaton.scoring.score import score as score

# Imported on first use: `hyperbaton --help` must not wait for NumPy.
_HOMES = {
    name: f"hyperbaton.{module}"
    for module, names in {
        "alignment": "Aligner MeteorAligner",
        "alignment.aligner": "align",
        "batch.pieces": "score_batches",
        "errors": "HyperbatonError",
        "evidence": "Output Preparation TestSet",
        "explanation.explainer": "explain",
        "explanation.segment": "Explanation",
        "pairing.choosing": "MbrChoice mbr",
        "pairing.pairs": "pairwise",
        "permutation": "PermutationBatch",
        "permutation.trees": "PermutationForest PermutationTree",
        "report.report": "write_report",
        "scoring.permutations": "score_permutations",
        "scoring.results": "ScoreReport",
        "scoring.score": "Resampling score",
    }.items()
    for name in names.split()
}
__all__ = sorted(["__version__", "metrics", *_HOMES])


def __getattr__(name: str) -> Any:
    if name == "metrics":
        return import_module("hyperbaton.metrics")
    if name in _HOMES:
        return getattr(import_module(_HOMES[name]), name)
    raise AttributeError(f"module 'hyperbaton' has no attribute {name!r}")


def __dir__() -> list[str]:
    return __all__
