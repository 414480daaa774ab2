"""A test set with outputs of systems, in the folders that mt-metrics-eval uses.

    references/LP.NAME.txt   system-outputs/LP/SYSTEM.txt   sources/LP.txt

Line k of every file belongs to segment k. A blank output where the reference is not blank counts as
missing, unless it is declared an empty translation. Beside them may lie, in this folder or another:

    links/LP/SYSTEM.REF.align                  links of output and reference, in Pharaoh's format
    source-alignments/LP/systems/SYSTEM.align  links of source and output
    source-alignments/LP/references/REF.align  links of source and reference
    trees/LP/systems/SYSTEM.conllu             dependency trees of the outputs
    trees/LP/references/REF.conllu             and of the references

Every file may be compressed (.gz).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from hyperbaton.alignment.given import LinkStream
from hyperbaton.bitext import LinkText
from hyperbaton.checks import as_choice, as_list, each_once
from hyperbaton.errors import InputError, OptionError
from hyperbaton.evidence import Output, Preparation, TestSet
from hyperbaton.files import read_text, split_lines
from hyperbaton.text.languages import SNOWBALL
from hyperbaton.text.reading import check_same_length
from hyperbaton.trees import read_segment_trees

BLANK_OUTPUTS = ("missing", "empty")
# WMT's files name languages in English until 2013, then by ISO 639-3.
CODES = {name: code for code, name in SNOWBALL.items()} | {"chinese": "zh"}
CODES |= {"ces": "cs", "deu": "de", "eng": "en", "fin": "fi", "fra": "fr", "hin": "hi"}
CODES |= {"hun": "hu", "ron": "ro", "rus": "ru", "spa": "es", "tur": "tr", "zho": "zh"}


def target_language(pair: str) -> str | None:
    """The language that a pair translates into; None where it names none.

    >>> target_language("de-en"), target_language("en-pt_BR"), target_language("test")
    ('en', 'pt', None)
    """
    _, dash, target = pair.rpartition("-")
    code = target.partition("_")[0].lower()
    return {"cz": "cs", **CODES}.get(code, code) if dash and code else None


@dataclass(frozen=True)
class GivenFiles:
    """The folders of given files, "" for that of the test set; None where they are not used.

    Attributes:
        links: the folder that holds `links/`; links then replace the aligner.
        source_alignments: the folder that holds `source-alignments/`; word order is then that of
            the source words (Birch & Osborne 2010).
        trees: the folder that holds `trees/`; trees then replace the parser.
    """

    links: str | None = None
    source_alignments: str | None = None
    trees: str | None = None

    def adapted(self, preparation: Preparation) -> Preparation:
        """The preparation with what is given in place of aligner and parser."""
        return preparation.with_given(
            links=self.links is not None,
            source_links=self.source_alignments is not None,
            trees=self.trees is not None,
        )


@dataclass(frozen=True)
class DataOptions:
    """What to read, and how.

    Attributes:
        human: the judgements: a file, where `{lp}` is replaced by the language pair; or a name as
            in `human-scores/LP.NAME.seg.score` or `.tsv`. By default what the folder has:
            `rankings/`, else the only file in `human-scores/`.
        normalize: whether to give each judge mean 0 and variance 1; only for ratings.
        references: names of references, like `refA`; all there are by default.
        exclude: patterns of systems to leave out, like `tuning-task-*`.
        include_human: whether a reference among the outputs is kept as a system. One that outputs
            are scored against never is.
        blank: whether a blank output is "missing" or an "empty" translation.
        given: where links and trees lie beside the outputs, if they are to be used.
        score_columns: which columns of a table of ratings are scores; several are averaged over
            judges each, and summed. `score` or the like by default.
    """

    human: str | None = None
    normalize: bool = False
    references: tuple[str, ...] | None = None
    exclude: tuple[str, ...] = ()
    include_human: bool = False
    blank: str = "missing"
    given: GivenFiles = field(default_factory=GivenFiles)
    score_columns: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        as_choice(self.blank, BLANK_OUTPUTS, "blank")
        as_list(self.exclude, "exclude")
        each_once(self.references or (), "references")
        each_once(self.score_columns, "score columns")


@dataclass(frozen=True, eq=False)
class EvaluationSet:
    """One language pair of a test set.

    Attributes:
        folder: where it was read from.
        pair: the language pair, like `de-en`.
        reference_names: like `refA`; those that outputs are scored against.
        references: for every segment its references, one per name.
        outputs: the outputs of each system, in order of its name.
        available: one row per system, one column per segment: whether there is an output.
        left_out: systems that are known but not asked for.
        human: the names of all references of the pair, which may be among the outputs, too.
        given: where links and trees lie beside the outputs, if they are to be used.
    """

    folder: str
    pair: str
    reference_names: tuple[str, ...]
    references: tuple[tuple[str, ...], ...]
    outputs: Mapping[str, tuple[str, ...]]
    available: NDArray[np.bool_]
    left_out: frozenset[str] = frozenset()
    human: frozenset[str] = frozenset()
    given: GivenFiles = field(default_factory=GivenFiles)

    def __len__(self) -> int:
        return len(self.references)

    @property
    def language(self) -> str | None:
        """The language of references and outputs; None where the pair does not name it."""
        return target_language(self.pair)

    @property
    def systems(self) -> tuple[str, ...]:
        """The names of the systems, in order."""
        return tuple(self.outputs)

    def among(self, systems: Sequence[str]) -> EvaluationSet:
        """The test set with some of the systems, in the order given."""
        outputs = {name: self.outputs[name] for name in systems}
        rows = [self.systems.index(name) for name in systems]
        left_out = self.left_out | (set(self.systems) - set(systems))
        return replace(self, outputs=outputs, available=self.available[rows], left_out=left_out)

    def make_test_set(self) -> TestSet:
        """The references, with what is given beside them."""
        beside = [self._beside("references", name) for name in self.reference_names]
        # As in `hyperbaton score`, a segment has no second or later reference where that is blank.
        streams = [
            [group[k] if k == 0 or group[k].strip() else None for group in self.references]
            for k in range(len(self.reference_names))
        ]
        source = None
        if self.given.source_alignments is not None:
            file = _existing(Path(self.folder) / "sources" / self.pair, ".txt")
            source = _lines(file)
            check_same_length(str(file), len(source), "each reference", len(self))
        return TestSet(
            streams,
            source=source,
            source_links=[LinkText.read(file) for _, file, _ in beside if file] or None,
            trees=[read_segment_trees(file, len(self)) for *_, file in beside if file] or None,
            language=self.language,
        )

    def make_output(self, system: str) -> Output:
        """Returns what a system wrote, with what is given beside it."""
        texts = self.outputs[system]
        links, source, trees = self._beside("systems", system)
        return Output(
            texts,
            links=[LinkStream.read(file) for file in links] or None,
            source_links=LinkText.read(source) if source else None,
            trees=read_segment_trees(trees, len(self)) if trees else None,
        )

    def _beside(self, side: str, name: str) -> tuple[list[str], str | None, str | None]:
        """Finds links, links with the source, and trees of a system's outputs or a reference."""
        given, links, source, trees = self.given, [], None, None
        if given.links is not None and side == "systems":
            folder = Path(given.links or self.folder) / "links" / self.pair
            stems = [folder / f"{name}.{reference}" for reference in self.reference_names]
            links = [_existing(stem, ".align") for stem in stems]
        if given.source_alignments is not None:
            root = Path(given.source_alignments or self.folder)
            folder = root / "source-alignments" / self.pair / side
            source = _existing(folder / name, ".align")
        if given.trees is not None:
            folder = Path(given.trees or self.folder) / "trees" / self.pair / side
            trees = _existing(folder / name, ".conllu")
        return links, source, trees

    def adapted(self, preparation: Preparation) -> Preparation:
        """The preparation in which this language pair is scored."""
        chosen = preparation.aligner.language
        if self.language is not None and chosen not in (None, self.language):
            raise OptionError(
                f"{self.pair} translates into {self.language!r}, but the aligner is set to "
                f"{chosen!r}; leave the language out, since every language pair has its own"
            )
        for side, names in (("references", self.reference_names), ("systems", self.systems)):
            for name in names:
                self._beside(side, name)  # so that no file is missed halfway through
        return self.given.adapted(preparation)


