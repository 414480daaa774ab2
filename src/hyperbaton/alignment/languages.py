"""Languages: their codes, and what the package knows about the words of each."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path

# The names of Snowball's stemmers, by ISO 639-1 code (639-3 where there is none).
STEMMERS = """
    ar:arabic ca:catalan cs:czech da:danish de:german el:greek en:english eo:esperanto
    es:spanish et:estonian eu:basque fa:persian fi:finnish fr:french ga:irish hi:hindi
    hu:hungarian hy:armenian id:indonesian it:italian lt:lithuanian ne:nepali nl:dutch
    no:norwegian pl:polish pt:portuguese ro:romanian ru:russian sr:serbian st:sesotho sv:swedish
    ta:tamil tr:turkish yi:yiddish
"""
SNOWBALL: Mapping[str, str] = dict(pair.split(":") for pair in STEMMERS.split())

DEFAULT_LANGUAGE = "en"
_FUNCTION_WORDS = Path(__file__).parent / "data" / "function-words-en.txt"  # by tools/


@cache
def function_words(language: str) -> frozenset[str]:
    """Returns articles, prepositions, marks and the like, which say little by themselves.

    They are in lower case; there are none where there is no list.
    """
    if language != "en":
        return frozenset()
    return frozenset(_FUNCTION_WORDS.read_text(encoding="utf-8").split())
