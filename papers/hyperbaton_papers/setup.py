"""What a reproduction runs on: a folder of test sets, and how text is prepared and scored."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fnmatch import fnmatchcase
from pathlib import Path
from types import MappingProxyType

from hyperbaton.checks import RESAMPLES_OR_NONE, SEED, check_fields, each_once, whole
from hyperbaton.errors import InputError
from hyperbaton.evidence import Preparation
from hyperbaton.meta import (
    DataOptions,
    GivenFiles,
    JudgedSet,
    Omissions,
    Scoring,
    read_judged_sets,
)
from hyperbaton.metrics import Metric

TEST_SETS = ["wmt07-nc", "wmt07-ep", "wmt08", "wmt09", "wmt12", "wmt13", "wmt15", "wmt15-en-ru"]
NEEDED = (
    "is needed, as this folder or inside it, in the layout of mt-metrics-eval (references/, "
    "system-outputs/, rankings/)"
)

MAX_WORDS = whole(0, 1_000_000)


@dataclass(frozen=True)
class Setup:
    """The data and the settings of one run.

    Attributes:
        data: the folder of a test set, or one that holds several under their names,
            like `wmt13` and `wmt15` (see `TEST_SETS`).
        preparation: how text becomes evidence; every language pair has its own language.
        pairs: language pairs; those of the paper that the data has by default.
        given: where links and trees lie beside the outputs, if they are to be used: a folder, or
            one that holds one per test set, as the data does.
        threads: how many threads to use; all cores by default.
        samples: of the bootstrap; 0 for none.
        seed: where random numbers start.
        human: people's scores of systems, see `SYSTEM_RANKINGS`; the paper's by default.
        omissions: what to do with judgements that cannot be used.
        max_words: segments are left out where an output or a reference is longer; 0 for no limit,
            None for the paper's.
    """

    data: str
    preparation: Preparation = field(default_factory=Preparation)
    pairs: tuple[str, ...] | None = None
    given: GivenFiles = field(default_factory=GivenFiles)
    threads: int | None = None
    samples: int = 1000
    seed: int = 12345
    human: str | None = None
    omissions: Omissions = field(default_factory=Omissions)
    max_words: int | None = None

    def __post_init__(self) -> None:
        each_once(self.pairs or (), "language pairs")
        check_fields(self, samples=RESAMPLES_OR_NONE, seed=SEED, max_words=MAX_WORDS)

    @property
    def used(self) -> Preparation:
        """The preparation with what is given in place of aligner and parser."""
        return self.given.adapted(self.preparation)

    def read(self, folder: Path, pairs: Sequence[str], exclude: str = "") -> list[JudgedSet]:
        """Language pairs of a test set, without the systems of a pattern.

        Raises:
            InputError: a language pair cannot be read.
        """
        options, chosen = self.data_options(folder), self.pairs or self.present(folder, pairs)
        sets = read_judged_sets(str(folder), chosen, options, self.omissions)
        return [without(each, exclude) for each in sets]

    def data_options(self, folder: Path) -> DataOptions:
        """Returns what to read from a folder."""

        def inside(root: str | None) -> str | None:
            own = Path(root or "") / folder.name
            return str(own) if root and own.is_dir() else root

        given = self.given
        return DataOptions(
            given=GivenFiles(
                inside(given.links), inside(given.source_alignments), inside(given.trees)
            )
        )

    def campaigns(
        self,
        test_sets: Sequence[str],
        pairs: Sequence[str],
        exclude: str = "",
        stand_ins: Mapping[str, Sequence[str]] = MappingProxyType({}),
    ) -> dict[str, list[JudgedSet]]:
        """Language pairs of several test sets, by labels like `WMT13`.

        Args:
            test_sets: those that the paper can be repeated on; see `folders`.
            pairs: the paper's language pairs, of which each test set may have some; only those that
                were asked for are read.
            exclude: a pattern of systems that are left out.
            stand_ins: test sets of which only some language pairs are read, in place of missing
                ones.

        Raises:
            InputError: there is no such test set or language pair.
        """
        found = {}
        for folder in self.folders(test_sets):
            usual = stand_ins.get(folder.resolve().name, self.pairs or pairs)
            if there := self.present(folder, [p for p in self.pairs or pairs if p in usual]):
                found[label(folder)] = replace(self, pairs=there).read(folder, there, exclude)
        self.check_found(pairs, {judged.pair for sets in found.values() for judged in sets})
        return found

    def check_found(self, pairs: Sequence[str], found: Collection[str]) -> None:
        """Refuses data without a language pair that was asked for, or without any.

        Raises:
            InputError: there is none; names those that are missing.
        """
        missing = [pair for pair in self.pairs or () if pair not in found]
        if missing:
            raise InputError(f"{self.data}: has no references/LP.NAME.txt for {', '.join(missing)}")
        if not found:
            raise InputError(
                f"{self.data}: has none of the language pairs {', '.join(pairs)}; each needs "
                "references/LP.NAME.txt, system-outputs/LP/SYSTEM.txt and rankings/LP.pairs.tsv"
            )

    def present(self, folder: Path, pairs: Sequence[str]) -> tuple[str, ...]:
        """Those of some language pairs that a folder has."""
        there = folder / "references"
        return tuple(pair for pair in pairs if any(there.glob(f"{pair}.*.txt*")))

    def folder(self, test_set: str) -> Path:
        """The folder of a test set; raises an error as `folders` does."""
        return self.folders([test_set])[0]

    def folders(self, test_sets: Sequence[str]) -> list[Path]:
        """Those of some test sets that the data holds, or the data itself.

        Raises:
            InputError: there is none, or the data is another test set.
        """
        root = Path(self.data)
        inside = [root / name for name in test_sets if is_test_set(root / name)]
        if inside:
            return inside
        own = root.resolve().name
        other = own in TEST_SETS and own not in test_sets
        if is_test_set(root) and not other:
            return [root]
        wrong = f"is {own}" if other else "has no references/"
        raise InputError(f"{self.data}: {wrong}; {' or '.join(test_sets)} {NEEDED}")

    def scoring(self, metrics: Sequence[Metric] = ()) -> Scoring:
        """Metrics with these settings."""
        return Scoring(tuple(metrics), preparation=self.preparation, threads=self.threads)


def is_test_set(folder: Path) -> bool:
    """Whether a folder is in the layout of mt-metrics-eval."""
    return (folder / "references").is_dir()


def label(folder: Path) -> str:
    """What a test set is called in tables, like `WMT13`."""
    return folder.resolve().name.upper()


def without(judged: JudgedSet, pattern: str) -> JudgedSet:
    """A language pair without the systems of a pattern, where it has such."""
    systems = [name for name in judged.data.systems if not fnmatchcase(name, pattern)]
    return judged if len(systems) == len(judged.data.systems) else judged.among(systems)
