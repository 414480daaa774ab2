"""Tokenizers that are not native: METEOR's, and functions of the user's own."""
