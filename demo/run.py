"""The tour of `make demo`: scores three systems, explains a segment, and writes a report."""

from __future__ import annotations

from pathlib import Path

from hyperbaton import (
    PermutationForest,
    ScoreReport,
    TestSet,
    score,
    score_permutations,
    write_report,
)
from hyperbaton.permutation.reading import read_permutations

HERE = Path(__file__).parent
REPORT = HERE.parent / "out" / "demo.html"
LANGUAGES = {"en": ("English", None), "de": ("German", None), "ja": ("Japanese", "char")}
SYSTEMS = ("loom", "calque", "tangle")
TEXT_METRICS = ("hyperbaton", "bleu", "chrf", "ter", "per", "invwer", "kendall", "pef")
ORDER_METRICS = ("kendall", "ulam", "fuzzy", "pef", "pet-size")
SHOWN = 17  # "A because B" against "B because A"


def main() -> None:
    """Prints the tour."""
    reports: dict[str, ScoreReport] = {}
    for language, (name, tokenizer) in LANGUAGES.items():
        print(f"\n{name}: text against one or two references")
        reports[language] = text_scores(language, tokenizer)
        print_text_scores(reports[language])
        print(f"{name}: word order alone, from gold alignments (1 is the reference's order)")
        print_order_scores(language)
    print_segment("en", "tangle", SHOWN)
    print_moves(reports["en"], "tangle", SHOWN)
    print_report(reports["en"])


def text_scores(language: str, tokenizer: str | None) -> ScoreReport:
    """The scores of the texts."""
    first = lines(HERE / language / "reference.txt")
    second = [text or None for text in lines(HERE / language / "reference2.txt")]
    outputs = {system: lines(HERE / language / f"{system}.txt") for system in SYSTEMS}
    test_set = TestSet([first, second], source=lines(HERE / language / "source.txt"))
    return score(outputs, test_set, TEXT_METRICS, tokenize=tokenizer, language=language)


def print_text_scores(report: ScoreReport) -> None:
    """A table of scores, systems by metrics."""
    print_row("", [metric.heading for metric in report.metrics])
    for system in report:
        print_row(system.name, [result.rounded for result in system])


def print_order_scores(language: str) -> None:
    """A table of mean scores of the permutations, systems by metrics."""
    print_row("", list(ORDER_METRICS))
    for system in SYSTEMS:
        batch = read_permutations([str(HERE / language / f"{system}.perm")])
        report = score_permutations(batch, ORDER_METRICS)
        print_row(system, [f"{average:.3f}" for average in report.averages])


def print_segment(language: str, system: str, number: int) -> None:
    """One segment: its texts, what moved, and its permutation tree."""
    folder = HERE / language
    reference = lines(folder / "reference.txt")[number - 1]
    output = lines(folder / f"{system}.txt")[number - 1]
    permutation = lines(folder / f"{system}.perm")[number - 1]
    forest = PermutationForest.from_permutation([int(value) for value in permutation.split()])
    print(f"\nSegment {number} of {system}: what moved")
    print(f"  reference {reference}\n  {system:9} {output}")
    print(f"  order {permutation}")
    print(*(f"  {line}" for line in forest.tree.to_text().splitlines()), sep="\n")
    print(f"  {forest.pet_count:,} permutation trees")


def print_moves(report: ScoreReport, system: str, number: int) -> None:
    """What has to move in a segment, the most costly move first, with its cost by every metric."""
    print("  moves, the most costly first, with the cost of each")
    for sentence in report.explain(system, number).sentences():
        print(f"    {sentence}")


def print_report(report: ScoreReport) -> None:
    """Writes the report of all segments, and says where it lies."""
    REPORT.parent.mkdir(exist_ok=True)
    found = write_report(report, REPORT, title="The bundled corpus")
    print(f"\n{found.sentence}\nEvery segment with all its moves: {REPORT}")


def print_row(name: str, cells: list[str]) -> None:
    """One row of a table."""
    print(f"  {name:8}" + "".join(f"{cell:>10}" for cell in cells))


def lines(path: Path) -> list[str]:
    """The lines of a file."""
    return path.read_text(encoding="utf-8").split("\n")[:-1]


if __name__ == "__main__":
    main()
