"""Writes docs/metrics.md from the registry; with --check, fails if the page is out of date."""

from __future__ import annotations

import sys
from pathlib import Path

from hyperbaton.metrics import METRICS, Metric, parse
from hyperbaton.metrics.description import facts

PAGE = Path(__file__).parent / "metrics.md"

INTRODUCTION = """\
# Metrics

This page is generated from the registry by `make generated`; `hyperbaton metrics NAME` prints the
same. π is a permutation of n words, counted from 1; π(i) is its i-th value. All permutation
metrics score 0 without any aligned word and 1 for a single word. h and r are the lengths of
hypothesis and reference.

A metric is written as its name, or with parameters as `name(key=value, …)`. The canonical form
omits parameters at their default; the signature names them all and adds the version.
"""


def page() -> str:
    """The whole page."""
    rows = "\n".join(f"| [`{m.name}`](#{m.name}) | {m.summary} |" for m in METRICS.values())
    table = f"| metric | measures |\n| --- | --- |\n{rows}\n"
    return "\n".join([INTRODUCTION, table, *(section(parse(name)) for name in METRICS)])


def section(metric: Metric) -> str:
    """One metric."""
    title = f"{metric.summary[0].upper()}{metric.summary[1:]}."
    entries = [f"- {name}: {text}" for name, text in facts(metric)]
    return "\n".join([f"## {metric.name}\n", f"{title}\n", *entries, ""])


def main() -> None:
    """Writes or checks the page."""
    if "--check" not in sys.argv:
        PAGE.write_text(page(), encoding="utf-8")
    elif not PAGE.exists() or PAGE.read_text(encoding="utf-8") != page():
        sys.exit(f"{PAGE.name} is out of date: run 'make generated'")


if __name__ == "__main__":
    main()
