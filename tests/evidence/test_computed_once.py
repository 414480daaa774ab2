"""Work that metrics share is done once, whatever the number of metrics and threads."""

from collections import Counter

import pytest

import hyperbaton
from hyperbaton import _core, score

HYPOTHESES = ["in the lobby at noon", "he has a book read"]
REFERENCES = [["at noon in the lobby", "he has read a book"]]


@pytest.fixture
def alignments_made(monkeypatch):
    """How often segments were aligned."""
    made = []
    original = _core.align_segments

    def counted(*arguments):
        made.append(arguments)
        return original(*arguments)

    monkeypatch.setattr(_core, "align_segments", counted)
    return made


def test_metrics_of_one_run_share_the_alignment(alignments_made):
    score(HYPOTHESES, REFERENCES, ["kendall", "pef", "ulam", "lrscore", "full"])
    assert len(alignments_made) == 1


def test_every_text_is_split_once():
    split = Counter()

    def counting(text):
        split[text] += 1
        return text.split()

    hypotheses, references = ["a b", "c d", "a b"], ["d", "e f g"]
    hyperbaton.pairwise(hypotheses, references, "kendall", tokenize=("counting", counting))
    assert split == {"a b": 1, "c d": 1, "d": 1, "e f g": 1}
    split.clear()
    hyperbaton.mbr([["a b", "c"], ["d e", "f"]], "invwer", tokenize=("counting", counting))
    assert split == dict.fromkeys(["a b", "c", "d e", "f"], 2)  # as candidate and as reference
