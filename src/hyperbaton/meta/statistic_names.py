"""The names of all statistics of agreement, in one place and without NumPy: `--help` lists them."""

from __future__ import annotations

# Statistics of judged pairs of outputs, computed from five counts; these can be tuned to.
COUNTED = ("tau", "tau-wmt12", "tau-wmt13", "tau-wmt14", "tau-b", "consistency", "accuracy")
SOFT_ACCURACY = "soft-accuracy"

STATISTICS = {
    "segment": (*COUNTED, "accuracy-eq", "pearson"),
    "system": ("pearson", "spearman", "kendall", "accuracy", SOFT_ACCURACY),
}
DEFAULTS = {"segment": "tau", "system": "spearman"}
LEVELS = tuple(STATISTICS)

# People's scores of systems.
WEIGHTED_MEAN = "weighted-mean"
SYSTEM_RANKINGS = (
    "win-ratio",
    "expected-wins",
    "rank-score",
    "ranking-score",
    "mean",
    WEIGHTED_MEAN,
)
