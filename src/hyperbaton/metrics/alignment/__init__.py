"""Metrics of an alignment of words."""
