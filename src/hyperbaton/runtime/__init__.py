"""How work is done, as opposed to what is computed: nothing here changes a number.

Threads, progress bars, fingerprints of files, and values that are computed once.
"""
