"""What is assumed unless the user says otherwise, without NumPy: `--help` names it."""

from __future__ import annotations

L2 = 1e-6
STATISTIC = "tau-wmt14"
HOLD_OUTS = ("year", "pair", "segments")
