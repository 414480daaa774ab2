"""A spaCy pipeline for English: `spacy.load("hyperbaton_english")`; hyperbaton's own parser."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from spacy.language import Language

__version__ = "1.0.0"

MODEL = Path(__file__).parent / "model"


def load(**options: Any) -> Language:
    """The pipeline; options are those of `spacy.load`."""
    from spacy.util import load_model_from_path

    return load_model_from_path(MODEL, **options)
