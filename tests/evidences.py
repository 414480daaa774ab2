"""Evidence of small test sets, given as segments of a hypothesis and its references each."""

from itertools import zip_longest

from hyperbaton import Output, Preparation, TestSet
from hyperbaton.evidence import Evidence


def texts_of(segments):
    """Hypotheses and streams of references, None where a segment has fewer."""
    hypotheses = [hypothesis for hypothesis, _ in segments]
    streams = [list(stream) for stream in zip_longest(*(group for _, group in segments))]
    return hypotheses, streams or [[]]


def evidence_of(segments, preparation=None, *, threads=None, **choices):
    """Evidence of segments; choices are those of `Preparation.of`, in place of a preparation."""
    hypotheses, streams = texts_of(segments)
    return Evidence(
        TestSet(streams),
        Output(hypotheses),
        preparation or Preparation.of(**choices),
        threads,
    )
