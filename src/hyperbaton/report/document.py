"""The HTML document of a page: everything in one file, nothing from anywhere else.

A content security policy names the hashes of the one script and the one style sheet, so nothing
else can run, whatever texts and names contain; and no request can leave the page.
"""

from __future__ import annotations

import base64
import gzip
import hashlib
import json
from collections.abc import Iterable, Iterator
from functools import cache
from html import escape
from importlib.resources import files
from typing import Any

NOT_IN_SCRIPTS = {"<": "\\u003c", ">": "\\u003e", "&": "\\u0026"}
NOT_IN_SCRIPTS |= {"\u2028": "\\u2028", "\u2029": "\\u2029"}
_ESCAPES = str.maketrans(NOT_IN_SCRIPTS)


@cache
def asset(name: str) -> str:
    """`page.js` or `page.css`, as it comes with the package."""
    return (files("hyperbaton.report") / "assets" / name).read_bytes().decode()


def policy(connections: str = "'none'") -> str:
    """The content security policy of a page; `connections` says what it may ask for."""
    return "; ".join(
        [
            "default-src 'none'",
            f"script-src '{_digest(asset('page.js'))}'",
            f"style-src '{_digest(asset('page.css'))}'",
            "img-src data: blob:",
            f"connect-src {connections}",
            "base-uri 'none'",
            "form-action 'none'",
        ]
    )


def _digest(text: str) -> str:
    return f"sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}"


def document(
    title: str, body: str, data: Iterable[str], *, connections: str = "'none'"
) -> Iterator[str]:
    """The lines of a page, given HTML to show at first, and script elements with its data."""
    content = escape(policy(connections), quote=True).replace("&#x27;", "'")
    head = (
        '<!doctype html><html lang="en"><head><meta charset="utf-8">',
        f'<meta http-equiv="Content-Security-Policy" content="{content}">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f"<title>{escape(title)}</title><style>{asset('page.css')}</style></head>",
        f'<body><main id="app">{body}</main>',
    )
    for lines in (head, data, [f"<script>{asset('page.js')}</script></body></html>"]):
        for line in lines:
            yield line.encode("utf-8", "replace").decode()  # names of files need not be UTF-8


def json_script(name: str, value: Any) -> str:
    """A script element with data that the page reads at once."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    content = text.translate(_ESCAPES)
    return f'<script type="application/json" id="{escape(name)}">{content}</script>'


def packed_script(attributes: str, content: str) -> str:
    """A script element with packed data."""
    return f'<script type="application/octet-stream" {attributes}>{content}</script>'


def packed(value: Any) -> str:
    """A value as JSON, compressed, in base64; the bytes depend on nothing but the value."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    data = text.encode("utf-8", "replace")
    return base64.b64encode(gzip.compress(data, compresslevel=9, mtime=0)).decode("ascii")
