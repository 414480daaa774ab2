"""What a test runs in a process of its own, which can import this module by its name."""

from pathlib import Path

import hyperbaton

HYPOTHESES = ["The cats sat on a big mat .", "He quickly bought cars"]
REFERENCES = [["the cat sits on the large mat .", "he bought an automobile"], ["mats", None]]


def score_there(preparation, chosen, place):
    """Scores with what it was handed, and writes the report."""
    report = hyperbaton.score(
        HYPOTHESES,
        REFERENCES,
        chosen,
        aligner=preparation.aligner,
        tokenize=preparation.text.tokenize,
    )
    Path(place).write_text(report.to_json(), encoding="utf-8")
