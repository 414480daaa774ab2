"""Many segments: each distinct one once, however long or empty."""

import pytest
from parsing.fake_parser import ChainParser, chain

from hyperbaton.errors import InputError
from hyperbaton.parsing import parse_segments
from hyperbaton.parsing.parses import BATCH_WORDS, LONGEST

SEGMENTS = [["a", "b"], [], ["c"], ["a", "b"], ["a"]]


def test_results_stand_in_the_order_of_segments():
    parses = parse_segments(SEGMENTS, ChainParser())
    assert parses == [(chain(words),) if words else () for words in SEGMENTS]


def test_each_distinct_segment_is_parsed_once():
    parser = ChainParser()
    parse_segments(SEGMENTS, parser)
    assert sorted(parser.parsed) == [("a",), ("a", "b"), ("c",)]


def test_batches_are_bounded():
    parser = ChainParser()
    parse_segments([[f"w{k}"] * (k % 40 + 1) for k in range(2000)], parser)
    sizes = [sum(map(len, batch)) for batch in parser.batches]
    assert len(sizes) > 1
    assert max(sizes) <= BATCH_WORDS


def test_a_long_segment_is_parsed_in_pieces():
    words = [f"w{k}" for k in range(2 * LONGEST + 5)]
    (trees,) = parse_segments([words], ChainParser())
    assert [len(tree) for tree in trees] == [LONGEST, LONGEST, 5]
    assert [word for tree in trees for word in tree.words] == words


@pytest.mark.parametrize("segment", ["a b", ["a", ""], ["a", " "], ["a", 1]])
def test_what_is_no_list_of_words_is_named(segment):
    with pytest.raises(InputError, match="segment 2: expected a list of words"):
        parse_segments([["a"], segment], ChainParser())


def test_no_segments():
    assert parse_segments([], ChainParser()) == []
