"""Sentences of a segment."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hyperbaton.parsing.english_sentences import divide


@pytest.mark.parametrize(
    "sentences",
    [
        ["She left .", "He stayed ."],
        ['" Really ? "', "It was true ."],
        ["It failed ( again ! )", "We tried twice ."],
        ["Wait !", "2 of them are here ."],
        ["He asked : why ?", "“ Nobody knows . ”", "“ Ask again ”"],
        # One sentence each:
        ["Mr . Gray met Dr . Ho in the U . S . Senate ."],
        ["It cost 3.5 million . . . or so . . . They say"],
        ["the file x . doc is here"],
        [". Yes"],
        ["Stop"],
        ["He said . and left"],
        ["Who knows ? ! ?"],
    ],
)
def test_sentences_are_told_apart(sentences):
    words = " ".join(sentences).split()
    assert [" ".join(sentence) for sentence in divide(words)] == sentences


@given(st.lists(st.sampled_from(["A", "b", ".", "!", '"', ")", "(", "Mr", "7"]), min_size=1))
def test_no_word_is_lost(words):
    divided = divide(words)
    assert [word for sentence in divided for word in sentence] == words
    assert all(divided)
