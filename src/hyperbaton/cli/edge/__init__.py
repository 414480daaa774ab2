"""The edge of the program: its arguments, its streams, and how it ends."""
