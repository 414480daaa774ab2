"""Moved to `hyperbaton.cache`."""

from hyperbaton.cache import COMPANIONS, FILE_NAME, Store

__all__ = ["COMPANIONS", "FILE_NAME", "Store"]
