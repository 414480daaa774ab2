"""Scoring: systems against references, with any number of metrics.

`scorer` computes statistics of segments, from a cache where it can; `score` scores systems;
`resampling` adds intervals and tests; `results` is what comes out; `permutations` scores
permutations as they are.
"""
