"""Moved to `hyperbaton.resources`."""

from hyperbaton.resources import Resources

__all__ = ["Resources"]
