"""Long and repetitive segments: every metric scores them, or refuses them before it begins."""

import re

import numpy as np
import pytest
from variants import OVER_SOURCE

from hyperbaton.errors import InputError
from hyperbaton.evidence import Evidence, Output, TestSet
from hyperbaton.metrics import METRICS, parse

WORDS = 3_000
DISTINCT = [f"w{k}" for k in range(WORDS)]


def drawn(seed, vocabulary):
    words = np.random.default_rng(seed).integers(0, vocabulary, WORDS)
    return " ".join(f"w{word}" for word in words)


# Hypothesis and reference.
TEXTS = {
    "one word": ("a " * WORDS, "a " * WORDS),
    "two words in turn": ("a b " * (WORDS // 2), "b a " * (WORDS // 2)),
    "reversed": (" ".join(DISTINCT), " ".join(reversed(DISTINCT))),
    "ten words": (drawn(1, 10), drawn(2, 10)),
    "one giant word": ("a" * 10**6, "ab" * (10**6 // 2)),
    "against one word": (" ".join(DISTINCT), "w7"),
    "marks": ("." * WORDS, "( ) " * (WORDS // 2)),
}


@pytest.mark.parametrize("kind", TEXTS)
def test_every_metric_takes_or_refuses_long_segments(kind):
    hypothesis, reference = TEXTS[kind]
    evidence = Evidence(TestSet([[reference]]), Output([hypothesis]), threads=1)
    for name in [name for name in METRICS if name not in OVER_SOURCE]:
        metric = parse(name)
        try:
            metric.scores(metric.statistics(evidence))
        except InputError as error:
            assert re.search(r"(segment|pair) 1\b", str(error)), error


# Metrics, text of both sides, and what is said.
BEYOND = {
    "wer": ("a b " * 66_000, "132,000 words against 132,000 are too many for wer"),
    "invwer": ("a b " * 66_000, "132,000 words against 132,000 are too many for invwer"),
    "meteor": ("a b " * 66_000, "words against 132,000 are too many for the aligner meteor"),
    "hyperbaton": ("a b " * 24_000, "48,000 words against 48,000 are too many for soft matches"),
    "kendall": ("a " * 1_100_000, "has 1,100,000 words; up to 1,048,576 are accepted"),
}


@pytest.mark.parametrize("metric", BEYOND)
def test_what_is_too_much_is_refused_before_it_begins(metric):
    text, message = BEYOND[metric]
    with pytest.raises(InputError, match=f"^segment 1.*{re.escape(message)}"):
        parse(metric).corpus_score([text], [[text[::-1]]])
