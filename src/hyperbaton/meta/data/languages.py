"""The languages of a language pair, and the codes that WMT's files write them with."""

from __future__ import annotations

# By English names until 2013, then by ISO 639-3.
CODES = {
    "chinese": "zh",
    "czech": "cs",
    "english": "en",
    "finnish": "fi",
    "french": "fr",
    "german": "de",
    "hindi": "hi",
    "hungarian": "hu",
    "romanian": "ro",
    "russian": "ru",
    "spanish": "es",
    "turkish": "tr",
    "ces": "cs",
    "deu": "de",
    "eng": "en",
    "fin": "fi",
    "fra": "fr",
    "hin": "hi",
    "hun": "hu",
    "ron": "ro",
    "rus": "ru",
    "spa": "es",
    "tur": "tr",
    "zho": "zh",
}


def target_language(pair: str) -> str | None:
    """The language that a pair translates into, such as `en` for `de-en`; None where it names none.

    >>> target_language("de-en"), target_language("en-pt_BR"), target_language("test")
    ('en', 'pt', None)
    """
    _, dash, target = pair.rpartition("-")
    code = target.partition("_")[0].lower()
    return {"cz": "cs", **CODES}.get(code, code) if dash and code else None
