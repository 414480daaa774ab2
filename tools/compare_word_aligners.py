"""Error rates on manual alignments, ours beside eflomal's, in one run on one core.

    python tools/compare_word_aligners.py DATA/align [--eflomal PROGRAM] [--seeds 3]

DATA/align has PAIR.src-tgt (source ||| target) and PAIR.gold (1-2 for a sure link, 1?2 or 1p2 for a
possible one). Nothing else is learned from. Prints the alignment error rate of Och & Ney 2003, its
standard deviation over seeds, sentence pairs a second of processor time, and which share of our
links of each confidence is right, as Markdown. eflomal (eflomal-align) reads lower-cased words and
takes no seed, so that its runs just differ; without the program its row is left out.
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable, Sequence
from functools import partial
from itertools import pairwise
from pathlib import Path

import eflomal_links
import numpy as np

from hyperbaton.bitext import WordAlignments, align_sentences, read_alignments
from hyperbaton.bitext.reading import words_between_blanks

Sides = Sequence[eflomal_links.Sentences]

CONFIDENCE = (0.35, 0.5, 0.6, 0.7, 0.8, 0.9, 1.01)


def ours(sides: Sides, seed: int, *, fast: bool) -> WordAlignments:
    """Links of our own."""
    return align_sentences(*sides, seed=seed, fast=fast, threads=1)


def theirs(sides: Sides, _: int, *, program: str) -> WordAlignments:
    """Links of eflomal."""
    lower = ([[word.lower() for word in words] for words in side] for side in sides)
    return eflomal_links.align(program, *lower)


def keys(links: WordAlignments) -> set[tuple[int, int, int]]:
    """Sentence pair, source position and target position of each link."""
    columns = links.pairs.tolist(), links.source.tolist(), links.target.tolist()
    return set(zip(*columns, strict=True))


def error_rate(links: WordAlignments, gold: WordAlignments) -> float:
    """The alignment error rate of Och & Ney 2003."""
    found, possible, sure = keys(links), keys(gold), keys(gold.sure_only())
    return 1 - (len(found & sure) + len(found & possible)) / (len(found) + len(sure))


def main() -> None:
    """Aligns every set with every aligner and seed."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--eflomal", metavar="PROGRAM")
    parser.add_argument("--seeds", type=int, default=3)
    arguments = parser.parse_args()
    aligners: dict[str, Callable[[Sides, int], WordAlignments]] = {
        "hyperbaton": partial(ours, fast=False),
        "hyperbaton `--fast`": partial(ours, fast=True),
    }
    if arguments.eflomal:
        aligners = {"eflomal": partial(theirs, program=arguments.eflomal), **aligners}
    names = sorted(path.stem for path in arguments.folder.glob("*.gold"))
    right = np.zeros((len(CONFIDENCE) - 1, 2), int)
    print(f"| | {' | '.join(names)} | mean | pairs/s |\n|{' --- |' * (len(names) + 3)}")
    for aligner, align in aligners.items():
        rates = np.zeros((len(names), arguments.seeds))
        pairs = seconds = 0.0
        for n, name in enumerate(names):
            lines = (arguments.folder / f"{name}.src-tgt").read_text().splitlines()
            sides = [
                [words_between_blanks(line.split("|||")[k]) for line in lines] for k in range(2)
            ]
            lengths = [list(map(len, side)) for side in sides]
            gold = read_alignments(str(arguments.folder / f"{name}.gold"), *lengths, base=1)
            for seed in range(arguments.seeds):
                begin = sum(os.times()[:4])
                links = align(sides, seed + 1)
                seconds += sum(os.times()[:4]) - begin
                pairs += len(links)
                rates[n, seed] = error_rate(links, gold)
                if aligner == "hyperbaton":
                    right += calibration(links, gold)
        cells = [f"{row.mean():.3f} ± {row.std(ddof=1):.3f}" for row in [*rates, rates.mean(0)]]
        print(f"| {aligner} | {' | '.join(cells)} | {pairs / seconds:.0f} |", flush=True)
    print(f"\n| confidence |{'|'.join(f' {a}-{min(b, 1)} ' for a, b in pairwise(CONFIDENCE))}|")
    print(f"|{' --- |' * len(CONFIDENCE)}")
    print(f"| right |{'|'.join(f' {share:.3f} ' for share in right[:, 0] / right[:, 1])}|")


def calibration(links: WordAlignments, gold: WordAlignments) -> np.ndarray:
    """How many links of each confidence are possible links, and how many there are."""
    possible = keys(gold)
    columns = links.pairs.tolist(), links.source.tolist(), links.target.tolist()
    right = np.array([key in possible for key in zip(*columns, strict=True)], bool)
    place = np.searchsorted(CONFIDENCE, links.confidence, side="right") - 1
    return np.stack(
        [np.bincount(place[chosen], minlength=len(CONFIDENCE) - 1)[: len(CONFIDENCE) - 1]
         for chosen in (right, slice(None))], axis=1)  # fmt: skip


if __name__ == "__main__":
    main()
