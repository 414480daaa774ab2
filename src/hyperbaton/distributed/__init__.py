"""Clusters: the function of record batches, on workers of Ray and Spark."""
