"""Moved to `hyperbaton.checks`."""

from hyperbaton.checks import shown

__all__ = ["shown"]
