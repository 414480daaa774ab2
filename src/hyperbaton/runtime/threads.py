"""Moved to `hyperbaton.resources`."""

from hyperbaton.resources import resolve_threads

__all__ = ["resolve_threads"]
