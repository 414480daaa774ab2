"""The live page: a server of the standard library, and what it is asked and answers."""

from __future__ import annotations

import json
import socket
from http.server import BaseHTTPRequestHandler
from ipaddress import ip_address
from socketserver import ThreadingTCPServer
from threading import BoundedSemaphore
from typing import Any
from urllib.parse import urlsplit

from hyperbaton.checks import object_of
from hyperbaton.errors import HyperbatonError, InputError, OptionError
from hyperbaton.explanation.explainer import DEFAULT_METRICS, explain
from hyperbaton.report.document import document, policy

MOST_REFERENCES, MOST_METRICS = 8, 12
LONGEST_REQUEST = 64_000  # bytes
SILENCE = 20.0  # seconds until a connection has to have sent something
AT_ONCE = 4  # requests
FIELDS = ("hypothesis", "references", "metrics", "language", "tokenize", "lowercase", "aligner")
HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-store",
}
OWN_HOST = "'self'"
CONTENT_POLICY = f"{policy(OWN_HOST)}; frame-ancestors 'none'"
LIVE = '<p id="live">This page explains word order as you type, for which it needs JavaScript.</p>'


def read_request(body: bytes, most_words: int) -> dict[str, Any]:
    """The arguments of `hyperbaton.explain` from the JSON of a request.

    Raises:
        InputError: it is malformed, or larger than is accepted.
    """
    try:
        asked = json.loads(body.decode("utf-8"), object_pairs_hook=object_of)
    except (UnicodeDecodeError, ValueError, RecursionError):
        raise InputError("the request is not JSON in UTF-8") from None
    if not isinstance(asked, dict):
        raise InputError("the request is not a JSON object")
    unknown = sorted(set(asked) - set(FIELDS))
    if unknown:
        raise InputError(f"unknown field {unknown[0]!r}; expected {', '.join(FIELDS)}")
    hypothesis = asked.get("hypothesis")
    if not isinstance(hypothesis, str):
        raise InputError("hypothesis: expected a text")
    asked["references"] = _texts(asked.get("references"), "references", MOST_REFERENCES)
    asked["metrics"] = _texts(asked.get("metrics", [*DEFAULT_METRICS]), "metrics", MOST_METRICS)
    for text in (hypothesis, *asked["references"]):
        words = max(len(text.split()), len(text) // 8)  # also where there are no spaces
        if words > most_words:
            raise InputError(f"at most {most_words} words are accepted, got {words}")
    if "=" in str(asked.get("aligner") or ""):
        raise InputError("aligner: a name without parameters is accepted here")
    return {name: value for name, value in asked.items() if value is not None}


def _texts(value: object, name: str, most: int) -> list[str]:
    listed = [value] if isinstance(value, str) else value
    if not isinstance(listed, list) or not all(isinstance(each, str) for each in listed):
        raise InputError(f"{name}: expected a list of texts")
    if not 1 <= len(listed) <= most:
        raise InputError(f"{name}: 1 to {most} are accepted, got {len(listed)}")
    return listed


class LiveServer(ThreadingTCPServer):
    """Serves the page and `POST /api/explain` at an address, at port 0 at any that is free.

    It answers requests for its own address only: a page of another site could otherwise give its
    own name the address of this computer, and read what it serves.

    Raises:
        OptionError: there is no such address here, or someone else has it.
    """

    allow_reuse_address = True
    daemon_threads = True

    def __init__(self, host: str, port: int, words: int = 200) -> None:
        self.words = words
        title = "hyperbaton: what moved?"
        self.page = "\n".join(document(title, LIVE, [], connections=OWN_HOST))
        self.working = BoundedSemaphore(AT_ONCE)
        self.names = {"localhost", host.lower(), socket.gethostname().lower()}
        try:
            found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
            self.address_family, *_, address = found[0]
            super().__init__(address[:2], _Handler)  # type: ignore[arg-type]
        except (OSError, UnicodeError) as error:
            reason = getattr(error, "strerror", None) or str(error)
            raise OptionError(
                f"cannot listen on {host!r}, port {port} ({reason}); choose another --host or "
                "--port"
            ) from None

    def has_name(self, host: str) -> bool:
        """Whether a request for a host is meant for this server; numbers are nobody else's name."""
        name = urlsplit(f"//{host}").hostname or ""
        if name in self.names:
            return True
        try:
            ip_address(name)
        except ValueError:
            return False
        return True

    def handle_error(self, *_: object) -> None:
        """Says nothing about connections that break."""


class _Handler(BaseHTTPRequestHandler):
    timeout = SILENCE
    server: LiveServer

    def do_GET(self) -> None:
        if self._is_allowed():
            if self.path == "/":
                self._send(200, "text/html; charset=utf-8", self.server.page)
            elif self.path == "/api/explain":
                self.send_error(405, "POST is accepted here")
            else:
                self.send_error(404, "there is no such page")

    def do_POST(self) -> None:
        if not self._is_allowed():
            return
        if self.path != "/api/explain":
            self.send_error(404, "there is no such page")
        elif not self.server.working.acquire(blocking=False):
            self.send_error(503, "too many requests at once; try again in a moment")
        else:
            try:
                found = explain(**read_request(self._body(), self.server.words)).to_dict()
            except HyperbatonError as error:
                self.send_error(400, str(error))
            else:
                self._send(200, "application/json", json.dumps(found, ensure_ascii=False))
            finally:
                self.server.working.release()

    def _is_allowed(self) -> bool:
        """Whether it is a request for this server from a page of this server; else refuses it."""
        host, origin = self.headers.get("host", "localhost"), self.headers.get("origin")
        if not self.server.has_name(host):
            self.send_error(403, "this server has another address; see --host")
        elif origin is not None and origin.partition("://")[2] != host:
            self.send_error(403, "pages of other sites are not answered")
        else:
            return True
        return False

    def _body(self) -> bytes:
        length = self.headers.get("content-length", "0")
        if not length.isdecimal() or int(length) > LONGEST_REQUEST:
            raise InputError(f"at most {LONGEST_REQUEST} bytes are accepted")
        return self.rfile.read(int(length))

    def send_error(self, code: int, message: str | None = None, _: str | None = None) -> None:
        self._send(code, "application/json", json.dumps({"error": message}))

    def _send(self, status: int, kind: str, text: str) -> None:
        content = text.encode()
        self.send_response_only(status)
        for name, value in {
            **HEADERS,
            "Content-Security-Policy": CONTENT_POLICY,
            "Content-Type": kind,
            "Content-Length": str(len(content)),
        }.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, *_: object) -> None:
        """Says nothing about requests."""
