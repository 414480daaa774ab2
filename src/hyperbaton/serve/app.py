"""The web application of `hyperbaton serve`, and the server behind it."""

from __future__ import annotations

import logging
import os
import socket
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager

import anyio
import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from hyperbaton import __version__
from hyperbaton.errors import HyperbatonError, OptionError
from hyperbaton.report.document import document, json_script, policy
from hyperbaton.serve.api import ExplainRequest, Limits, openapi, settings
from hyperbaton.tables.json_form import to_json

OWN_HOST = "'self'"
BODY = "<p>This page explains word order as you type, for which it needs JavaScript.</p>"
BACKLOG = 128
BAD_REQUEST, TOO_LARGE, BUSY, TOO_SLOW = 400, 413, 503, 504
HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-store",
}


def make_app(limits: Limits | None = None) -> Starlette:
    """The application, within some limits."""
    bounds = limits or Limits()
    data = json_script("serve", to_json(settings(bounds)))
    page = "\n".join(document("hyperbaton: what moved?", BODY, [data], connections=OWN_HOST))
    waiting = anyio.CapacityLimiter(bounds.requests)

    async def home(_: Request) -> Response:
        headers = {**HEADERS, "Content-Security-Policy": policy(OWN_HOST)}
        return Response(page, media_type="text/html", headers=headers)

    async def description(_: Request) -> Response:
        return JSONResponse(openapi(bounds), headers=HEADERS)

    async def health(_: Request) -> Response:
        return JSONResponse({"hyperbaton": __version__}, headers=HEADERS)

    async def explain(request: Request) -> Response:
        body = await _body(request, bounds.characters)
        if body is None:
            return _error(TOO_LARGE, f"at most {bounds.characters} bytes are accepted")
        try:
            asked = ExplainRequest.parse(body, bounds)
        except HyperbatonError as error:
            return _error(BAD_REQUEST, str(error))
        if waiting.available_tokens < 1:
            return _error(BUSY, "all are busy; try again in a moment")
        try:
            with anyio.fail_after(bounds.seconds):
                found = await anyio.to_thread.run_sync(
                    asked.answer, abandon_on_cancel=True, limiter=waiting
                )
        except HyperbatonError as error:
            return _error(BAD_REQUEST, str(error))
        except TimeoutError:
            return _error(TOO_SLOW, f"took longer than {bounds.seconds:g} seconds")
        return JSONResponse(found, headers=HEADERS)

    return Starlette(
        routes=[
            Route("/", home),
            Route("/api/explain", explain, methods=["POST"]),
            Route("/api/openapi.json", description),
            Route("/api/health", health),
        ],
        exception_handlers={404: _plainly(404), 405: _plainly(405), 500: _plainly(500)},
    )


async def _body(request: Request, most: int) -> bytes | None:
    """What was sent; None if it is more than is accepted."""
    received = b""
    async for part in request.stream():
        received += part
        if len(received) > most:
            return None
    return received


def _error(status: int, message: str) -> Response:
    return JSONResponse({"error": message}, status_code=status, headers=HEADERS)


def _plainly(status: int) -> Callable[[Request, Exception], Awaitable[Response]]:
    messages = {404: "there is no such page", 405: "POST is accepted here", 500: "internal error"}

    async def answer(_: Request, __: Exception) -> Response:
        return _error(status, messages[status])

    return answer


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
    if isinstance(error, socket.gaierror):  # its numbers are not those of the system
        return error.strerror or str(error)
    return os.strerror(error.errno) if isinstance(error, OSError) and error.errno else str(error)


def serve(app: Starlette, place: socket.socket) -> None:
    """Answers until the process is told to end."""
    config = uvicorn.Config(app, log_config=None)
    for name in ("uvicorn", "asyncio"):  # whose errors are tracebacks; the answer says enough
        logging.getLogger(name).addHandler(logging.NullHandler())
    _Server(config).run([place])


class _Server(uvicorn.Server):
    """A server that leaves signals to the program, which ends at once."""

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield
