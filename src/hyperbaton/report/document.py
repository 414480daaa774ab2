"""The HTML document of a page: everything in one file, nothing from anywhere else.

A content security policy names the hashes of the one script and the one style sheet, so nothing
else can run, whatever texts and names contain; and no request can leave the page.
"""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from html import escape
from importlib.resources import files
from typing import Any, NamedTuple

from hyperbaton.errors import InputError

NOT_IN_SCRIPTS = {"<": "\\u003c", ">": "\\u003e", "&": "\\u0026"}
NOT_IN_SCRIPTS |= {"\u2028": "\\u2028", "\u2029": "\\u2029"}
_ESCAPES = str.maketrans(NOT_IN_SCRIPTS)


class Assets(NamedTuple):
    """What the page is made of.

    Attributes:
        script: its script.
        style: its style sheet.
    """

    script: str
    style: str


@cache
def assets() -> Assets:
    """The assets that come with the package."""
    folder = files("hyperbaton.report") / "assets"
    found = Assets(*((folder / name).read_bytes().decode() for name in ("page.js", "page.css")))
    for text, end in zip(found, ("</script", "</style"), strict=True):
        if end in text.lower() or "<!--" in text or "\r" in text:
            raise InputError(f"the page's assets contain {end!r}, '<!--' or CR; build them again")
    return found


def policy(found: Assets, connections: str = "'none'") -> str:
    """The content security policy of a page; `connections` says what it may ask for."""
    return "; ".join(
        [
            "default-src 'none'",
            f"script-src '{_digest(found.script)}'",
            f"style-src '{_digest(found.style)}'",
            "img-src data: blob:",
            f"connect-src {connections}",
            "base-uri 'none'",
            "form-action 'none'",
        ]
    )


def _digest(text: str) -> str:
    return f"sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}"


def document(
    title: str,
    body: str,
    data: Iterable[str],
    *,
    language: str = "en",
    connections: str = "'none'",
) -> Iterator[str]:
    """The lines of a page.

    Args:
        title: its title.
        body: HTML that is shown before the script has run.
        data: script elements with the page's data; see `json_script` and `packed_script`.
        language: the language of the page itself.
        connections: what the page may ask for.
    """
    for line in _lines(title, body, data, language, connections):
        yield line.encode("utf-8", "replace").decode("utf-8")  # names of files need not be UTF-8


def _lines(
    title: str, body: str, data: Iterable[str], language: str, connections: str
) -> Iterator[str]:
    found = assets()
    yield f'<!doctype html><html lang="{escape(language)}"><head><meta charset="utf-8">'
    content = escape(policy(found, connections), quote=True).replace("&#x27;", "'")
    yield f'<meta http-equiv="Content-Security-Policy" content="{content}">'
    yield '<meta name="viewport" content="width=device-width, initial-scale=1">'
    yield f"<title>{escape(title)}</title><style>{found.style}</style></head>"
    yield f'<body><main id="app">{body}</main>'
    yield from data
    yield f"<script>{found.script}</script></body></html>"


def json_script(name: str, value: Any) -> str:
    """A script element with data that the page reads at once."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    content = text.translate(_ESCAPES)
    return f'<script type="application/json" id="{escape(name)}">{content}</script>'


def packed_script(attributes: Mapping[str, str], content: str) -> str:
    """A script element with packed data."""
    written = "".join(f' {name}="{escape(value)}"' for name, value in attributes.items())
    return f'<script type="application/octet-stream"{written}>{content}</script>'


def table(rows: Sequence[Sequence[str]], notes: Sequence[str] = ()) -> str:
    """Rows as an HTML table without any style, the first as its header."""
    header, *others = rows
    head = "".join(f'<th scope="col">{escape(cell)}</th>' for cell in header)
    body = "".join(
        f'<tr><th scope="row">{escape(row[0])}</th>'
        + "".join(f"<td>{escape(cell)}</td>" for cell in row[1:])
        + "</tr>"
        for row in others
    )
    below = "".join(f"<p>{escape(note)}</p>" for note in notes)
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>{below}"
