"""A metric of one's own: the share of the reference's pairs of neighbouring words that are kept.

Usage: python demo/own_metric.py FOLDER LP… > scores.csv
"""

import csv
import sys
from itertools import pairwise
from pathlib import Path


def neighbours(text: str) -> set[tuple[str, str]]:
    """Pairs of neighbouring words; the first word follows the beginning."""
    return set(pairwise(["", *text.lower().split()]))


def main(folder: str, *pairs: str) -> None:
    """Scores every segment of every system."""
    table = csv.writer(sys.stdout)
    table.writerow(["lp", "system", "segment", "neighbours"])
    for pair in pairs:
        references = Path(folder, "references", f"{pair}.refA.txt").read_text().splitlines()
        for file in sorted(Path(folder, "system-outputs", pair).glob("*.txt")):
            for number, text in enumerate(file.read_text().splitlines(), start=1):
                expected = neighbours(references[number - 1])
                score = len(expected & neighbours(text)) / len(expected)
                table.writerow([pair, file.stem, number, score])


main(*sys.argv[1:])
