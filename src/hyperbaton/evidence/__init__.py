"""Evidence: what metrics read of texts, and how it came about.

A `Context` says how text becomes evidence. A `TestSet` holds references, an `Output` what one
system wrote; together they give `Evidence`, whose properties (`tokens`, `alignments`, `order`,
`trees` …) are computed once and shared by all metrics. What a metric reads it declares as a `Need`,
and each need also writes its part of the signature.
"""

from hyperbaton.evidence.context import Context
from hyperbaton.evidence.evidence import Evidence
from hyperbaton.evidence.needs import Need
from hyperbaton.evidence.output import Output
from hyperbaton.evidence.test_set import TestSet

__all__ = ["Context", "Evidence", "Need", "Output", "TestSet"]
