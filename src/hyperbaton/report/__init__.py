"""A report of scores and explanations: one HTML file that needs nothing else."""
