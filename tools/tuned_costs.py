"""Costs that the papers leave open, chosen by judgements of one year and tried on another.

    python tools/tuned_costs.py inversion DATA --segments 100
    python tools/tuned_costs.py operators DATA --figure docs/figures/operator-weights.svg
    python tools/tuned_costs.py movement DATA --lp de-en --segments 400

`inversion` is what a swap of two blocks costs in invWER (Leusch et al. 2003), exact up to 60 words,
an upper bound beyond. `operators` are the weights of the nodes of permutation trees (Stanojević &
Sima'an 2016, footnote 5): 1 for ⟨1,2⟩, and for ⟨2,1⟩, for the two operators of four elements and
for longer ones weights that do not rise. `movement` is the price of moving a subtree in DTED
(McCaffery & Nederhof 2016, section 5); `inf` is DTED as it is, without movement.

DATA holds wmt13/ and wmt15/, into English. The figure is the mean of tau-wmt14 over the language
pairs of a year. Values are chosen from a grid where the mean is largest; what holds is the row of
the other year. The interval is that of 1,000 samples of segments. With --segments so many judged
segments of each language pair are drawn, and no others are scored.
"""

from __future__ import annotations

import argparse
import csv
import gzip
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from math import inf
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from hyperbaton import _core, score
from hyperbaton.evidence import Evidence
from hyperbaton.evidence.texts import as_output, as_test_set
from hyperbaton.metrics import parse
from hyperbaton.metrics.base import brevity_penalty
from hyperbaton.permutation import PermutationBatch
from hyperbaton.tables.layout import markdown
from hyperbaton.text.reading import read_segments
from hyperbaton_papers.charts import Series, chart

PAIRS = {
    "wmt13": ("cs-en", "de-en", "es-en", "fr-en"),
    "wmt15": ("cs-en", "de-en", "fi-en", "fr-en", "ru-en"),
}
INVERSIONS = (0.5, 0.75, 1.0, 1.5, 2.0, 3.0, 5.0)
MOVEMENTS = (0.1, 0.25, 0.5, inf)
STEPS = tuple(k / 10 for k in range(11))
SAMPLES = 1000
Scores = NDArray[np.float64]
Costs = tuple[float, ...]


@dataclass(frozen=True)
class Judged:
    """Outputs of a language pair, and which of two people preferred: segment, better, worse."""

    references: Sequence[str]
    outputs: dict[str, Sequence[str]]
    preferences: NDArray[np.int64]

    @classmethod
    def read(cls, folder: Path, pair: str) -> Judged:
        """From the layout of WMT."""
        paths = sorted((folder / "system-outputs" / pair).iterdir())
        outputs = {path.name.removesuffix(".txt"): read_segments(str(path)) for path in paths}
        numbers = {name: number for number, name in enumerate(outputs)}
        found: list[tuple[int, int, int]] = []
        with gzip.open(folder / "rankings" / f"{pair}.pairs.tsv.gz", "rt") as file:
            for row in csv.DictReader(file, delimiter="\t"):
                one, other = numbers[row["system1"]], numbers[row["system2"]]
                first, second = int(row["rank1"]), int(row["rank2"])
                if first != second:
                    order = (one, other) if first < second else (other, one)
                    found.append((int(row["segment"]) - 1, *order))
        references = read_segments(str(folder / "references" / f"{pair}.refA.txt"))
        return cls(references, outputs, np.array(found))

    def of_segments(self, number: int) -> Judged:
        """The same judgements of so many segments at most, drawn at random."""
        every = np.unique(self.preferences[:, 0])
        chosen = np.sort(np.random.default_rng(1).permutation(every)[:number])
        segment, better, worse = self.preferences[np.isin(self.preferences[:, 0], chosen)].T
        return Judged(
            [self.references[k] for k in chosen],
            {name: [texts[k] for k in chosen] for name, texts in self.outputs.items()},
            np.column_stack([np.searchsorted(chosen, segment), better, worse]),
        )

    def scores(self, metric: str) -> Scores:
        """A row for each system, a column for each segment; higher is better."""
        found = parse(metric)
        report = score(self.outputs, [self.references], found, language="en")
        rows = np.array([report[name][str(found)].segments for name in self.outputs])
        return rows if found.higher_is_better else -rows

    def outcomes(self, scores: Scores) -> Scores:
        """For each preference 1 where the scores agree with it, -1 where they do not, 0 if tied."""
        segment, better, worse = self.preferences.T
        return np.sign(scores[better, segment] - scores[worse, segment])


@dataclass(frozen=True)
class Year:
    """The language pairs of a year, each with scores that follow from costs."""

    name: str
    pairs: Sequence[Judged]
    scored: Sequence[Callable[[Costs], Scores]]

    def tau(self, costs: Costs) -> float:
        """The mean of tau-wmt14 over the language pairs."""
        return float(
            np.mean(
                [
                    judged.outcomes(scores(costs)).mean()
                    for judged, scores in zip(self.pairs, self.scored, strict=True)
                ]
            )
        )

    def gain(self, costs: Costs, usual: Costs) -> tuple[float, float, float]:
        """What costs add to the mean over the usual ones, and the bounds of its interval."""
        random = np.random.default_rng(1)
        gains, samples = list[float](), np.zeros(SAMPLES)
        for judged, scores in zip(self.pairs, self.scored, strict=True):
            added = judged.outcomes(scores(costs)) - judged.outcomes(scores(usual))
            _, of_segment = np.unique(judged.preferences[:, 0], return_inverse=True)
            sums, counts = np.bincount(of_segment, added), np.bincount(of_segment)
            drawn = random.integers(len(sums), size=(SAMPLES, len(sums)))
            samples += sums[drawn].sum(axis=1) / counts[drawn].sum(axis=1)
            gains.append(float(added.mean()))
        low, high = np.quantile(samples / len(gains), (0.025, 0.975))
        return float(np.mean(gains)), float(low), float(high)


