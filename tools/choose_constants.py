"""How version 1 of the metric hyperbaton was chosen: `python tools/choose_constants.py WMT13`.

For every metric of word order and every mixture with chrF and recall, the agreement with people
(tau-wmt14) on the language pairs of WMT13 into English. Weights are chosen on all pairs but one and
measured on that one, in turn; the first row mixes no order at all.
"""

from __future__ import annotations

import sys
from itertools import product

import numpy as np

from hyperbaton.evidence import Evidence
from hyperbaton.meta import read_judged_sets
from hyperbaton.meta.agreement.pair_counts import count_rows, tau_wmt14
from hyperbaton.metrics import METRICS, Hyperbaton
from hyperbaton.metrics.base import brevity_penalty
from hyperbaton.metrics.hyperbaton_formulas import Version1
from hyperbaton.permutation import order_of
from hyperbaton.tables.layout import markdown

PAIRS = ("cs-en", "de-en", "es-en", "fr-en")
ORDERS = ("ulam", "kendall", "spearman", "footrule", "hamming", "fuzzy", "pet", "pef", "pet-size")
ORDER_WEIGHTS = np.linspace(0.0, 0.6, 13)
CHRF_WEIGHTS = (0.0, 1 / 3, 1 / 2, 2 / 3, 5 / 6, 1.0)


def features(judged) -> dict[str, np.ndarray]:
    """chrF, recall and all scores of order, one row per system."""
    metric = Hyperbaton(version=1)
    test_set = judged.data.make_test_set()
    rows: dict[str, list[np.ndarray]] = {name: [] for name in ("chrf", "recall", *ORDERS)}
    for system in judged.data.systems:
        evidence = metric.read(Evidence(test_set, judged.data.make_output(system)))
        parts = Version1().sub_parts(evidence)
        rows["chrf"].append(parts["chrf"])
        rows["recall"].append(parts["recall"])
        segments, alignments = evidence.plain_words
        order = order_of(alignments)
        brevity = brevity_penalty(order.lengths.astype(float), segments.references.lengths)
        for name in ORDERS:
            rows[name].append(METRICS[name]().permutation_scores(order) * brevity)
    return {name: np.array(found) for name, found in rows.items()}


def agreement(judged, found: dict[str, np.ndarray], name: str) -> np.ndarray:
    """The statistic for every weight of order and of chrF."""
    table = np.empty((len(ORDER_WEIGHTS), len(CHRF_WEIGHTS)))
    for (i, weight), (j, share) in product(enumerate(ORDER_WEIGHTS), enumerate(CHRF_WEIGHTS)):
        lexical = share * found["chrf"] + (1.0 - share) * found["recall"]
        mixed = (1.0 - weight) * lexical + weight * found[name]
        counts = count_rows(judged.judgements.preferences, mixed).sum(axis=0)
        table[i, j] = tau_wmt14(counts)
    return table


def row(name: str, tables: np.ndarray) -> list[str]:
    """Held-out agreement of each pair, and the weights that are best on all of them."""
    held_out = []
    for k in range(len(tables)):
        others = np.delete(tables, k, axis=0).mean(axis=0)
        best = np.unravel_index(np.argmax(others), others.shape)
        held_out.append(tables[k][best])
    means = tables.mean(axis=0)
    i, j = np.unravel_index(np.argmax(means), means.shape)
    figures = [f"{value:.4f}" for value in [*held_out, np.mean(held_out)]]
    best = f"order {ORDER_WEIGHTS[i]:.2f}, chrF {CHRF_WEIGHTS[j]:.2f}"
    return [name, *figures, best]


def main() -> None:
    """Prints one row per metric of order, as Markdown."""
    sets = read_judged_sets(sys.argv[1], PAIRS)
    found = [features(judged) for judged in sets]
    tables = {
        name: np.array([agreement(s, f, name) for s, f in zip(sets, found, strict=True)])
        for name in ORDERS
    }
    rows = [row("none", tables["ulam"][:, :1]), *(row(name, tables[name]) for name in ORDERS)]
    print(markdown([["order", *PAIRS, "mean", "best weights on all pairs"], *rows]))


if __name__ == "__main__":
    main()
