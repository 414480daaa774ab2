"""All pairs of hypotheses and references, and the candidate that is best on average."""

from hyperbaton.pairing.choosing import MbrChoice, mbr
from hyperbaton.pairing.pairs import ScoreMatrix, pairwise

__all__ = ["MbrChoice", "ScoreMatrix", "mbr", "pairwise"]
