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

from hyperbaton.errors import InputError
from hyperbaton.evidence import Preparation

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

    def adapted(self, context: Preparation) -> Preparation:
        """Returns the context with what is given in place of aligner and parser."""
        return context.with_given(
            links=self.links is not None,
            source_links=self.source_alignments is not None,
            trees=self.trees is not None,
        )

    def check(self, pair: str, systems: Sequence[str], references: Sequence[str]) -> None:
        """Looks for all files of a language pair, so that none is missed halfway through.

        Raises:
            InputError: a file is not there; names it.
        """
        for side, names in ((REFERENCES, references), (SYSTEMS, systems)):
            for name in names:
                self.source_file(pair, side, name)
                self.tree_file(pair, side, name)
        for system in systems:
            for name in references:
                self.link_file(pair, system, name)

    def link_file(self, pair: str, system: str, reference: str) -> str | None:
        """Finds the links of a system's outputs with a reference; None where they are not used."""
        if self.links is None:
            return None
        stem = Path(self.links) / "links" / pair / f"{system}.{reference}"
        what = f"links of the outputs of {system} with {reference}"
        return existing(what, f"{stem}.align", f"{stem}.out")

    def source_file(self, pair: str, side: str, name: str) -> str | None:
        """Finds the links of the source with a system's outputs or a reference."""
        if self.source_alignments is None:
            return None
        file = source_alignment_file(self.source_alignments, pair, side, name)
        return existing(f"links of the source with {name}", str(file))

    def tree_file(self, pair: str, side: str, name: str) -> str | None:
        """Finds the trees of a system's outputs or of a reference."""
        if self.trees is None:
            return None
        folder = Path(self.trees) / "trees" / pair / side
        return existing(f"the trees of {name}", f"{folder / name}.conllu")


def source_alignment_file(folder: str, pair: str, side: str, name: str) -> Path:
    """Returns where links of the source with a system's outputs or with a reference lie."""
    return Path(folder) / "source-alignments" / pair / side / f"{name}.align"


def existing(what: str, *files: str) -> str:
    """Returns the first of some files that exists, compressed or not.

    Raises:
        InputError: none does; names the file expected.
    """
    for file in files:
        for path in (file, f"{file}.gz"):
            if Path(path).is_file():
                return path
    others = "".join(f" or {Path(file).name}" for file in files[1:])
    raise InputError(f"{files[0]}: not found; {what} are expected there{others}, or as .gz")
