"""Which metrics see word order: damaged order, and errors that people marked, for every metric.

    python tools/word_order_judgements.py DATA
    python tools/word_order_judgements.py DATA -m pef hyperbaton chrf --format text

DATA holds `demetr/` (Karpinska et al. 2022) and `wmt21-ted/` (Freitag et al. 2021). The figure is
the area under the curve: the share of pairs in which a metric puts the faulty text below the sound
one, a tie counting half, so that .5 is chance; with 95 % intervals over 1,000 samples of segments.
DEMETR's pairs are a translation and the same with two neighbouring words exchanged, or with all
words shuffled. In WMT21 a pair is two systems' outputs of one segment: raters marked nothing in
one, and errors of one kind alone in the other. MQM has no kind for word order; awkward style and
grammar come nearest, and mistranslation is there to compare with.
"""

from __future__ import annotations

import argparse
import csv
import gzip
import json
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from hyperbaton import score
from hyperbaton.metrics import METRICS, Metric, parse
from hyperbaton.metrics.base import Need
from hyperbaton.tables.layout import aligned, markdown

KINDS = ("Style/Awkward", "Fluency/Grammar", "Accuracy/Mistranslation")
DAMAGE = {"minor_id14_word_swap": "two words swapped", "critical_id20_shuffled": "all shuffled"}
SAMPLES = 1000
Text = tuple[str, ...]


@dataclass(frozen=True)
class Pairs:
    """Sound and faulty texts of one kind, their references, and the segments they come from."""

    kind: str
    language: str
    references: Text
    sound: Text
    faulty: Text
    segments: Text

    def area(self, metric: Metric) -> tuple[float, float, float]:
        """The area under the curve, and the bounds of its interval."""
        sound, faulty = (
            score(texts, [self.references], metric, language=self.language)[str(metric)].segments
            for texts in (self.sound, self.faulty)
        )
        better = (sound - faulty) * (1 if metric.higher_is_better else -1)
        won = np.where(abs(better) < 1e-12, 0.5, better > 0)
        _, of_segment = np.unique(self.segments, return_inverse=True)
        sums, counts = np.bincount(of_segment, won), np.bincount(of_segment)
        drawn = np.random.default_rng(1).integers(len(sums), size=(SAMPLES, len(sums)))
        areas = sums[drawn].sum(axis=1) / counts[drawn].sum(axis=1)
        low, high = np.quantile(areas, (0.025, 0.975))
        return float(won.mean()), float(low), float(high)


def damaged_pairs(folder: Path) -> Iterator[Pairs]:
    """DEMETR's pairs, by kind of damage."""
    for file, kind in DAMAGE.items():
        items = json.loads((folder / f"{file}.json").read_text(encoding="utf-8"))
        fields = ("eng_sent", "mt_sent", "pert_sent", "id")
        columns = [tuple(str(item[field]) for item in items) for field in fields]
        yield Pairs(f"DEMETR, {kind}", "en", *columns)


def lines_of(path: Path) -> list[str]:
    """The lines of a compressed file."""
    with gzip.open(path, "rt", encoding="utf-8") as file:
        return file.read().splitlines()


def marked_pairs(folder: Path, pair: str) -> Iterator[Pairs]:
    """Pairs of outputs of WMT21, by the kind of error that the raters marked in one of them."""
    found: dict[tuple[str, str], set[str]] = defaultdict(set)
    rows = lines_of(folder / "human-scores" / f"{pair}.mqm.tsv.gz")
    for row in csv.DictReader(rows, delimiter="\t", quoting=csv.QUOTE_NONE):
        found[row["seg_id"], row["system"]].add(row["category"])
    references = lines_of(folder / "references" / f"{pair}.refA.txt.gz")
    outputs = {
        path.name.removesuffix(".txt.gz"): lines_of(path)
        for path in sorted((folder / "system-outputs" / pair).glob("*.txt.gz"))
        if not path.name.startswith("ref")
    }
    for kind in KINDS:
        chosen = [
            (references[int(segment) - 1], outputs[good][int(segment) - 1],
             outputs[bad][int(segment) - 1], segment)
            for segment in dict.fromkeys(segment for segment, _ in found)
            for good in outputs
            for bad in outputs
            if found[segment, good] == {"No-error"} and found[segment, bad] - {"No-error"} == {kind}
        ]  # fmt: skip
        yield Pairs(f"{pair}, {kind}", pair[-2:], *map(tuple, zip(*chosen, strict=True)))


def every_metric() -> list[str]:
    """The registered metrics that read nothing but outputs and references."""
    return [name for name in METRICS if Need.SOURCE_ORDER not in parse(name).needs]


def rows_of(sets: Sequence[Pairs], metrics: Sequence[str]) -> Iterator[list[str]]:
    """The lines of the table, best on swapped words first."""
    yield ["metric", *(f"{each.kind} ({len(each.sound)})" for each in sets)]
    rows: list[tuple[NDArray[np.float64], list[str]]] = []
    for metric in map(parse, metrics):
        cells, areas = list[str](), list[float]()
        for each in sets:
            if metric.name == "dted" and each.language != "en":
                cells.append("no parser")
                continue
            area, low, high = each.area(metric)
            areas.append(area)
            cells.append(f"{area:.3f} ({low:.3f} to {high:.3f})")
        rows.append((np.array(areas[:1]), [str(metric), *cells]))
    yield from (row for _, row in sorted(rows, key=lambda each: -each[0][0]))


def main() -> None:
    """Reads the pairs, scores them with every metric and prints the table."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("data", type=Path)
    parser.add_argument("-m", "--metrics", nargs="+", default=every_metric())
    parser.add_argument("--format", choices=("text", "markdown"), default="markdown")
    given = parser.parse_args()
    ted = given.data / "wmt21-ted"
    sets = [
        *damaged_pairs(given.data / "demetr"),
        *marked_pairs(ted, "zh-en"),
        *marked_pairs(ted, "en-de"),
    ]
    print((aligned if given.format == "text" else markdown)(list(rows_of(sets, given.metrics))))


if __name__ == "__main__":
    main()
