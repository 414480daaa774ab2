"""Clusters: the function of record batches, on workers of Ray and Spark.

What travels to a worker is text: the description of the work, as JSON, and how text is prepared, so
that a worker with other files or models is noticed. `worker` is what runs there, `ray` and `spark`
are thin adapters.
"""
