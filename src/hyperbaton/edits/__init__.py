"""Edits that turn one sentence into another, and derivations that swap blocks."""
