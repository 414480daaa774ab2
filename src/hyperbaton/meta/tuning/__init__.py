"""Fitting to what people prefer: parameters of a metric, or the weights of several."""
