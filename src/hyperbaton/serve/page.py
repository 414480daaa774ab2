"""The document of the live page: the report's, with a form in place of data."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from hyperbaton.metrics.registry import text_metrics
from hyperbaton.report.document import assets, document, json_script, policy
from hyperbaton.report.overview import kind_of

OWN_HOST = "'self'"
LANGUAGES = ("en", "de", "fr", "es", "it", "pt", "nl", "ru", "tr", "fi", "zh", "ja", "ko", "ar")
SHOWN_TOKENIZERS = ("unicode", "13a", "intl", "zh", "char", "none")
SHOWN_ALIGNERS = ("best", "meteor", "bigram")
BODY = "<p>This page explains word order as you type, for which it needs JavaScript.</p>"


@dataclass(frozen=True)
class LivePage:
    """A page and the content security policy that it is sent with."""

    html: str
    policy: str


def live_page(
    examples: Sequence[Mapping[str, Any]], limits: Mapping[str, int], metrics: Sequence[str]
) -> LivePage:
    """The page, with sentences to begin with, what a request may hold, and what moves cost by."""
    settings = {
        "examples": list(examples),
        "limits": dict(limits),
        "languages": list(LANGUAGES),
        "tokenizers": list(SHOWN_TOKENIZERS),
        "aligners": list(SHOWN_ALIGNERS),
        "metrics": list(metrics),
        "kinds": {str(metric): kind_of(metric) for metric in text_metrics(metrics)},
    }
    data = json_script("serve", settings)
    lines = document("hyperbaton: what moved?", BODY, [data], connections=OWN_HOST)
    return LivePage("\n".join(lines), policy(assets(), OWN_HOST))
