"""Ctrl-C ends native calls, on whichever thread the long work is."""

from __future__ import annotations

import signal
import subprocess
import sys
import time

import pytest

PRELUDE = """
import numpy as np
from hyperbaton import _core

random = np.random.default_rng(7)

def flat(sentences):
    ends = np.cumsum([len(sentence) for sentence in sentences])
    return np.concatenate(sentences).astype(np.int32), np.array([0, *ends], dtype=np.int64)

def segments(hypotheses, references):
    return *flat(hypotheses), *flat(references), np.arange(len(hypotheses) + 1)

def shuffles(count, words):
    return [random.permutation(words) for _ in range(count)]

def repetitive(words, vocabulary=30):
    return random.integers(0, vocabulary, words)

def zigzag(levels):
    '''Sizes in post-order of a chain with leaves alternately on its left and on its right.'''
    sizes = [1] * ((levels + 1) // 2 + 1)
    for level in reversed(range(levels)):
        sizes += [1] * (level % 2) + [2 * (levels - level) + 1]
    return np.array(sizes, dtype=np.int32)

def run(call, *arguments):
    print("ready", flush=True)
    try:
        call(*arguments)
    except KeyboardInterrupt:
        print("interrupted", flush=True)
"""

# Each takes minutes, or would be gone through in one go.
CALLS = {
    "invwer, one item that takes long": """
references = [*shuffles(900, 220), np.arange(1)]
hypotheses = flat([*shuffles(1, 220), np.arange(1)])
run(_core.inversion_distances, (*hypotheses, *flat(references), np.array([0, 900, 901])),
    1.0, 1.0, 1.0, 1.0, 0, 2)
""",
    "alignment of repeated words": """
equal_words = ((1.0, np.zeros(0, dtype=np.int32), np.zeros(0, dtype=np.int64)), None)
run(_core.align_segments, segments([repetitive(300_000)], [repetitive(300_000)]),
    [equal_words], np.zeros(0, dtype=np.uint8), "best", 1 << 14, 40, 1)
""",
    "characters": """
run(_core.ngram_overlaps, segments([repetitive(15_000_000)], [repetitive(15_000_000)]), 6, 1)
""",
    "soft matches": """
vectors = np.ones((30, 300), dtype=np.float32)
run(_core.soft_matches, segments([repetitive(300_000)], [repetitive(300_000)]), vectors,
    np.arange(30, dtype=np.int32), 0.8, 0.3, 0.45, 1)
""",
    "trees": """
trees = [(np.tile(one, 100), len(one) * np.arange(101)) for one in (zigzag(700), zigzag(699))]
run(_core.largest_mappings, *trees[0], *trees[1], 2)
""",
    "ter": """
run(_core.translation_edit_counts, segments(shuffles(1, 1_000_000), shuffles(1, 1_000_000)), 1)
""",
    "forest of one long permutation": """
values = np.arange(4_000_000).reshape(-1, 2)[:, ::-1].ravel()
permutation = _core.validate_permutations(values, np.array([0, len(values)]))[0]
permutation.trees(1)
run(_core.pef_scores, permutation, 0.6, 0.2, 1)
""",
}


def _heed_interrupts() -> None:
    """A shell may have told us to ignore them, as it does in the background."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def answer(call: str) -> str:
    """What a child prints that is interrupted a moment after its native call began."""
    command = [sys.executable, "-c", PRELUDE + call]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, text=True, preexec_fn=_heed_interrupts
    ) as child:
        try:
            assert child.stdout is not None
            assert child.stdout.readline() == "ready\n"
            time.sleep(0.5)
            child.send_signal(signal.SIGINT)
            return child.communicate(timeout=20)[0]
        finally:
            child.kill()


@pytest.mark.skipif(sys.platform == "win32", reason="SIGINT cannot be sent to one process there")
@pytest.mark.parametrize("call", CALLS.values(), ids=CALLS.keys())
def test_interrupt_is_answered(call: str) -> None:
    assert answer(call) == "interrupted\n"
