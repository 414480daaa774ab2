"""The measures of the paper, and the tables that it prints of them."""

from __future__ import annotations

from hyperbaton_papers.paper import metrics_of
from hyperbaton_papers.published import published_table

NAME = "leusch-et-al-2003"

# Rescaled so that 0 is worst and 1 is best. The paper has no figures of NIST, but suggests it.
WEIGHTED = metrics_of(
    {
        "PER": "per(accuracy=true)",
        "WER": "wer(accuracy=true)",
        "invWER": "invwer(accuracy=true)",
        "BLEU": "bleu",
        "avgBLEU": "bleu(average=true,weighted=true)",
        "NIST": "nist",
    }
)
UNWEIGHTED = metrics_of(
    {
        "PER": "per(accuracy=true,weighted=false)",
        "WER": "wer(accuracy=true,weighted=false)",
        "invWER": "invwer(accuracy=true,weighted=false)",
        "BLEU": "bleu",
        "avgBLEU": "bleu(average=true)",
        "NIST": "nist",
    }
)
MEASURES = tuple(WEIGHTED)

VERBMOBIL, TIDES_A, TIDES_B = "Verbmobil de-en", "TIDES zh-en A", "TIDES zh-en B"
CORPORA = (VERBMOBIL, TIDES_A, TIDES_B)
CORRELATION_TABLES = {
    VERBMOBIL: f"{NAME}-table-1",
    TIDES_A: f"{NAME}-table-3A",
    TIDES_B: f"{NAME}-table-3B",
}
RANKING_TABLES = {VERBMOBIL: f"{NAME}-table-2", TIDES_B: f"{NAME}-table-4"}

# What is correlated, by the names of the columns in the paper's tables 1 and 3.
SENTENCE, BY_LENGTH, EQUALLY, RANK = "sentence", "system, weighted", "system, unweighted", "rank"
TITLES = {
    SENTENCE: "Pearson's correlation of sentences",
    BY_LENGTH: "Pearson's correlation of systems, sentences weighted by length",
    EQUALLY: "Pearson's correlation of systems, sentences not weighted",
    RANK: "rank correlation of systems, sentences weighted by length",
}


def tables_with(kind: str) -> dict[str, str]:
    """The ids of the published tables that have a kind of correlation, by corpus."""
    return RANKING_TABLES if kind == RANK else CORRELATION_TABLES


def printed(kind: str, measure: str, corpus: str) -> float | None:
    """What the paper prints; None where it prints nothing."""
    tables = tables_with(kind)
    if corpus not in tables:
        return None
    return published_table(tables[corpus]).value(measure, corpus if kind == RANK else kind)
