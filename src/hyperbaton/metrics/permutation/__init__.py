"""Metrics of permutations: how close the order of words is to the reference's."""
