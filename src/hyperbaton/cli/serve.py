"""`hyperbaton serve`: a live page that explains sentences you type."""

from __future__ import annotations

import argparse
import sys

from hyperbaton import checks
from hyperbaton.cli.options import option
from hyperbaton.errors import OptionError
from hyperbaton.serve.api import Limits

DESCRIPTION = """\
Opens a page on this computer on which you type a reference and an output and see what moved, with a
JSON API behind it (POST /api/explain). Only this computer can reach it unless you give another
--host. Needs the extra: pip install 'hyperbaton[serve]'.
"""
EPILOG = """\
examples:
  hyperbaton serve
  hyperbaton serve --port 9000 --max-words 100
  curl -s localhost:8765/api/explain -d '{"hypothesis": "b a", "references": ["a b"]}'
Stop it with Ctrl-C.
"""
LOOPBACK, PORT = "127.0.0.1", 8765


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the arguments of the command."""
    known = Limits()
    option(parser, "--host HOST", "address to listen on", default=LOOPBACK, otherwise=LOOPBACK)
    option(parser, "--port N", "port, 0 for any", range=checks.PORT, default=PORT)
    text = "words of a sentence"
    option(parser, "--max-words N", text, range=checks.SERVED_WORDS, default=known.words)
    text = "seconds for one answer"
    option(parser, "--timeout N", text, range=checks.SERVED_SECONDS, default=known.seconds)
    text = "answered at the same time"
    option(parser, "--max-requests N", text, range=checks.SERVED_REQUESTS, default=known.requests)


def run(arguments: argparse.Namespace) -> None:
    """Serves until it is stopped."""
    bounds = Limits(
        words=arguments.max_words, seconds=arguments.timeout, requests=arguments.max_requests
    )
    try:
        from hyperbaton.serve.app import listening, make_app, server_of

    except ModuleNotFoundError as error:
        raise OptionError(
            f"serve needs {error.name}, which is not installed: pip install 'hyperbaton[serve]'"
        ) from None
    place = listening(arguments.host, arguments.port)
    _announce(arguments.host, place.getsockname()[1])
    server_of(make_app(bounds, arguments.host)).run([place])


def _announce(host: str, port: int) -> None:
    shown = f"[{host}]" if ":" in host else host
    where = f"http://{shown}:{port}/"
    print(f"hyperbaton: serving {where}, stop with Ctrl-C", file=sys.stderr, flush=True)
    if host not in (LOOPBACK, "localhost", "::1"):
        print("hyperbaton: other computers can reach this address", file=sys.stderr, flush=True)
