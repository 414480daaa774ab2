"""What travels between processes, before and after use, and what it scores there."""

import multiprocessing
import pickle
import sys

import pytest
from other_process import HYPOTHESES, REFERENCES, score_there

import hyperbaton
from hyperbaton import Preparation, Resampling, metrics
from hyperbaton.alignment import Aligner

CHOSEN = ["wer", "bleu", "chrf", "kendall", "pef", "meteor", "hyperbaton", "full", "lrscore"]


def test_reports_travel():
    report = hyperbaton.score(
        {"a": HYPOTHESES, "b": REFERENCES[0]},
        REFERENCES,
        CHOSEN,
        resampling=Resampling(confidence=True, paired="randomization", samples=50),
    )
    there = pickle.loads(pickle.dumps(report))
    assert there.to_dict() == report.to_dict()
    assert repr(there) == repr(report)
    assert there["a"]["wer"].segments.tolist() == report["a"]["wer"].segments.tolist()


@pytest.mark.parametrize("method", ["spawn", "fork"])
@pytest.mark.filterwarnings("ignore:.*multi-threaded.*fork:DeprecationWarning")
def test_other_processes_give_the_same_numbers(method, tmp_path):
    if method not in multiprocessing.get_all_start_methods():
        pytest.skip(f"no {method} on {sys.platform}")
    preparation = Preparation.of(tokenize="none", aligner=Aligner(matchers="exact+stem"))
    chosen = [metrics.parse(name) for name in CHOSEN]
    here, there = tmp_path / "here", tmp_path / "there"
    score_there(preparation, chosen, str(here))  # before the fork, so that everything has been used
    process = multiprocessing.get_context(method).Process(
        target=score_there, args=(preparation, chosen, str(there))
    )
    process.start()
    process.join(60)
    assert process.exitcode == 0
    assert there.read_text(encoding="utf-8") == here.read_text(encoding="utf-8")
