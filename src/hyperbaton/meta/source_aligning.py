"""Links of the source with all outputs and references of a language pair, made in one go.

An aligner that learns from what it aligns learns the more, the more pairs it sees: here each source
sentence comes once with every system and once with every reference. Links are made once and written
to files, since eflomal draws random numbers without a seed.
"""

from __future__ import annotations

from collections.abc import Sequence

from hyperbaton.bitext import align_with_eflomal
from hyperbaton.bitext.symmetrization import DEFAULT_METHOD
from hyperbaton.meta.data.evaluation_set import EvaluationSet
from hyperbaton.meta.data.given_files import REFERENCES, SYSTEMS
from hyperbaton.text.preprocessing import Preprocessing

Translation = tuple[str, str]  # whether of a system or a reference, and its name


def align_source(
    data: EvaluationSet,
    preprocessing: Preprocessing,
    method: str = DEFAULT_METHOD,
    *,
    threads: int | None = None,
) -> dict[Translation, list[str]]:
    """Links of the source with every translation, one line per segment in Pharaoh's format.

    Args:
        data: the language pair.
        preprocessing: how text is split into the words that are linked.
        method: how the two directions are combined; see `hyperbaton.bitext.symmetrization`.
        threads: how many threads symmetrisation uses; all cores by default.

    Raises:
        MissingDependencyError: eflomal is not installed.
        InputError: there is no source, or eflomal fails.
        OptionError: there is no such method.
    """
    source = list(map(preprocessing.split, data.source()))
    translations = _translations(data)
    words = [preprocessing.split(text) for texts in translations.values() for text in texts]
    links = align_with_eflomal(source * len(translations), words, method, threads=threads)
    lines, size = links.to_pharaoh(), len(source)
    return {name: lines[k * size : (k + 1) * size] for k, name in enumerate(translations)}


def _translations(data: EvaluationSet) -> dict[Translation, Sequence[str]]:
    references = zip(*data.references, strict=True)
    return {
        **{(SYSTEMS, name): texts for name, texts in data.outputs.items()},
        **{
            (REFERENCES, name): texts
            for name, texts in zip(data.reference_names, references, strict=True)
        },
    }
