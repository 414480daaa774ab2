"""The web application of `hyperbaton serve`, and the server behind it.

It answers requests for its own address only, so that no page of another site can use it, and works
in processes that end with the time limit.
"""

from __future__ import annotations

import logging
import os
import socket
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from ipaddress import ip_address
from typing import Any
from urllib.parse import urlsplit

import anyio
import anyio.to_process
import uvicorn
from starlette.applications import Starlette
from starlette.datastructures import Headers
from starlette.middleware import Middleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp, Receive, Scope, Send
from uvicorn.protocols.http.h11_impl import H11Protocol

from hyperbaton.errors import InputError, OptionError
from hyperbaton.report.document import document, json_script, policy
from hyperbaton.serve.api import Limits, answer, read_request, settings
from hyperbaton.tables.json_form import to_json

OWN_HOST = "'self'"
BODY = "<p>This page explains word order as you type, for which it needs JavaScript.</p>"
LONGEST_REQUEST = 64_000  # bytes
SILENCE = 20.0  # seconds until a connection has to have sent its request
BACKLOG = 128
BAD_REQUEST, FORBIDDEN, BUSY, TOO_SLOW = 400, 403, 503, 504
HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-store",
}


def make_app(limits: Limits | None = None, host: str = "localhost") -> Starlette:
    """The application, within some limits, for requests to the names of a host."""
    bounds = limits or Limits()
    data = json_script("serve", to_json(settings(bounds)))
    page = "\n".join(document("hyperbaton: what moved?", BODY, [data], connections=OWN_HOST))
    content_policy = f"{policy(OWN_HOST)}; frame-ancestors 'none'"
    working = anyio.CapacityLimiter(bounds.requests)

    async def home(_: Request) -> Response:
        headers = {**HEADERS, "Content-Security-Policy": content_policy}
        return Response(page, media_type="text/html", headers=headers)

    async def explain(request: Request) -> Response:
        try:
            asked = read_request(await _body(request), bounds)
        except InputError as error:
            return _error(BAD_REQUEST, str(error))
        except ClientDisconnect:
            return _error(BAD_REQUEST, "the request is not complete")
        if working.available_tokens < 1:
            return _error(BUSY, "too many requests at once; try again in a moment")
        try:
            with anyio.fail_after(bounds.seconds):
                found = await anyio.to_process.run_sync(
                    answer, asked, cancellable=True, limiter=working
                )
        except TimeoutError:
            return _error(TOO_SLOW, f"took longer than {bounds.seconds:g} seconds")
        if isinstance(found, str):
            return _error(BAD_REQUEST, found)
        return JSONResponse(found, headers=HEADERS)

    return Starlette(
        routes=[Route("/", home), Route("/api/explain", explain, methods=["POST"])],
        middleware=[Middleware(_OwnAddressOnly, host)],
        exception_handlers={404: _plainly(404), 405: _plainly(405), 500: _plainly(500)},
    )


class _OwnAddressOnly:
    """Refuses requests under another name than the server's, or from pages of other sites.

    A page could otherwise give its own name the address of this computer, and read what it serves.
    """

    def __init__(self, app: ASGIApp, host: str) -> None:
        self.app = app
        self.names = {"localhost", "127.0.0.1", "::1", host.lower()}
        self.any_address = host in ("0.0.0.0", "::", "")
        if self.any_address:
            self.names |= {socket.gethostname().lower(), socket.getfqdn().lower()}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers = Headers(scope=scope) if scope["type"] == "http" else Headers()
        host, origin = headers.get("host", "localhost"), headers.get("origin")
        answered = self.app
        if not self._is_own(host):
            answered = _error(FORBIDDEN, "this server has another address; see --host")
        elif origin is not None and origin.partition("://")[2] != host:
            answered = _error(FORBIDDEN, "pages of other sites are not answered")
        await answered(scope, receive, send)

    def _is_own(self, host: str) -> bool:
        name = urlsplit(f"//{host}").hostname or ""
        return name in self.names or (self.any_address and _is_address(name))


def _is_address(name: str) -> bool:
    try:
        ip_address(name)
    except ValueError:
        return False
    return True


async def _body(request: Request) -> bytes:
    """What was sent.

    Raises:
        InputError: it is more than is accepted.
    """
    received = b""
    async for part in request.stream():
        received += part
        if len(received) > LONGEST_REQUEST:
            raise InputError(f"at most {LONGEST_REQUEST} bytes are accepted")
    return received


def _error(status: int, message: str) -> Response:
    return JSONResponse({"error": message}, status_code=status, headers=HEADERS)


def _plainly(status: int) -> Callable[[Request, Exception], Awaitable[Response]]:
    messages = {404: "there is no such page", 405: "POST is accepted here", 500: "internal error"}

    async def answered(_: Request, __: Exception) -> Response:
        return _error(status, messages[status])

    return answered


def listening(host: str, port: int) -> socket.socket:
    """A socket at an address, 0 for any free port.

    Raises:
        OptionError: there is no such address here, or someone else has it.
    """
    try:
        family, *_, address = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
        return socket.create_server(address[:2], family=family, backlog=BACKLOG)
    except (OSError, UnicodeError) as error:
        raise OptionError(
            f"cannot listen on {host!r}, port {port} ({_reason(error)}); choose another --host or "
            "--port"
        ) from None


def _reason(error: OSError | UnicodeError) -> str:
    if isinstance(error, socket.gaierror):  # with numbers of its own
        return error.strerror or str(error)
    return os.strerror(error.errno) if isinstance(error, OSError) and error.errno else str(error)


def server_of(app: Starlette) -> uvicorn.Server:
    """The server of the application; `run([socket])` answers until the process is told to end."""
    config = uvicorn.Config(app, http=_Impatient, ws="none", log_config=None)
    for name in ("uvicorn", "asyncio"):  # whose errors are tracebacks; the answer says enough
        logging.getLogger(name).addHandler(logging.NullHandler())
    return _Server(config)


class _Impatient(H11Protocol):
    """Ends connections that have not sent a whole request after a while."""

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        self.loop.call_later(SILENCE, self._check, self.cycle)

    def _check(self, before: object) -> None:
        """Ends the connection if it sends nothing, or is still sending what it was before."""
        if self.transport.is_closing():
            return
        cycle = self.cycle
        sending = cycle is None or (cycle.more_body and not cycle.response_complete)
        if sending and cycle is before:
            self.transport.close()
        else:
            self.loop.call_later(SILENCE, self._check, cycle)


class _Server(uvicorn.Server):
    """A server that leaves signals to the program, which ends at once."""

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield
