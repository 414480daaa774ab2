"""LRscore over links with the source: hyperbaton's and eflomal's, ten random seeds each.

    python tools/compare_source_links.py LINKS DATA/wmt09 DATA/wmt13 --lp de-en [--eflomal PROGRAM]

Prints the mean consistency with people and its standard deviation over seeds, as Markdown. Links
lie in LINKS/ALIGNER/SEED/SET; those that are missing are made, with the words of the paper's
experiment. eflomal's program (eflomal-align) is needed for its links only; it takes no seed, so
that its runs just differ.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import eflomal_links
import numpy as np

from hyperbaton.text.reading import read_segments
from hyperbaton.text.tokenizers import load_tokenizer

WORDS = ("--tokenize", "intl", "--lowercase")


def hyperbaton(*arguments: str) -> str:
    """Runs the command line on one core."""
    command = [sys.executable, "-m", "hyperbaton", *arguments, "-q"]
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout


def sides(data: Path, pair: str) -> tuple[Path, list[Path], list[Path]]:
    """The source of a language pair, its references and its outputs."""
    (source,) = (data / "sources").glob(f"{pair}.txt*")
    references = sorted((data / "references").glob(f"{pair}.*.txt*"))
    return source, references, sorted((data / "system-outputs" / pair).iterdir())


def align_with_hyperbaton(data: Path, pair: str, folder: Path, seed: int) -> None:
    """Aligns all translations of a language pair."""
    source, references, outputs = sides(data, pair)
    hyperbaton(
        *("align", "--source", str(source), *map(str, references), "-i", *map(str, outputs)),
        *(*WORDS, "--seed", str(seed), "--threads", "1", "-o", str(folder)),
    )


def align_with_eflomal(program: str, data: Path, pair: str, folder: Path) -> None:
    """Aligns all translations of a language pair in one run."""
    source, references, outputs = sides(data, pair)
    split = load_tokenizer("intl")
    translations = [*references, *outputs]
    words, *others = (
        [split(text.lower()) for text in read_segments(str(path))]
        for path in (source, *translations)
    )
    target = [each for side in others for each in side]
    lines = eflomal_links.align(program, words * len(others), target).to_pharaoh()
    for k, translation in enumerate(translations):
        name = translation.name.removesuffix(".gz").removesuffix(".txt")
        kind = "systems"
        if translation in references:
            kind, name = "references", name.split(".", 1)[1]
        written = folder / kind / f"{name}.align"
        written.parent.mkdir(parents=True, exist_ok=True)
        of_side = lines[k * len(words) : (k + 1) * len(words)]
        written.write_text("".join(f"{line}\n" for line in of_side))


def consistencies(data: Path, pair: str, links: Path | None) -> dict[str, float]:
    """The first table of the paper for one language pair."""
    given = () if links is None else ("--source-alignments", str(links))
    text = hyperbaton(
        *("reproduce", "birch-osborne-2010", "--data", str(data), "--lp", pair, *given),
        *("--format", "json"),
    )
    table = json.loads(text)["tables"][0]
    column = next(k for k, name in enumerate(table["columns"]) if name.endswith(pair)
                  and name.lower().startswith(data.name))  # fmt: skip
    return {metric: cells[column]["ours"] for metric, cells in table["rows"].items()}


def written(rows: Sequence[dict[str, float]], metric: str) -> str:
    """Mean and deviation over seeds."""
    values = [row[metric] for row in rows]
    spread = f" ± {np.std(values, ddof=1):.2f}" if len(values) > 1 else ""
    return f"{np.mean(values):.2f}{spread}"


def main() -> None:
    """Makes links that are missing, and prints the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("links", type=Path)
    parser.add_argument("data", type=Path, nargs="+")
    parser.add_argument("--lp", required=True, metavar="LP")
    parser.add_argument("--seeds", type=int, default=10)
    parser.add_argument("--eflomal", default="eflomal-align", metavar="PROGRAM")
    arguments = parser.parse_args()
    pair = arguments.lp
    found: dict[tuple[str, str], list[dict[str, float]]] = {}
    for seed in range(1, arguments.seeds + 1):
        for data in arguments.data:
            for aligner in ("eflomal", "hyperbaton"):
                links = arguments.links / aligner / str(seed) / data.name
                folder = links / "source-alignments" / pair
                if not folder.is_dir():
                    part = folder.with_suffix(".part")
                    part.mkdir(parents=True, exist_ok=True)
                    if aligner == "eflomal":
                        align_with_eflomal(arguments.eflomal, data, pair, part)
                    else:
                        align_with_hyperbaton(data, pair, part, seed)
                    part.rename(folder)
                found.setdefault((data.name, aligner), []).append(consistencies(data, pair, links))
    for data in arguments.data:
        found[data.name, "without the source"] = [consistencies(data, pair, None)]
    metrics = list(next(iter(found.values()))[0])
    print(f"| | {' | '.join(metrics)} |\n|{' --- |' * (1 + len(metrics))}")
    for data in arguments.data:
        for aligner in ("without the source", "eflomal", "hyperbaton"):
            cells = (written(found[data.name, aligner], metric) for metric in metrics)
            print(f"| {data.name.upper()} {pair}, {aligner} | {' | '.join(cells)} |")


if __name__ == "__main__":
    main()
