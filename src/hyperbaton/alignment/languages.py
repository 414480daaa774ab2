"""Languages: their codes, and what the package knows about the words of each."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

# By ISO 639-1 code (639-3 where there is none), the name of the Snowball stemmer.
SNOWBALL: Mapping[str, str] = MappingProxyType(
    {
        "ar": "arabic",
        "ca": "catalan",
        "cs": "czech",
        "da": "danish",
        "de": "german",
        "el": "greek",
        "en": "english",
        "eo": "esperanto",
        "es": "spanish",
        "et": "estonian",
        "eu": "basque",
        "fa": "persian",
        "fi": "finnish",
        "fr": "french",
        "ga": "irish",
        "hi": "hindi",
        "hu": "hungarian",
        "hy": "armenian",
        "id": "indonesian",
        "it": "italian",
        "lt": "lithuanian",
        "ne": "nepali",
        "nl": "dutch",
        "no": "norwegian",
        "pl": "polish",
        "pt": "portuguese",
        "ro": "romanian",
        "ru": "russian",
        "sr": "serbian",
        "st": "sesotho",
        "sv": "swedish",
        "ta": "tamil",
        "tr": "turkish",
        "yi": "yiddish",
    }
)

DEFAULT_LANGUAGE = "en"
WITH_SYNONYMS = ("en",)  # languages whose synonyms come with the package


def default_matchers(language: str) -> tuple[str, ...]:
    """The matchers that work for a language without any file of the user's."""
    matchers = ["exact"]
    if language in SNOWBALL:
        matchers.append("stem")
    if language in WITH_SYNONYMS:
        matchers.append("synonym")
    return tuple(matchers)
