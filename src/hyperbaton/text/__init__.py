"""Text: segments from files, before anything is done with their words."""
