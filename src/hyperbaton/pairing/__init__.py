"""All pairs of hypotheses and references, and the candidate that is best on average.

`pairwise` scores every hypothesis against every reference. `mbr` chooses from the candidates of a
segment the one with the highest expected utility, or the least expected risk.
"""

from hyperbaton.pairing.choosing import MbrChoice, mbr
from hyperbaton.pairing.score_matrix import ScoreMatrix, pairwise

__all__ = ["MbrChoice", "ScoreMatrix", "mbr", "pairwise"]
