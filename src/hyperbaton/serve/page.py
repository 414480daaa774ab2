"""The document of the live page: the report's, with a form in place of data."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from hyperbaton.report.document import assets, document, json_script, policy

OWN_HOST = "'self'"
BODY = "<p>This page explains word order as you type, for which it needs JavaScript.</p>"


@dataclass(frozen=True)
class LivePage:
    """A page and the content security policy that it is sent with."""

    html: str
    policy: str


def live_page(examples: Sequence[Mapping[str, Any]], limits: Mapping[str, int]) -> LivePage:
    """The page, with sentences to begin with and what a request may hold."""
    data = json_script("serve", {"examples": list(examples), "limits": dict(limits)})
    lines = document("hyperbaton: what moved?", BODY, [data], connections=OWN_HOST)
    return LivePage("\n".join(lines), policy(assets(), OWN_HOST))
