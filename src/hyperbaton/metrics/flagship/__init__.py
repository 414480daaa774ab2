"""The metric hyperbaton: `formula.py` says what a version is, each version has a file."""
