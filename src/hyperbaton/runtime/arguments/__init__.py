"""What callers pass to public functions: read in the type that is wanted, or refused.

`checked` is put on a function or class, `accepted` says what an annotation accepts, `values` reads
single arguments, and `shown` writes them into messages.
"""
