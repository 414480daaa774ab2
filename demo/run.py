"""The tour of `make demo`: scores the three systems of the bundled corpus and draws one tree."""

from __future__ import annotations

from pathlib import Path

from hyperbaton import PermutationForest, score_permutations
from hyperbaton.permutation_reader import read_permutations

HERE = Path(__file__).parent
LANGUAGES = {"en": "English", "de": "German", "ja": "Japanese"}
SYSTEMS = ("loom", "calque", "tangle")
METRICS = ("kendall", "hamming", "ulam", "fuzzy", "pef", "pet-size")
SHOWN = 17  # "A because B" against "B because A"


def main() -> None:
    """Prints the tour."""
    for language, name in LANGUAGES.items():
        print(f"\nWord order of three systems, {name} (1 is the order of the reference)")
        print_scores(language)
    print_segment("en", "tangle", SHOWN)


def print_scores(language: str) -> None:
    """A table of mean scores, systems by metrics."""
    print(f"  {'':8}" + "".join(f"{metric:>10}" for metric in METRICS))
    for system in SYSTEMS:
        batch = read_permutations([str(HERE / language / f"{system}.perm")])
        report = score_permutations(batch, METRICS)
        print(f"  {system:8}" + "".join(f"{score:10.3f}" for score in report.averages))


def print_segment(language: str, system: str, number: int) -> None:
    """One segment: its texts, its permutation and its permutation tree."""
    folder = HERE / language
    print(f"\nSegment {number} of {system}: what moved")
    for name in ("reference", system):
        print(f"  {name:9} {line_of(folder / f'{name}.txt', number)}")
    permutation = line_of(folder / f"{system}.perm", number)
    forest = PermutationForest.from_permutation([int(value) for value in permutation.split()])
    print(f"  {'order':9} {permutation}")
    print(*(f"  {line}" for line in forest.tree.to_text().splitlines()), sep="\n")
    print(f"  {forest.pet_count:,} permutation trees")


def line_of(path: Path, number: int) -> str:
    """One line of a file, counted from 1."""
    return path.read_text(encoding="utf-8").split("\n")[number - 1]


if __name__ == "__main__":
    main()
