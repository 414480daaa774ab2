"""What moved, how far, and what it costs: plain data first, pictures second."""
