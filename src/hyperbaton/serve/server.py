"""The address that the page is served at, and the server behind it."""

from __future__ import annotations

import logging
import os
import socket
from collections.abc import Iterator
from contextlib import contextmanager

import uvicorn
from starlette.applications import Starlette

from hyperbaton.errors import OptionError

BACKLOG = 128


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
