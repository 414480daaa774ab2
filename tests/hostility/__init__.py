"""What the tests in tests/reliability share: command lines, children, hostile values, a tally."""
