"""Many segments: each distinct one once, however long or empty."""

import pytest
from fake_parsers import ChainParser

from hyperbaton.errors import InputError
from hyperbaton.parsing import parse_segments
from hyperbaton.parsing.parser import LONGEST


def test_each_distinct_segment_is_parsed_once():
    segments = [["a", "b"], [], ["c"], ["a", "b"], ["a"], []]
    parser = ChainParser()
    assert parse_segments(segments, parser) == [
        (ChainParser().tree(tuple(words)),) if words else () for words in segments
    ]
    assert sorted(filter(None, parser.parsed)) == [("a",), ("a", "b"), ("c",)]
    assert parse_segments([], parser) == []


def test_a_long_segment_is_parsed_in_pieces():
    words = [f"w{k}" for k in range(2 * LONGEST + 5)]
    trees, after = parse_segments([words, ["a"]], ChainParser())
    assert [len(tree) for tree in trees] == [LONGEST, LONGEST, 5]
    assert [word for tree in trees for word in tree.words] == words
    assert after == (ChainParser().tree(("a",)),)


@pytest.mark.parametrize("segment", ["a b", ["a", ""], ["a", " "], ["a", 1]])
def test_what_is_no_list_of_words_is_named(segment):
    with pytest.raises(InputError, match="segment 2: expected a list of words"):
        parse_segments([["a"], segment], ChainParser())
