"""Moved to `hyperbaton.checks`."""

from hyperbaton.checks import each_once, object_of

__all__ = ["each_once", "object_of"]
