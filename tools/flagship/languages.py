"""Out of English, and modern systems: version 2 as shipped, with word vectors and without."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from agreement import NOTE, TAU, measured
from scored import NEW, RIVALS, ScoredSet, score_sets, title
from sets import OUT_OF_ENGLISH, RATED
from tables import print_note, print_table, print_title, tested_rows

from hyperbaton.alignment.languages import SNOWBALL
from hyperbaton.meta import Agreement
from hyperbaton.vectors import languages_with_vectors

WITHOUT = "without vectors"
METEOR = "meteor"


def print_languages(data: Path) -> None:
    """One table per statistic and group of sets."""
    for folder, pairs in OUT_OF_ENGLISH.items():
        print_title(f"{title(folder)} out of English: {TAU}")
        _print_group(data, {folder: pairs}, TAU)
    for folder, pairs in RATED.items():
        for statistic in (TAU, "accuracy-eq"):
            print_title(f"{title(folder)}, errors marked by people (MQM): {statistic}")
            _print_group(data, {folder: pairs}, statistic)
    print_note(NOTE)
    print_note(f"Languages with word vectors here: {', '.join(languages_with_vectors())}.")


def _print_group(data: Path, folders: Mapping[str, Sequence[str]], statistic: str) -> None:
    rivals = [name for name in RIVALS if name != METEOR or _have_stems(folders)]
    full = score_sets(data, folders, rivals=rivals)
    bare = score_sets(data, folders, vectors=False)
    agreements = [
        _compared(one, other, rivals, statistic) for one, other in zip(full, bare, strict=True)
    ]
    rows = tested_rows([NEW, f"{NEW}, {WITHOUT}", *rivals], agreements)
    header = ["metric", *(each.pair for each in full), "mean", "wins/losses/draws"]
    print_table(header, rows)


def _have_stems(folders: Mapping[str, Sequence[str]]) -> bool:
    return all(p.split("-")[1] in SNOWBALL for pairs in folders.values() for p in pairs)


def _compared(full: ScoredSet, bare: ScoredSet, rivals: Sequence[str], statistic: str) -> Agreement:
    metrics = [full.metrics[NEW], bare.metrics[NEW], *(full.metrics[name] for name in rivals)]
    return measured(full, metrics, statistic)
