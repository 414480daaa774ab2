"""How work is done, as opposed to what is computed: nothing here changes a number.

Files, processes, signals, threads, progress bars, and values that are computed once.
"""
