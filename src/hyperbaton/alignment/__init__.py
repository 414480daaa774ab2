"""Alignment: which word of the reference a word of the hypothesis stands for.

>>> from hyperbaton.alignment import Aligner
>>> from hyperbaton.text.segments import References, Segments
>>> segments = Segments(["cats and a dog"], References([["one dog and the cat"]]))
>>> for link in Aligner().align(segments)[0].links:
...     print(link)
Link(hypothesis=0, reference=4, matcher='stem', weight=0.6)
Link(hypothesis=1, reference=2, matcher='exact', weight=1.0)
Link(hypothesis=3, reference=1, matcher='exact', weight=1.0)
"""

from __future__ import annotations

from hyperbaton.alignment.aligner import Aligner
from hyperbaton.alignment.alignments import Alignment, Alignments, Link

__all__ = ["Aligner", "Alignment", "Alignments", "Link"]
