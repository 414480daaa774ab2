"""Out of English, and modern systems: the metric as shipped, with word vectors and without."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from agreement import NOTE, TAU, measured
from scored import NEW, RIVALS, score_sets, title
from sets import OUT_OF_ENGLISH, RATED
from tables import metric_rows, print_note, print_table, print_title

from hyperbaton.meta.evaluation_set import target_language
from hyperbaton.text.languages import SNOWBALL
from hyperbaton.vectors import languages_with_vectors

METEOR = "meteor"
WITHOUT = f"{NEW}, without vectors"


def print_languages(data: Path) -> None:
    """One table per test set and statistic."""
    for folder, pairs in OUT_OF_ENGLISH.items():
        print_title(f"{title(folder)} out of English: {TAU}")
        _print_set(data, folder, pairs, TAU)
    for folder, pairs in RATED.items():
        for statistic in (TAU, "pearson"):
            print_title(f"{title(folder)}, errors marked by people (MQM): {statistic} of segments")
            _print_set(data, folder, pairs, statistic)
    print_note(NOTE)
    print_note(f"Languages with word vectors here: {', '.join(languages_with_vectors())}.")


def _print_set(data: Path, folder: str, pairs: Sequence[str], statistic: str) -> None:
    languages = {target_language(pair) for pair in pairs}
    rivals = [name for name in RIVALS if name != METEOR or languages <= set(SNOWBALL)]
    full = score_sets(data, {folder: pairs}, rivals=rivals)
    metrics = [[each.metrics[name] for name in (NEW, *rivals)] for each in full]
    names = [NEW, *rivals]
    if languages & set(languages_with_vectors()):
        bare = score_sets(data, {folder: pairs}, vectors=False)
        for row, each in zip(metrics, bare, strict=True):
            row.append(each.metrics[NEW])
        names.append(WITHOUT)
    agreements = [measured(e, row, statistic) for e, row in zip(full, metrics, strict=True)]
    header = ["metric", *pairs, "mean", "wins/losses/draws"]
    print_table(header, metric_rows(names, agreements))
