"""Builds the table of English synonyms from WordNet's files.

    python tools/build_synonyms.py /usr/share/wordnet src/hyperbaton/alignment/data/wordnet-en.xz

The folder is WordNet 3.0's `dict`, as in Debian's package wordnet-base. The table keeps what the
synonym matcher asks for: lemmas of one word with those of their synsets that have at least two such
lemmas, and the irregular forms of these lemmas. It is compressed text, two tab-separated fields a
line: `lemma`, numbers of synsets; or `@form`, its lemmas. Synsets are numbered from 0 in
order of first appearance, so that the same files always make the same table.
"""

from __future__ import annotations

import lzma
import sys
from collections.abc import Iterator
from pathlib import Path

PARTS_OF_SPEECH = ("noun", "verb", "adj", "adv")
SENSES_AT = 2  # the field of an index line with the number of senses


def single_words(folder: Path) -> Iterator[tuple[str, str]]:
    """Lemmas of one word, each with one of its synsets at a time."""
    for part in PARTS_OF_SPEECH:
        for line in (folder / f"index.{part}").read_text(encoding="latin-1").splitlines():
            if line.startswith(" "):
                continue  # the licence
            fields = line.split()
            lemma, senses = fields[0], int(fields[SENSES_AT])
            if "_" not in lemma:
                yield from ((lemma, f"{part}{offset}") for offset in fields[-senses:])


def synonyms(folder: Path) -> dict[str, list[str]]:
    """The synsets of every lemma, of those with two lemmas or more."""
    pairs = sorted(single_words(folder))
    sizes: dict[str, int] = {}
    for _, synset in pairs:
        sizes[synset] = sizes.get(synset, 0) + 1
    numbers: dict[str, int] = {}
    table: dict[str, list[str]] = {}
    for lemma, synset in pairs:
        synsets = table.setdefault(lemma, [])
        if sizes[synset] > 1:
            synsets.append(str(numbers.setdefault(synset, len(numbers))))
    return table


def irregular_forms(folder: Path, lemmas: dict[str, list[str]]) -> dict[str, list[str]]:
    """The lemmas of every irregular form, of those in the table."""
    forms: dict[str, list[str]] = {}
    for part in PARTS_OF_SPEECH:
        for line in (folder / f"{part}.exc").read_text(encoding="latin-1").splitlines():
            form, *bases = line.split()
            known = forms.setdefault(form, [])
            known += [base for base in bases if base in lemmas and base not in known]
    return {form: bases for form, bases in sorted(forms.items()) if bases and "_" not in form}


def main() -> None:
    """Writes the table."""
    folder, target = map(Path, sys.argv[1:])
    table = synonyms(folder)
    lines = [f"{lemma}\t{' '.join(synsets)}" for lemma, synsets in table.items()]
    forms = irregular_forms(folder, table)
    lines += [f"@{form}\t{' '.join(bases)}" for form, bases in forms.items()]
    text = "\n".join(lines) + "\n"
    target.write_bytes(lzma.compress(text.encode(), preset=9 | lzma.PRESET_EXTREME))
    print(f"{len(table)} lemmas, {len(forms)} irregular forms, {target.stat().st_size} bytes")


if __name__ == "__main__":
    main()
