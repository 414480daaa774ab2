"""`hyperbaton.explain`: one sentence explained."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from hyperbaton.checks import as_texts
from hyperbaton.evidence import Output, Preparation, TestSet
from hyperbaton.evidence.preparation import preparation_of_given
from hyperbaton.explanation.explainer import Explainer
from hyperbaton.explanation.segment import Explanation
from hyperbaton.metrics import Metric
from hyperbaton.metrics.registry import text_metrics

DEFAULT_METRICS = ("kendall", "pef", "hyperbaton")


def explain(
    hypothesis: str | Output,
    references: str | Sequence[str] | TestSet,
    metrics: str | Metric | Sequence[str | Metric] = DEFAULT_METRICS,
    *,
    trees: bool = False,
    **choices: Any,
) -> Explanation:
    """What moved in one sentence, how far, and what each move costs.

        >>> found = explain("in the lobby we met at noon", "we met at noon in the lobby")
        >>> found.moves[0].where
        '“in the lobby” stands 4 words too early, before “we met at noon”'
        >>> round(found.moves[0].prices["kendall"], 2)
        0.57

    Args:
        hypothesis: the output, or an `Output` of one segment with what was read beside it.
        references: the reference, several of them, or a `TestSet` of one segment.
        metrics: what moves are priced by; the first says which is the dearest.
        trees: whether to add dependency trees.
        choices: the options of `Preparation`: `tokenize`, `lowercase`, `aligner` …

    Raises:
        InputError: something is of another shape.
        OptionError: an option is not accepted.
    """
    output = hypothesis if isinstance(hypothesis, Output) else Output([hypothesis])
    if isinstance(references, TestSet):
        test_set = references
    else:
        listed = [references] if isinstance(references, str) else as_texts(references, "references")
        test_set = TestSet([[text] for text in listed], language=choices.get("language"))
    context = preparation_of_given(Preparation.of(**choices), test_set, {"system": output})
    chosen = text_metrics(metrics)
    return Explainer("system", output, test_set, chosen, context, trees=trees).explain(1)
