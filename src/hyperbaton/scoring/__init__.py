"""Scoring: systems against references, with any number of metrics.

`score` scores systems, `resampling` computes intervals and tests, `results` is what comes out,
and `permutations` scores permutations.
"""
