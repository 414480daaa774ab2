"""How sure a figure of agreement is: intervals, tests between metrics, clusters of metrics."""
