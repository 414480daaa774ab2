"""Manual alignments of real text, where those are at hand."""

from pathlib import Path

import pytest

from hyperbaton.bitext import monotonicity, read_alignments, read_bitext
from hyperbaton.errors import InputError


@pytest.fixture(scope="module")
def folder(request):
    data = request.config.getoption("--data")
    if data is None or not (data / "align").is_dir():
        pytest.skip("needs manual alignments: pytest --data DIR with DIR/align/*.gold")
    return data / "align"


def sentence_lengths(folder, pair):
    sentences = read_bitext(str(folder / f"{pair}.src-tgt")).alignments
    return sentences.source_lengths, sentences.target_lengths


@pytest.mark.parametrize("pair", ["enfr", "jaen", "roen", "zhen"])
def test_gold_alignments_count_from_1(folder, pair):
    gold, lengths = str(folder / f"{pair}.gold"), sentence_lengths(folder, pair)
    with pytest.raises(InputError, match=r"counted from 1 \(base 1\), .* would fit"):
        read_alignments(gold, *lengths)
    found = read_alignments(gold, *lengths, base=1)
    lines = Path(gold).read_text(encoding="utf-8").splitlines()
    assert len(found.source) == sum(len(line.split()) for line in lines)


def test_japanese_reorders_more_than_romanian(folder):
    japanese, romanian = (
        monotonicity(
            read_alignments(str(folder / f"{pair}.gold"), *sentence_lengths(folder, pair), base=1)
        ).corpus
        for pair in ("jaen", "roen")
    )
    assert japanese < 0.8 < 0.9 < romanian
