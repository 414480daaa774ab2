"""Scoring: systems against references, with any number of metrics.

`score` scores systems, `resampling` computes intervals and tests, `results` is what comes out;
`statistics_cache` keeps statistics on disk, and `permutations` scores permutations.
"""
