"""What is written to, and what is written first."""
