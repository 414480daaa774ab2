"""Moved to `hyperbaton.cache`."""

from hyperbaton.cache import NO_HOME, cache_folder

__all__ = ["NO_HOME", "cache_folder"]
