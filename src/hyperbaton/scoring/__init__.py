"""Scoring: systems against references, with any number of metrics."""
