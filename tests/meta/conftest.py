"""A small test set in the layout of mt-metrics-eval."""

import pytest

REFERENCE = ["the cat sat on the mat", "he read a book", "it rained all night"]
OUTPUTS = {
    "good": ["the cat sat on the mat", "he has read a book", "it rained all night"],
    "fair": ["the cat on the mat sat", "he a book read", "all night it rained"],
    "poor": ["mat cat the on", "read book", "night the rain was"],
}
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
