"""Moved to `hyperbaton.text.arrow_tables`."""

from hyperbaton.text.arrow_tables import bounded

__all__ = ["bounded"]
