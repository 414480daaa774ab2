"""`python benchmarks BUILD OUTPUT.json [--data DIR] [--compare OLD.json]`: ratios, and JSON.

BUILD is the folder with the native benchmarks. DIR is a folder in the layout of WMT's metrics task
with German–English outputs and CoNLL-U files in DIR/ud; without it the bundled corpus is used, and
trees are random. OLD.json is what an earlier run on the same machine wrote: figures are then put
beside those.
"""

from __future__ import annotations

import argparse
import json
import platform
from pathlib import Path
from typing import Any

import alignment
import bitext
import flagship
import inversion
import meta
import metrics
import numbering
import pairwise
import parsing
import permutations
import report
import scale
import soft
import text
import trees


def verdict(result: dict[str, Any]) -> str:
    """Whether a floor or ceiling is kept, where there is one."""
    checks = [
        ("at_least", "ratio", lambda found, limit: found >= limit, "at least {:g}x"),
        ("at_most", "ratio", lambda found, limit: found <= limit, "at most {:g}x"),
        ("at_least_per_second", "per_second", lambda f, limit: f >= limit, "at least {:,}/s"),
    ]
    for key, value, holds, words in checks:
        limit = result.get(key)
        if limit is not None:
            return f"  [{'ok' if holds(result[value], limit) else 'MISSED'}, {words.format(limit)}]"
    return ""


def describe(result: dict[str, Any]) -> str:
    """One line for people."""
    if "ratio" in result:
        figure = f"{result['ratio']:10.2f}x"
        return f"{figure}  {result['what']}, against {result['against']}{verdict(result)}"
    return f"{result['per_second']:9,.0f}/s  {result['what']}{verdict(result)}"


def compared(results: list[dict[str, Any]], earlier: Path) -> list[str]:
    """Rates and ratios beside those of an earlier run, as far as both measured the same."""
    old = {each["what"]: each for each in json.loads(earlier.read_text("utf-8"))["results"]}
    lines = []
    for result in results:
        before = old.get(result["what"], {})
        for key in ("per_second", "ratio"):
            if result.get(key) and before.get(key):
                lines.append(f"{result[key] / before[key]:6.2f}  {result['what']} ({key})")
                break
    return lines


def main() -> None:
    """Runs all benchmarks."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("build", type=Path)
    parser.add_argument("output", type=Path)
    parser.add_argument("--data", type=Path)
    parser.add_argument("--compare", type=Path)
    arguments = parser.parse_args()
    build = arguments.build.resolve()
    wmt13 = arguments.data / "wmt13" if arguments.data else None
    results = []
    for part in (
        lambda: permutations.run(build / "bench_permutations"),
        lambda: numbering.run(build / "bench_text", wmt13),
        lambda: text.run(wmt13),
        lambda: alignment.run(wmt13),
        soft.run,
        lambda: flagship.run(wmt13),
        lambda: metrics.run(wmt13),
        lambda: pairwise.run(wmt13),
        lambda: scale.run(wmt13),
        lambda: inversion.run(build / "bench_inversion", wmt13),
        lambda: meta.run(wmt13),
        lambda: report.run(wmt13),
        lambda: trees.run(build / "bench_trees", arguments.data),
        lambda: bitext.run(arguments.data),
        lambda: parsing.run(wmt13),
    ):
        found = part()
        print(*map(describe, found), sep="\n", flush=True)
        results.extend(found)
    document = {"machine": platform.processor() or platform.machine(), "results": results}
    arguments.output.parent.mkdir(parents=True, exist_ok=True)
    arguments.output.write_text(
        json.dumps(document, indent=1, default=float) + "\n", encoding="utf-8"
    )
    print(f"written to {arguments.output}")
    if arguments.compare:
        print(f"now / before, from {arguments.compare}:")
        print(*compared(results, arguments.compare), sep="\n")


if __name__ == "__main__":
    main()
