"""Moved to `hyperbaton.files`."""

from hyperbaton.files import (
    check_target,
    check_target_folder,
    make_folder,
    replaced_file,
    replacement,
    write_lines,
)

__all__ = [
    "check_target",
    "check_target_folder",
    "make_folder",
    "replaced_file",
    "replacement",
    "write_lines",
]
