"""All pairs of hypotheses and references, and the candidate that is best on average."""
