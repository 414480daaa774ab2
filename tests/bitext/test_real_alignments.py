"""Manual alignments of real text, where those are at hand."""

from pathlib import Path

import pytest

from hyperbaton.bitext import align_sentences, monotonicity, read_alignments
from hyperbaton.bitext.reading import words_between_blanks
from hyperbaton.errors import InputError


@pytest.fixture(scope="module")
def folder(request):
    data = request.config.getoption("--data")
    if data is None or not (data / "align").is_dir():
        pytest.skip("needs manual alignments: pytest --data DIR with DIR/align/*.gold")
    return data / "align"


def sentences(folder, pair):
    lines = (folder / f"{pair}.src-tgt").read_text(encoding="utf-8").splitlines()
    return [[words_between_blanks(line.split("|||")[side]) for line in lines] for side in range(2)]


def sentence_lengths(folder, pair):
    return [list(map(len, side)) for side in sentences(folder, pair)]


@pytest.mark.parametrize("pair", ["enfr", "jaen", "roen", "zhen"])
def test_gold_alignments_count_from_1(folder, pair):
    gold, lengths = str(folder / f"{pair}.gold"), sentence_lengths(folder, pair)
    with pytest.raises(InputError, match=r"if positions count from 1, say base 1"):
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


# eflomal (Östling & Tiedemann 2016), trained on nothing but the same pairs: .178, .605, .377, .331.
@pytest.mark.parametrize(
    ("pair", "rate", "fast_rate"),
    [("enfr", 0.09, 0.105), ("jaen", 0.515, 0.555), ("roen", 0.29, 0.3), ("zhen", 0.23, 0.27)],
)
def test_error_rates_of_learned_links(folder, pair, rate, fast_rate):
    source, target = sentences(folder, pair)
    gold = read_alignments(str(folder / f"{pair}.gold"), *sentence_lengths(folder, pair), base=1)
    for fast, most in ((False, rate), (True, fast_rate)):
        found = align_sentences(source, target, fast=fast)
        error, confident = error_rate(found, gold)
        assert error <= most
        if not fast:
            assert confident >= 0.95


def error_rate(found, gold):
    """The error rate of Och & Ney 2003, and the share of links above .9 that are right."""
    keys = [
        set(zip(links.pairs.tolist(), links.source.tolist(), links.target.tolist(), strict=True))
        for links in (found, gold, gold.sure_only())
    ]
    links, possible, sure = keys
    rate = 1 - (len(links & sure) + len(links & possible)) / (len(links) + len(sure))
    certain = found.confidence > 0.9
    columns = found.pairs[certain], found.source[certain], found.target[certain]
    confident = set(zip(*(column.tolist() for column in columns), strict=True))
    return rate, len(confident & possible) / len(confident)
