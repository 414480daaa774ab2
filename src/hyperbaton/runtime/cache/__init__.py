"""What was computed once, kept for the next run: where, how, and what is said where that fails."""
