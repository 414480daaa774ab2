"""Test sets in the layout of mt-metrics-eval: outputs of systems, judgements, scores by others."""
