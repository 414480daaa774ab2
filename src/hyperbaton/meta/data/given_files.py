"""Files beside the outputs of a language pair: links, links with the source, trees.

    links/LP/SYSTEM.REF.align                  links of output and reference, in Pharaoh's format
    links/LP/SYSTEM.REF.out                    or as METEOR's -writeAlignments writes them
    source-alignments/LP/systems/SYSTEM.align  links of source and output
    source-alignments/LP/references/REF.align  links of source and reference
    trees/LP/systems/SYSTEM.conllu             dependency trees of the outputs
    trees/LP/references/REF.conllu             and of the references

REF is the name of a reference, such as `refA`. Every file may be compressed (.gz). What belongs to
a blank output may be blank too.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from hyperbaton.alignment.given import LinkStream
from hyperbaton.alignment.languages import DEFAULT_LANGUAGE
from hyperbaton.bitext import LinkText
from hyperbaton.errors import InputError
from hyperbaton.evidence import Context
from hyperbaton.parsing import Trees
from hyperbaton.trees import read_segment_trees

SYSTEMS, REFERENCES = "systems", "references"


@dataclass(frozen=True)
class GivenFiles:
    """In which folders files lie beside the outputs; None where they are not used.

    Attributes:
        links: the folder that holds `links/`; links then replace the aligner.
        source_alignments: the folder that holds `source-alignments/`; word order is then that of
            the source words (Birch & Osborne 2010).
        trees: the folder that holds `trees/`; trees then replace the parser.
    """

    links: str | None = None
    source_alignments: str | None = None
    trees: str | None = None

    def adapted(self, context: Context) -> Context:
        """The context with what is given in place of aligner and parser."""
        return context.with_given(
            links=self.links is not None,
            source_links=self.source_alignments is not None,
            trees=self.trees is not None,
        )

    def of_pair(self, pair: str, references: Sequence[str]) -> PairFiles:
        """The files of one language pair and some of its references."""
        return PairFiles(self, pair, tuple(references))


@dataclass(frozen=True)
class PairFiles:
    """The files beside the outputs of one language pair.

    Attributes:
        given: the folders.
        pair: the language pair.
        references: the names of the references.
    """

    given: GivenFiles
    pair: str
    references: tuple[str, ...]

    def check(self, systems: Sequence[str]) -> None:
        """Looks for all files, so that none is missed halfway through.

        Raises:
            InputError: a file is not there; names it.
        """
        for name in self.references:
            self._source_file(REFERENCES, name)
            self._tree_file(REFERENCES, name)
        for system in systems:
            self._source_file(SYSTEMS, system)
            self._tree_file(SYSTEMS, system)
            for name in self.references:
                self._link_file(system, name)

    def links(self, system: str, language: str | None) -> list[LinkStream] | None:
        """Links of a system's outputs with each reference."""
        files = [self._link_file(system, name) for name in self.references]
        found = [file for file in files if file is not None]
        if not found:
            return None
        return [LinkStream.read(file, language or DEFAULT_LANGUAGE) for file in found]

    def source_links(self, system: str) -> LinkText | None:
        """Links of the source with a system's outputs."""
        file = self._source_file(SYSTEMS, system)
        return None if file is None else LinkText.read(file)

    def reference_source_links(self) -> list[LinkText] | None:
        """Links of the source with each reference."""
        files = [self._source_file(REFERENCES, name) for name in self.references]
        return [LinkText.read(file) for file in files if file is not None] or None

    def trees(self, system: str, segments: int) -> list[Trees] | None:
        """The trees of a system's outputs."""
        file = self._tree_file(SYSTEMS, system)
        return None if file is None else read_segment_trees(file, segments)

    def reference_trees(self, segments: int) -> list[list[Trees]] | None:
        """The trees of each reference."""
        files = [self._tree_file(REFERENCES, name) for name in self.references]
        return [read_segment_trees(file, segments) for file in files if file is not None] or None

    def _link_file(self, system: str, reference: str) -> str | None:
        if self.given.links is None:
            return None
        folder = Path(self.given.links) / "links" / self.pair
        stem = f"{system}.{reference}"
        what = f"links of the outputs of {system} with {reference}"
        return existing(folder, (f"{stem}.align", f"{stem}.out"), what)

    def _source_file(self, side: str, name: str) -> str | None:
        if self.given.source_alignments is None:
            return None
        file = source_alignment_file(self.given.source_alignments, self.pair, side, name)
        return existing(file.parent, (file.name,), f"links of the source with {name}")

    def _tree_file(self, side: str, name: str) -> str | None:
        if self.given.trees is None:
            return None
        folder = Path(self.given.trees) / "trees" / self.pair / side
        return existing(folder, (f"{name}.conllu",), f"the trees of {name}")


def source_alignment_file(folder: str, pair: str, side: str, name: str) -> Path:
    """Where links of the source with a system's outputs or with a reference lie."""
    return Path(folder) / "source-alignments" / pair / side / f"{name}.align"


def existing(folder: Path, names: Sequence[str], what: str) -> str:
    """The first of some files that exists, compressed or not.

    Raises:
        InputError: none does; names the file expected.
    """
    for name in names:
        for path in (folder / name, folder / f"{name}.gz"):
            if path.is_file():
                return str(path)
    others = "".join(f" or {name}" for name in names[1:])
    raise InputError(
        f"{folder / names[0]}: not found; {what} are expected there{others}, or as .gz"
    )
