"""Clusters: the function of record batches, on workers of Ray and Spark.

What travels to a worker is a `RowScorer` as JSON, so that a worker with another version, other
files or other models is noticed.
"""
