"""Writes what is derived from the code: docs/metrics.md, the picture of the architecture, schemas.

With --check, fails if one of them is out of date.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path

import contract
import draw_architecture

from hyperbaton.alignment import ALIGNERS
from hyperbaton.evidence.preparation import TEXT_OPTIONS
from hyperbaton.metrics import METRICS, Metric, parse
from hyperbaton.parsing import PARSERS
from hyperbaton.values import NamedValues, parameter_facts

PAGE = Path(__file__).parent / "metrics.md"

INTRODUCTION = """\
# Metrics

This page is generated from the code by `make generated`; `hyperbaton metrics NAME` prints the same.
π is a permutation of n words, counted from 1; π(i) is its i-th value. All permutation metrics score
0 without any aligned word and 1 for a single word. h and r are the lengths of hypothesis and
reference.

A metric is written as its name, or with parameters as `name(key=value, …)`; so are
[aligners](#aligners) and [parsers](#parsers). The canonical form omits parameters at their default;
the signature names all that have a value, and adds the version.

Where references are equally good for a segment, `chrf` and `meteor` take the first, in the order
given, as sacreBLEU and METEOR's program do. All other metrics break the tie by what each reference
adds to the sums of the test set, so the order of references does not matter to them.
"""


def page() -> str:
    """The whole page."""
    rows = "\n".join(f"| [`{m.name}`](#{m.name}) | {m.summary} |" for m in METRICS.values())
    table = f"| metric | measures |\n| --- | --- |\n{rows}\n"
    presets = "\n".join(f"| `{name}` | `{meant}` |" for name, meant in METRICS.presets.items())
    return "\n".join(
        [
            INTRODUCTION,
            table,
            "Presets are other names for metrics with certain parameters:\n",
            f"| preset | stands for |\n| --- | --- |\n{presets}\n",
            *(section(parse(name)) for name in METRICS),
            text_options(),
            *values("Aligners", "`--aligner`, or `aligner=` in Python", ALIGNERS),
            *values("Parsers", "`--parser`, or `parser=` in Python", PARSERS),
        ]
    )


def section(metric: Metric) -> str:
    """One metric."""
    return "\n".join([f"## {metric.name}\n", f"{sentence(metric.summary)}\n", *entries(metric), ""])


def entries(metric: Metric) -> list[str]:
    """What there is to know about a metric."""
    return [f"- {name}: {text}" for name, text in metric.facts()]


def text_options() -> str:
    """How text is prepared, unless each metric is left to do what its community does."""
    rows = []
    for spec in TEXT_OPTIONS:
        flags = [f"`{flag}`: {text}" for flag, (text, _) in spec.metadata["flags"].items()]
        samples = (spec.metadata["otherwise"], *spec.metadata["choices"])
        parts = filter(None, map(spec.metadata["part"], samples))
        signed = ", ".join(f"`{part}`" for part in parts)
        rows.append(f"| `{spec.name}` | {'; '.join(flags)} | {signed} |")
    head = "| in Python | on the command line | in signatures, such as |\n| --- | --- | --- |"
    return "\n".join(["## Text\n", head, *rows, ""])


def values(title: str, where: str, table: NamedValues) -> list[str]:
    """Aligners or parsers, each with its parameters."""
    parts = [f"## {title}\n\nChosen with {where}.\n"]
    for name, kind in table.items():
        listed = [f"- {key}: {text}" for key, text in parameter_facts(kind)]
        parts.append("\n".join([f"### `{name}`\n", f"{sentence(kind.summary)}\n", *listed, ""]))
    return parts


def sentence(summary: str) -> str:
    """A summary as a sentence."""
    return f"{summary[0].upper()}{summary[1:]}."


def generated() -> Mapping[Path, str]:
    """All files and what they should hold."""
    picture = {draw_architecture.PICTURE: draw_architecture.picture()}
    return {PAGE: page(), **picture, **contract.generated()}


def main() -> None:
    """Writes or checks the files."""
    for path, content in generated().items():
        if "--check" not in sys.argv:
            path.write_text(content, encoding="utf-8")
        elif not path.exists() or path.read_text(encoding="utf-8") != content:
            sys.exit(f"{path.name} is out of date: run 'make generated'")


if __name__ == "__main__":
    main()
