"""A small test set in the layout of mt-metrics-eval."""

import numpy as np
import pytest

REFERENCE = ["the cat sat on the mat", "he read a book", "it rained all night"]
OUTPUTS = {
    "good": ["the cat sat on the mat", "he has read a book", "it rained all night"],
    "fair": ["the cat on the mat sat", "he a book read", "all night it rained"],
    "poor": ["mat cat the on", "read book", "night the rain was"],
}
SYSTEMS = ("fair", "good", "poor")  # in order of their names
PAIRS = """\
segment\tsystem1\trank1\tsystem2\trank2\tranking
1\tgood\t1\tfair\t2\t1
1\tgood\t1\tpoor\t3\t1
1\tfair\t2\tpoor\t3\t1
2\tgood\t1\tfair\t1\t2
3\tpoor\t4\tgood\t2\t3
"""


def make(folder, pair="de-en"):
    (folder / "references").mkdir(parents=True, exist_ok=True)
    (folder / "references" / f"{pair}.refA.txt").write_text("\n".join(REFERENCE) + "\n")
    outputs = folder / "system-outputs" / pair
    outputs.mkdir(parents=True)
    for name, lines in OUTPUTS.items():
        (outputs / f"{name}.txt").write_text("\n".join(lines) + "\n")
    (folder / "rankings").mkdir(exist_ok=True)
    (folder / "rankings" / f"{pair}.pairs.tsv").write_text(PAIRS)
    return folder


@pytest.fixture
def folder(tmp_path):
    return make(tmp_path / "wmt")


def assert_scores_of(data, found, report):
    """The scores, segment scores and signatures are those of the report."""
    assert list(data.systems) == [system.name for system in report]
    for column, scores in enumerate(found):
        direction = 1.0 if report.metrics[column].higher_is_better else -1.0
        for row, system in enumerate(report):
            expected = system.scores[column]
            assert scores.system_scores[row] == direction * expected.score
            np.testing.assert_array_equal(scores.segments[row], direction * expected.segments)
            assert scores.signature == expected.signature
