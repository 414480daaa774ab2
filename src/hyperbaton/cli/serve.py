"""`hyperbaton serve`: a live page that explains sentences you type."""

from __future__ import annotations

import argparse
import sys

from hyperbaton import checks
from hyperbaton.cli.options import option

DESCRIPTION = """\
Serves a page on this computer where you type a reference and an output and see what moved, with a
JSON API behind it (POST /api/explain). Only this computer can reach it unless you give another
--host.
"""
EPILOG = """\
examples:
  hyperbaton serve
  hyperbaton serve --port 9000 --max-words 100
  curl -s localhost:8765/api/explain -d '{"hypothesis": "b a", "references": ["a b"]}'
Stop it with Ctrl-C.
"""
LOOPBACK, PORT, WORDS = "127.0.0.1", 8765, 200


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the arguments of the command."""
    option(parser, "--host HOST", "address to listen on", default=LOOPBACK, otherwise=LOOPBACK)
    option(parser, "--port N", "port, 0 for any", range=checks.PORT, default=PORT)
    text = "words of a sentence"
    option(parser, "--max-words N", text, range=checks.SERVED_WORDS, default=WORDS)


def run(arguments: argparse.Namespace) -> None:
    """Serves until it is stopped."""
    from hyperbaton.serve.server import LiveServer

    with LiveServer(arguments.host, arguments.port, arguments.max_words) as server:
        _announce(arguments.host, server.server_address[1])
        server.serve_forever()


def _announce(host: str, port: object) -> None:
    shown = f"[{host}]" if ":" in host else host
    where = f"http://{shown}:{port}/"
    print(f"hyperbaton: serving {where}, stop with Ctrl-C", file=sys.stderr, flush=True)
    if host not in (LOOPBACK, "localhost", "::1"):
        print("hyperbaton: other computers can reach this address", file=sys.stderr, flush=True)
