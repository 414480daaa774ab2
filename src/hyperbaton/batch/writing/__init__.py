"""Where scored rows go, and where rows go that cannot be scored."""
