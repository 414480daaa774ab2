"""Metrics of n-grams and other groups of words that hypothesis and reference share."""
