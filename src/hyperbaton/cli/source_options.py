"""Alignments with the source, for commands that can compare orders over it."""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from hyperbaton.bitext import WordAlignments
    from hyperbaton.text.segments import References

NEEDED = ("source", "alignment", "ref_alignment")


def add_source_options(parser: argparse.ArgumentParser) -> None:
    """Adds the options to a command."""
    group = parser.add_argument_group(
        "alignments with the source",
        "with these, word order is that of the source words in output and reference, as in "
        "Birch & Osborne 2010; see docs/source_alignments.md for the files",
    )
    group.add_argument("--source", metavar="SRC", help="the source, one segment a line")
    group.add_argument(
        "--alignment", nargs="+", metavar="FILE", help="links of source and output, a file a system"
    )
    group.add_argument("--ref-alignment", metavar="FILE", help="links of source and reference")
    group.add_argument(
        "--base", type=int, choices=(0, 1), help="whether positions count from 0 (default) or 1"
    )


def read_source_alignments(
    arguments: argparse.Namespace, references: References, systems: Mapping[str, Sequence[str]]
) -> dict[str, WordAlignments]:
    """The alignments of every system, by name; those of the references become a setting.

    Nothing happens where no option was given.

    Raises:
        OptionError: only some of the options were given, or segments have several references.
        InputError: a file cannot be read.
    """
    from hyperbaton.text.reading import read_segments

    if not any(getattr(arguments, name) for name in NEEDED):
        return {}
    _check(arguments, references)
    tokenizer, clean = references.preprocessing.tokenizer, references.preprocessing.clean

    def lengths(texts: Sequence[str]) -> list[int]:
        return [len(tokenizer(clean(text))) for text in texts]

    source = lengths(read_segments(arguments.source))
    references.add_setting(
        _read(arguments.ref_alignment, source, list(map(len, references.tokens)), arguments.base)
    )
    return {
        name: _read(file, source, lengths(texts), arguments.base)
        for (name, texts), file in zip(systems.items(), arguments.alignment, strict=True)
    }


def _check(arguments: argparse.Namespace, references: References) -> None:
    from hyperbaton.errors import OptionError

    missing = [name for name in NEEDED if not getattr(arguments, name)]
    if missing:
        names = ", ".join(f"--{name.replace('_', '-')}" for name in missing)
        raise OptionError(f"alignments with the source also need {names}")
    if len(arguments.alignment) != len(arguments.input):
        raise OptionError(
            f"--alignment: {len(arguments.alignment)} for {len(arguments.input)} outputs; each "
            "output needs one, in the same order"
        )
    if references.groups[-1] != len(references):
        raise OptionError("--ref-alignment: is for one reference a segment; give one reference")


def _read(file: str, source: list[int], target: list[int], base: int | None) -> WordAlignments:
    from hyperbaton.bitext import read_alignments

    return read_alignments(file, source, target, base=base)
