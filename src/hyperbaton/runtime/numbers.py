"""Moved to `hyperbaton.checks`."""

from hyperbaton.checks import Number, Range, check_fields, readable, real_number, whole_number

Whole = Range[int]
set_checked = check_fields

__all__ = ["Number", "Range", "Whole", "readable", "real_number", "set_checked", "whole_number"]
