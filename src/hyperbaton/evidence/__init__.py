"""Evidence: what metrics read of texts.

A `Preparation` says how text becomes evidence. A `TestSet` holds references, an `Output` what one
system wrote; `Evidence` joins the two. What a metric reads it declares as a `Need`.
"""

from hyperbaton.evidence.evidence import Evidence
from hyperbaton.evidence.preparation import Choices, Need, Preparation
from hyperbaton.evidence.texts import Output, TestSet

__all__ = ["Choices", "Evidence", "Need", "Output", "Preparation", "TestSet"]
