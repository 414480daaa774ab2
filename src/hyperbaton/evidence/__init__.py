"""Evidence: what metrics read of texts, and how it came about.

A `Preparation` says how text becomes evidence. A `TestSet` holds references, an `Output` what one
system wrote. Prepared in one way, each is a `Side`; `Evidence` is two sides joined by index, whose
properties (`tokens`, `alignments`, `order`, `trees` …) are computed once and shared by all metrics.
What a metric reads it declares as a `Need`, and each need also writes its part of the signature.
"""

from hyperbaton.evidence.evidence import Evidence
from hyperbaton.evidence.preparation import Choices, Need, Preparation
from hyperbaton.evidence.texts import Output, TestSet

__all__ = ["Choices", "Evidence", "Need", "Output", "Preparation", "TestSet"]
