"""Moved to `hyperbaton.files`."""

from hyperbaton.files import (
    LINE_FEED,
    STANDARD_INPUT,
    decoded,
    display_name,
    numbered_lines,
    opened,
    read_text,
    split_lines,
    whole_lines,
)

MOST_BYTES = 1 << 31

__all__ = [
    "LINE_FEED",
    "MOST_BYTES",
    "STANDARD_INPUT",
    "decoded",
    "display_name",
    "numbered_lines",
    "opened",
    "read_text",
    "split_lines",
    "whole_lines",
]
