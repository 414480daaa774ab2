"""How well metrics agree with people.

`pair_scorer` scores a language pair, `protocol` says how agreement is measured, and `evaluation`
measures it: on segments from counts of judged pairs (`pair_counts`), on systems by correlation.
"""
