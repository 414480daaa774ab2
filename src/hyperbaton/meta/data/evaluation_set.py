"""A test set with outputs of systems, in the folders that mt-metrics-eval uses.

    references/LP.NAME.txt   system-outputs/LP/SYSTEM.txt   sources/LP.txt

Line k of every file belongs to segment k; every file may be compressed (.gz). A blank output where
the reference is not blank counts as not available, unless it is declared an empty translation.
`given_files` lists what else may lie beside them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from hyperbaton.checks import check_length, check_same_number
from hyperbaton.errors import InputError, NotFoundError, OptionError
from hyperbaton.evidence import Context, Output, TestSet
from hyperbaton.meta.data.given_files import GivenFiles, PairFiles, existing
from hyperbaton.meta.data.languages import target_language
from hyperbaton.text.opening import read_text, split_lines
from hyperbaton.text.preprocessing import Preprocessing

BLANK_OUTPUTS = ("missing", "empty")
SOURCE = "the source sentences"


@dataclass(frozen=True, eq=False)
class EvaluationSet:
    """One language pair of a test set.

    Attributes:
        folder: where it was read from.
        pair: the language pair, such as `de-en`.
        reference_names: such as `refA`.
        references: for every segment its references, one per name.
        outputs: the outputs of each system, in order of its name.
        available: one row per system, one column per segment: whether there is an output.
        left_out: systems that are known but not asked for.
        given: where links and trees lie beside the outputs, if they are to be used.
    """

    folder: str
    pair: str
    reference_names: tuple[str, ...]
    references: tuple[tuple[str, ...], ...]
    outputs: Mapping[str, tuple[str, ...]]
    available: NDArray[np.bool_]
    left_out: frozenset[str] = frozenset()
    given: GivenFiles = field(default_factory=GivenFiles)

    def __post_init__(self) -> None:
        for group in self.references:
            check_same_number(reference_names=self.reference_names, references=group)
        for texts in self.outputs.values():
            check_same_number(references=self.references, outputs=texts)
        expected = len(self.outputs), len(self.references)
        if self.available.shape != expected:
            raise InputError(
                f"available: expected one row per system and one column per segment, {expected}, "
                f"got {self.available.shape}"
            )

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
        """The test set with some of the systems, in the order given.

        Raises:
            NotFoundError: it does not have one of them.
        """
        for name in systems:
            self._check_system(name)
        rows = [self.systems.index(name) for name in systems]
        outputs = {name: self.outputs[name] for name in systems}
        left_out = self.left_out | (set(self.systems) - set(systems))
        return replace(self, outputs=outputs, available=self.available[rows], left_out=left_out)

    def limited_to(self, segments: NDArray[np.bool_]) -> EvaluationSet:
        """The test set with outputs of some segments; those of the others count as missing.

        Nothing is computed for them: their texts are blank, unless links or trees are given, which
        belong to their words.
        """
        check_length(segments, len(self), "segments", "truth values, one for each segment")
        outputs = self.outputs
        if self.given == GivenFiles():
            kept = segments.tolist()
            outputs = {
                name: tuple(text if keep else "" for text, keep in zip(texts, kept, strict=True))
                for name, texts in outputs.items()
            }
        return replace(self, outputs=outputs, available=self.available & segments)

    def longest(self, preprocessing: Preprocessing) -> NDArray[np.int64]:
        """The number of words of the longest output or reference of each segment."""
        split = preprocessing.split
        texts = zip(self.references, *self.outputs.values(), strict=True)
        lengths = [max(len(split(text)) for text in (*group, *rest)) for group, *rest in texts]
        return np.array(lengths, np.int64)

    def mean_lengths(self, preprocessing: Preprocessing) -> NDArray[np.float64]:
        """The mean number of words of each segment's references."""
        return TestSet(self._streams).mean_lengths(preprocessing)

    def source(self) -> tuple[str, ...]:
        """The source, one text per segment.

        Raises:
            InputError: there is none, or it has another number of lines.
        """
        file = existing(Path(self.folder) / "sources", (f"{self.pair}.txt",), SOURCE)
        lines = _lines(file)
        if len(lines) != len(self):
            raise InputError(
                f"{file} has {len(lines)} lines but there are {len(self)} segments; each line of "
                "it must belong to the same line of the references"
            )
        return lines

    def make_test_set(self) -> TestSet:
        """The references, with what is given beside them.

        Raises:
            InputError: a file is not there or cannot be read.
        """
        return TestSet(
            self._streams,
            source=None if self.given.source_alignments is None else self.source(),
            source_links=self._files.reference_source_links(),
            trees=self._files.reference_trees(len(self)),
            language=self.language,
        )

    def make_output(self, system: str) -> Output:
        """What a system wrote, with what is given beside it.

        Raises:
            InputError: a file is not there or cannot be read.
            NotFoundError: there is no such system.
        """
        self._check_system(system)
        return Output(
            self.outputs[system],
            links=self._files.links(system, self.language),
            source_links=self._files.source_links(system),
            trees=self._files.trees(system, len(self)),
        )

    def _check_system(self, name: str) -> None:
        if name not in self.outputs:
            raise NotFoundError(name, f"{self.pair} has no system {name!r}", self.outputs)

    def adapted(self, context: Context) -> Context:
        """The context in which this language pair is scored.

        Raises:
            InputError: a file that is to be used is not there; names it.
            OptionError: the aligner was told another language than that of the outputs.
        """
        told = context.aligner.language
        if self.language is not None and told not in (None, self.language):
            raise OptionError(
                f"{self.pair} translates into {self.language!r}, but the language is to be "
                f"{told!r}; leave the language out, since every language pair has its own"
            )
        self._files.check(self.systems)
        return self.given.adapted(context)

    @property
    def _streams(self) -> list[list[str | None]]:
        """The references by name.

        As in `hyperbaton score`, a segment has no second or later reference where that is blank.
        """
        return [
            [group[k] if k == 0 or group[k].strip() else None for group in self.references]
            for k in range(len(self.reference_names))
        ]

    @property
    def _files(self) -> PairFiles:
        return self.given.of_pair(self.pair, self.reference_names)


