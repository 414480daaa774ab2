"""Moved to `hyperbaton.resources`."""

from hyperbaton.resources import progress, progress_by_size

__all__ = ["progress", "progress_by_size"]