def read_evaluation_set(
    folder: str, pair: str, options: DataOptions | None = None
) -> EvaluationSet:
    """Reads one language pair of the test set in a folder, with all its systems."""
    options = options or DataOptions()
    root = Path(folder)
    human = named_files(root / "references", f"{pair}.", ".txt")
    if not human:
        raise InputError(f"{root}: has no references/{pair}.NAME.txt")
    for name in options.references or ():
        if name not in human:
            raise OptionError(f"{root}: {pair} has no reference {name}; it has {', '.join(human)}")
    reference_files = {name: human[name] for name in options.references or human}
    system_files = named_files(root / "system-outputs" / pair, "", ".txt")
    if len(system_files) < 2:
        raise InputError(
            f"{root / 'system-outputs' / pair}: has {len(system_files)} systems; at least two "
            "SYSTEM.txt are needed"
        )
    texts = {path: _lines(path) for path in (*reference_files.values(), *system_files.values())}
    first, expected = next(iter(texts.items()))
    for path, lines in texts.items():
        check_same_length(str(path), len(lines), str(first), len(expected))
    groups = tuple(zip(*(texts[path] for path in reference_files.values()), strict=True))
    outputs = {name: texts[path] for name, path in system_files.items()}
    written = np.array([[bool(text.strip()) for text in lines] for lines in outputs.values()], bool)
    wanted = np.array([any(text.strip() for text in group) for group in groups], bool)
    available = written | ~wanted | (options.blank == "empty")
    names = tuple(reference_files)
    return EvaluationSet(
        folder, pair, names, groups, outputs, available, human=frozenset(human), given=options.given
    )


def named_files(folder: Path, prefix: str, suffix: str) -> dict[str, Path]:
    """Finds files PREFIX + name + SUFFIX, compressed or not, by name and in its order."""
    if not folder.is_dir():
        return {}
    found: dict[str, Path] = {}
    for path in sorted(folder.iterdir()):
        plain = path.name.removesuffix(".gz")
        inside = len(plain) > len(prefix) + len(suffix)
        if inside and plain.startswith(prefix) and plain.endswith(suffix):
            found[plain[len(prefix) : len(plain) - len(suffix)]] = path
    return found


def language_pairs(folder: str) -> list[str]:
    """The language pairs that a test set has references for."""
    files = named_files(Path(folder) / "references", "", ".txt")
    return sorted({name.split(".")[0] for name in files})


def _lines(path: Path | str) -> tuple[str, ...]:
    return tuple(split_lines(read_text(str(path))))


def _existing(stem: Path, suffix: str) -> str:
    """The file with a suffix, compressed or not."""
    for ending in (suffix, f"{suffix}.gz"):
        if Path(f"{stem}{ending}").is_file():
            return f"{stem}{ending}"
    raise InputError(f"{stem}{suffix}: not found, nor packed as .gz")
