"""Fitting parameters of metrics to what people prefer.

Exact where scores are linear in the parameter (`line_search`), by `hill_climbing` otherwise, with
figures on folds held out (`cross_validation`). `report` is what comes out.
"""
