"""The web application of `hyperbaton serve`."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import anyio
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from hyperbaton import __version__
from hyperbaton.errors import HyperbatonError
from hyperbaton.explanation.explainer import DEFAULT_METRICS
from hyperbaton.serve.examples import EXAMPLES
from hyperbaton.serve.limits import Limits
from hyperbaton.serve.openapi import openapi
from hyperbaton.serve.page import live_page
from hyperbaton.serve.request import ExplainRequest

BAD_REQUEST, TOO_LARGE, BUSY, TOO_SLOW = 400, 413, 503, 504
HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-store",
}


def make_app(limits: Limits | None = None) -> Starlette:
    """The application, within some limits."""
    bounds = limits or Limits()
    page = live_page(EXAMPLES, {"words": bounds.words}, DEFAULT_METRICS)
    waiting = anyio.CapacityLimiter(bounds.requests)

    async def home(_: Request) -> Response:
        headers = {**HEADERS, "Content-Security-Policy": page.policy}
        return Response(page.html, media_type="text/html", headers=headers)

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