def inversion_scores(judged: Judged) -> Callable[[Costs], Scores]:
    """Scores of invWER by the cost of an inversion."""
    known = {(cost,): judged.scores(f"invwer(c_inv={cost},max_words=60)") for cost in INVERSIONS}
    return known.__getitem__


def operator_shares(
    permutations: PermutationBatch, beta: float = 0.6, *, canonical: bool = False
) -> Scores:
    """How much each kind of operator counts in PEFscore, or in PETscore of the canonical tree.

    PEFscore is linear in the scores of operators: it is `operator_shares(permutations) @ scores`,
    with (1, γ, 0, 0) as published. A row per permutation: ⟨1,2⟩, ⟨2,1⟩, ⟨2,4,1,3⟩ and ⟨3,1,4,2⟩
    together, longer operators. A single word counts as monotone; the empty one has no shares.
    """
    score = _core.weighted_pet_scores if canonical else _core.weighted_pef_scores
    shares = np.column_stack(
        [score(permutations.native, beta, a, b, c, d, 1) for a, b, c, d in np.eye(4).tolist()]
    )
    shares[permutations.lengths == 1] = np.eye(4)[0]
    return shares


def operator_scores(judged: Judged) -> Callable[[Costs], Scores]:
    """Scores of PEFs by the weights of operators, in which they are linear."""
    test_set = as_test_set([judged.references])
    shares = []
    for texts in judged.outputs.values():
        evidence = parse("pef").read(Evidence(test_set, as_output(texts)))
        coverage = brevity_penalty(*evidence.order_lengths)
        shares.append(operator_shares(evidence.order) * coverage[:, np.newaxis])
    by_kind = np.array(shares)
    return lambda weights: by_kind @ (1.0, *weights)


def movement_scores(judged: Judged) -> Callable[[Costs], Scores]:
    """Scores of DTED by the price of moving a subtree."""
    metrics = {price: f"dted(movement={price})" for price in MOVEMENTS if price < inf} | {
        inf: "dted"
    }
    known = {(price,): judged.scores(metric) for price, metric in metrics.items()}
    return known.__getitem__


def falling() -> list[Costs]:
    """Every choice of weights from the grid that does not rise with the operator's length."""
    return [each for each in product(STEPS, repeat=3) if each[0] >= each[1] >= each[2]]


CHOICES: dict[str, tuple[Callable[[Judged], Callable[[Costs], Scores]], list[Costs], Costs]] = {
    "inversion": (inversion_scores, [(cost,) for cost in INVERSIONS], (1.0,)),
    "movement": (movement_scores, [(price,) for price in MOVEMENTS], (inf,)),
    "operators": (operator_scores, falling(), (0.0, 0.0, 0.0)),
}


def rows_of(years: Sequence[Year], choices: Sequence[Costs], usual: Costs) -> Iterator[list[str]]:
    """For each year what it chooses, what that is worth there, and in the other year."""
    yield ["chosen on", "tried on", "chosen", "usual", "tau, usual", "tau, chosen", "gain"]
    for year in years:
        best = max(choices, key=year.tau)
        for tried in sorted(years, key=lambda each: each is not year):
            gain, low, high = tried.gain(best, usual)
            yield [
                year.name, tried.name, ", ".join(map(str, best)), ", ".join(map(str, usual)),
                f"{tried.tau(usual):.4f}", f"{tried.tau(best):.4f}",
                f"{gain:+.4f} ({low:+.4f} to {high:+.4f})",
            ]  # fmt: skip


def weights_chart(years: Sequence[Year]) -> bytes:
    """What the weight of each kind of operator adds, the others being as published."""
    kinds = ("⟨2,1⟩", "⟨2,4,1,3⟩, ⟨3,1,4,2⟩", "longer")
    gains = {
        f"{kind}, {year.name}": Series(
            STEPS, [year.tau(tuple(np.eye(3)[k] * step)) - year.tau((0.0,) * 3) for step in STEPS]
        )
        for year in years
        for k, kind in enumerate(kinds)
    }
    return chart("", "weight of the operator (⟨1,2⟩ has 1)", "gain in tau-wmt14", gains)


def main() -> None:
    """Scores, chooses and prints."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("costs", choices=CHOICES)
    parser.add_argument("data", type=Path)
    parser.add_argument("--lp", nargs="+", help="only these language pairs")
    parser.add_argument("--segments", type=int, help="judged segments of a language pair to score")
    parser.add_argument("--figure", type=Path, help="draw what weights of operators add, as SVG")
    given = parser.parse_args()
    scores_by, choices, usual = CHOICES[given.costs]
    years = list[Year]()
    for name, pairs in PAIRS.items():
        chosen = [pair for pair in pairs if pair in (given.lp or pairs)]
        judged = [Judged.read(given.data / name, pair) for pair in chosen]
        if given.segments:
            judged = [each.of_segments(given.segments) for each in judged]
        years.append(Year(name.upper(), judged, [scores_by(each) for each in judged]))
    print(markdown(list(rows_of(years, choices, usual))))
    if given.figure:
        given.figure.write_bytes(weights_chart(years))
    if len(choices) < 20:
        print()
        rows = [[str(cost), *(f"{year.tau((cost,)):.4f}" for year in years)] for (cost,) in choices]
        print(markdown([[given.costs, *(year.name for year in years)], *rows]))


if __name__ == "__main__":
    main()
