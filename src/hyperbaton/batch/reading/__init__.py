"""Tables of any size, read some rows at a time."""
