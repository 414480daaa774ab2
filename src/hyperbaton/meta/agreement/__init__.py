"""How well metrics agree with people, on segments and on systems."""
