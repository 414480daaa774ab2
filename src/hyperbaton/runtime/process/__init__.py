"""This process, those that it starts, and how they end."""
