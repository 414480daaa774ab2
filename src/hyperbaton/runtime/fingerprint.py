"""Moved to `hyperbaton.files`."""

from hyperbaton.files import BLOCK, digest_of, fingerprint

__all__ = ["BLOCK", "digest_of", "fingerprint"]