def read_evaluation_set(
    folder: str,
    pair: str,
    *,
    references: Sequence[str] | None = None,
    blank: str = "missing",
    given: GivenFiles | None = None,
) -> EvaluationSet:
    """Reads one language pair.

    Args:
        folder: the folder of the test set.
        pair: the language pair.
        references: names of references, such as `refA`; all there are by default.
        blank: whether a blank output is "missing" or an "empty" translation.
        given: where links and trees lie beside the outputs, if they are to be used.

    Raises:
        InputError: a file cannot be read, or has another number of lines.
        OptionError: there is no such reference.
    """
    if blank not in BLANK_OUTPUTS:
        raise OptionError(f"blank is {' or '.join(BLANK_OUTPUTS)}, got {blank!r}")
    root = Path(folder)
    files = _reference_files(root, pair, references)
    streams = {str(path): _lines(path) for path in files.values()}
    first, *more = streams.items()
    for name, lines in more:
        _check_length(name, lines, *first)
    outputs: dict[str, tuple[str, ...]] = {}
    for name, path in _system_files(root, pair).items():
        outputs[name] = _lines(path)
        _check_length(str(path), outputs[name], *first)
    groups = tuple(zip(*streams.values(), strict=True))
    available = _available(groups, outputs, blank)
    return EvaluationSet(
        folder, pair, tuple(files), groups, outputs, available, given=given or GivenFiles()
    )


def named_files(folder: Path, prefix: str, suffix: str) -> dict[str, Path]:
    """Files PREFIX + name + SUFFIX, compressed or not, by name and in its order."""
    if not folder.is_dir():
        return {}
    found: dict[str, Path] = {}
    for path in sorted(folder.iterdir()):
        plain = path.name.removesuffix(".gz")
        inside = len(plain) > len(prefix) + len(suffix)
        if inside and plain.startswith(prefix) and plain.endswith(suffix):
            found[plain[len(prefix) : len(plain) - len(suffix)]] = path
    return found


def _reference_files(root: Path, pair: str, wanted: Sequence[str] | None) -> dict[str, Path]:
    files = named_files(root / "references", f"{pair}.", ".txt")
    if not files:
        raise InputError(
            f"{root}: has no references/{pair}.NAME.txt; expected a folder in the layout of "
            f"mt-metrics-eval{_other_pairs(root)}"
        )
    for name in wanted or ():
        if name not in files:
            raise OptionError(f"{root}: {pair} has no reference {name}; it has {', '.join(files)}")
    return {name: files[name] for name in wanted or files}


def language_pairs(folder: str) -> list[str]:
    """The language pairs that a test set has references for."""
    files = named_files(Path(folder) / "references", "", ".txt")
    return sorted({name.split(".")[0] for name in files})


def _other_pairs(root: Path) -> str:
    pairs = language_pairs(str(root))
    return f"; it has {', '.join(pairs)}" if pairs else ""


def _system_files(root: Path, pair: str) -> dict[str, Path]:
    folder = root / "system-outputs" / pair
    files = named_files(folder, "", ".txt")
    if len(files) < 2:
        raise InputError(f"{folder}: has {len(files)} systems; at least two SYSTEM.txt are needed")
    return files


def _lines(path: Path | str) -> tuple[str, ...]:
    return tuple(split_lines(read_text(str(path))))


def _check_length(path: str, lines: Sequence[str], reference: str, expected: Sequence[str]) -> None:
    if len(lines) != len(expected):
        raise InputError(
            f"{path} has {len(lines)} lines but {reference} has {len(expected)}; "
            "each line of one must belong to the same line of the other"
        )


def _available(
    references: Sequence[Sequence[str]], outputs: Mapping[str, Sequence[str]], blank: str
) -> NDArray[np.bool_]:
    shape = len(outputs), len(references)
    if blank == "empty":
        return np.ones(shape, np.bool_)
    expected = np.array([any(text.strip() for text in group) for group in references], np.bool_)
    written = np.array([[bool(t.strip()) for t in texts] for texts in outputs.values()], np.bool_)
    return written.reshape(shape) | ~expected
