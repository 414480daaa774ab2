"""The brevity penalty of BLEU (Papineni et al. 2002)."""

from __future__ import annotations

import math

import numpy as np

from hyperbaton.metrics.base import Scores

# Of the C library, as in sacreBLEU: the last digit of NumPy's depends on the processor.
exp = np.vectorize(math.exp, otypes=[np.float64])


def brevity_penalty(words: Scores, reference_words: Scores) -> Scores:
    """min(1, exp(1 - r / h)) for h words and r words of the reference; 0 where h = 0 < r."""
    ratios = np.divide(reference_words, words, out=np.ones_like(words), where=words > 0)
    penalties: Scores = exp(np.minimum(1.0 - ratios, 0.0))
    return np.where((words == 0) & (reference_words > 0), 0.0, penalties)
