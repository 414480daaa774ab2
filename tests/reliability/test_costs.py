"""Long and repetitive segments: every metric scores them, or says what it does not take.

Each kind of text goes through all registered metrics in a child with little memory. (That Ctrl-C
is answered meanwhile: tests/native/test_interrupt.py.)
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from hostility.children import GIGABYTE, assert_promised, run
from hostility.tally import count

from hyperbaton.errors import InputError
from hyperbaton.metrics import METRICS, parse

KIND = "costs"
WORDS = 6_000
SECONDS = 100


def _random_words(seed: int, vocabulary: int) -> str:
    words = np.random.default_rng(seed).integers(0, vocabulary, WORDS)
    return " ".join(f"w{word}" for word in words)


def _runs(seed: int) -> str:
    words = np.random.default_rng(seed).integers(0, 9, WORDS // 100)
    return " ".join(f"w{word} " * 100 for word in words)


DISTINCT = [f"w{k}" for k in range(WORDS)]

# Hypothesis and reference.
TEXTS = {
    "one word": ("a " * WORDS, "a " * WORDS),
    "one word, less often": ("a " * WORDS, "a " * (WORDS // 3)),
    "two words in turn": ("a b " * (WORDS // 2), "b a " * (WORDS // 2)),
    "reversed": (" ".join(DISTINCT), " ".join(reversed(DISTINCT))),
    "ten words": (_random_words(1, 10), _random_words(2, 10)),
    "each word twice": (_random_words(3, WORDS // 2), _random_words(4, WORDS // 2)),
    "runs": (_runs(5), _runs(6)),
    "one giant word": ("a" * 10**6, "ab" * (10**6 // 2)),
    "against one word": (" ".join(DISTINCT), "w7"),
    "one word against": ("w7", " ".join(DISTINCT)),
    "marks": ("." * WORDS, "( ) " * (WORDS // 2)),
}

SCORE_ALL = """
import json, os, resource, sys
from hyperbaton.errors import InputError
from hyperbaton.evidence import Evidence, Output, TestSet
from hyperbaton.metrics import parse
from hyperbaton.resources import Resources

def score(kind, hypothesis, reference):
    used = int(open("/proc/self/statm").read().split()[0]) * resource.getpagesize()
    resource.setrlimit(resource.RLIMIT_AS, (used + (1 << 30), resource.RLIM_INFINITY))
    evidence = Evidence(TestSet([[reference]]), Output([hypothesis]), resources=Resources(1))
    for name in names:
        try:
            metric = parse(name)
            outcome = str(metric.scores(metric.statistics(evidence))[0])
        except InputError as error:
            outcome = f"refused: {error}"
        print(json.dumps([kind, name, outcome]), flush=True)

names, texts = json.load(sys.stdin)
warm = Evidence(TestSet([["a b"]]), Output(["b a"]), resources=Resources(1))
for name in names:
    parse(name).statistics(warm)  # loads what it needs
for kind, pair in texts.items():
    child = os.fork()
    if child == 0:
        score(kind, *pair)
        os._exit(0)
    if os.waitpid(child, 0)[1] != 0:
        sys.exit(f"{kind}: the child that scored it failed")
"""


@pytest.fixture(scope="module")
def outcomes() -> dict[str, dict[str, str]]:
    """What each metric said to each kind of text, with a gigabyte to work in."""
    child = subprocess.run(
        [sys.executable, "-c", SCORE_ALL],
        input=json.dumps([list(METRICS), TEXTS]),
        capture_output=True,
        text=True,
        timeout=SECONDS,
    )
    assert child.returncode == 0, child.stdout[-300:] + child.stderr[-2000:]
    found: dict[str, dict[str, str]] = {kind: {} for kind in TEXTS}
    for line in child.stdout.splitlines():
        kind, name, outcome = json.loads(line)
        found[kind][name] = outcome
    return found


@pytest.mark.skipif(sys.platform != "linux", reason="needs a limit on address space")
@pytest.mark.parametrize("kind", TEXTS)
def test_every_metric_takes_or_refuses_long_segments(
    kind: str, outcomes: dict[str, dict[str, str]]
) -> None:
    assert list(outcomes[kind]) == list(METRICS)
    for outcome in outcomes[kind].values():
        is_refused = outcome.startswith("refused")
        count(KIND, "refused" if is_refused else "succeeded")
        assert not is_refused or re.search(r"(segment|pair) 1\b", outcome), outcome


# Metrics, text of both sides, and what is said.
BEYOND = {
    "wer": ("a b " * 66_000, "132,000 words against 132,000 are too many for wer"),
    "cder": ("a b " * 66_000, "132,000 words against 132,000 are too many for cder"),
    "invwer": ("a b " * 66_000, "132,000 words against 132,000 are too many for invwer"),
    "rouge-s": ("a b " * 66_000, "132,000 words against 132,000 are too many for rouge-s"),
    "meteor": (
        "a b " * 66_000,
        "words against 132,000 are too many for the aligner meteor",
    ),
    "hyperbaton": ("a b " * 24_000, "48,000 words against 48,000 are too many for soft matches"),
    "chrf": ("ab" * 1_400_000, "2,800,000 characters are too many for chrf"),
    "kendall": ("a " * 1_100_000, "has 1,100,000 words; up to 1,048,576 are accepted"),
}


@pytest.mark.parametrize("metric", BEYOND)
def test_what_is_too_much_is_refused_before_it_begins(metric: str) -> None:
    text, message = BEYOND[metric]
    with pytest.raises(InputError, match=f"^segment 1.*{re.escape(message.split('; ')[-1])}"):
        parse(metric).corpus_score([text], [[text[::-1]]])
    count(KIND, "refused")


def test_blocks_side_by_side_that_pef_would_take_too_long_for() -> None:
    swapped = np.arange(100_000).reshape(-1, 2)[:, ::-1].ravel()
    with pytest.raises(InputError, match=r"^permutation 2: .* 5,000,000,000 steps, too many"):
        parse("pef").permutation_scores([[0, 1], swapped])
    words = [f"w{k}" for k in range(100_000)]
    moved = [words[k] for k in swapped]
    with pytest.raises(InputError, match=r"^segment 2: the blocks of its 100,000 elements"):
        parse("pef").corpus_score(["a b", " ".join(words)], [["a b", " ".join(moved)]])
    count(KIND, "refused")


def test_the_command_names_segment_and_remedy(folder: Path) -> None:
    (folder / "long.txt").write_text("a b\n" + "a b " * 66_000 + "\n")
    ended = run(["score", "long.txt", "-i", "long.txt", "-m", "wer"], folder=folder)
    assert_promised(ended, KIND, codes=[2])
    assert "segment 2: wer: 132,000 words" in ended.message
    assert "split the segment or leave wer out" in ended.message


@pytest.mark.skipif(sys.platform != "linux", reason="needs a limit on address space")
def test_a_hundred_thousand_words_are_scored(folder: Path) -> None:
    (folder / "long.txt").write_text("a b c d " * 25_000 + "\n")
    metrics = ["kendall", "pef", "ter", "wer", "cder", "ribes", "rouge-s", "bleu", "chrf", "per"]
    chosen = [word for metric in metrics for word in ("-m", metric)]
    ended = run(
        ["score", "long.txt", "-i", "long.txt", *chosen], folder=folder, memory=3 * GIGABYTE
    )
    assert_promised(ended, KIND, codes=[0])
