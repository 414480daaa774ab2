"""Metrics that mix word choice with word order."""
