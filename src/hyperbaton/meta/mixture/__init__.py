"""Fitting the weights of a mixture of metrics to what people prefer.

`feature_set` holds by how much each feature puts one output of a judged pair above the other,
`logistic` fits weights to these differences by `projected_newton`, `hold_out` says what is fitted
and what is measured, `fitting` does both, and `result` is what comes out.
"""
