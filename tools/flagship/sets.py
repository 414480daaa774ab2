"""The judged test sets: which there are, and how each is read."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from hyperbaton.meta import DataOptions, JudgedSet, Omissions, read_judged_sets

INTO_ENGLISH = {
    "wmt08": ("de-en",),
    "wmt09": ("de-en",),
    "wmt12": ("cs-en", "de-en", "es-en", "fr-en"),
    "wmt13": ("cs-en", "de-en", "es-en", "fr-en"),
    "wmt15": ("cs-en", "de-en", "fi-en", "fr-en", "ru-en"),
}
OUT_OF_ENGLISH = {
    "wmt08": ("en-es", "en-fr"),
    "wmt09": ("en-es", "en-fr"),
    "wmt12": ("en-cs", "en-de", "en-es", "en-fr"),
    "wmt15-en-ru": ("en-ru",),
}
RATED = {"wmt21-ted": ("en-de", "zh-en")}  # scores of errors (MQM) of modern systems
OPTIONS = {
    "wmt15": DataOptions(exclude=("tuning-task-*",)),
    "wmt21-ted": DataOptions(human="mqm", references=("refA",), exclude=("ref*",)),
}


def read_sets(data: Path, folder: str, pairs: Sequence[str]) -> list[JudgedSet]:
    """Language pairs of a test set; judgements of outputs that are missing are left out."""
    options = OPTIONS.get(folder, DataOptions())
    return read_judged_sets(str(data / folder), pairs, options, Omissions(skip=True))
