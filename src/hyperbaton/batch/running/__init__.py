"""One run on one machine: all cores, a journal, and what becomes of rows that cannot be scored."""
