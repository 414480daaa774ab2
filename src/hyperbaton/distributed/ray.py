"""`hyperbaton batch --engine ray`: pieces of the input are scored by workers of Ray.

The command reads and writes, as on one machine; each piece goes to a worker and comes back with its
scores. Ray runs a piece again that was lost with a worker.
"""

from __future__ import annotations

import logging
import os
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from typing import Any

from hyperbaton.batch.inputs import Piece
from hyperbaton.batch.pieces import ScoredPiece
from hyperbaton.batch.run import Engine, Score
from hyperbaton.errors import HyperbatonError, InputError, MissingDependencyError, OptionError

LOCAL = "local"
TIMES = 10  # that a piece is tried again whose worker has died


def ray_engine(address: str | None = None) -> Engine:
    """What scores pieces on a cluster; without an address Ray is started on this machine."""

    @contextmanager
    def engine(score: Score, workers: int | None) -> Iterator[tuple[Score, int]]:
        with _connected(address) as ray:
            task = ray.remote(max_retries=TIMES)(_scored)
            sent = ray.put(score)

            def score_remotely(piece: Piece) -> ScoredPiece:
                try:
                    found = ray.get(task.remote(sent, piece))
                except ray.exceptions.RayError as error:
                    reason = str(error).strip().splitlines() or [type(error).__name__]
                    raise InputError(f"Ray gave up: {reason[-1]}") from None
                if isinstance(found, HyperbatonError):
                    raise found
                scored: ScoredPiece = found
                return scored

            yield score_remotely, workers or max(1, int(ray.cluster_resources().get("CPU", 1)))

    return engine


def _scored(score: Score, piece: Piece) -> ScoredPiece | HyperbatonError:
    try:
        return score(piece)
    except HyperbatonError as error:  # Ray would wrap it in a traceback
        return error


@contextmanager
def _connected(address: str | None) -> Iterator[Any]:
    """Ray, connected to a cluster; what was started here is stopped again."""
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    try:
        ray = import_module("ray")
    except ImportError:
        command = "pip install 'hyperbaton[ray]'"
        raise MissingDependencyError("scoring on a Ray cluster", command) from None
    if ray.is_initialized():  # by whoever calls this from Python
        yield ray
        return
    options: dict[str, Any] = {"logging_level": logging.ERROR, "log_to_driver": False}
    if address in (None, LOCAL):
        options["include_dashboard"] = False
    try:
        ray.init(address or LOCAL, **options)
    except (ConnectionError, ValueError, RuntimeError, OSError) as error:
        reason = str(error).partition("\n")[0] or type(error).__name__
        raise OptionError(f"--address: cannot connect to {address or LOCAL} ({reason})") from None
    try:
        yield ray
    finally:
        ray.shutdown()
