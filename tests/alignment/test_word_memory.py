"""Words are looked up once, whatever batches they come in, and facts about them stay together."""

from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hyperbaton.alignment.matchers.matcher import WordMemory
from hyperbaton.text.segments import Sentences

WORDS = st.lists(st.text("abc", min_size=1, max_size=3), max_size=12)


def lexicon_of(words):
    return Sentences.of([words]).lexicon


class Lengths(WordMemory):
    """The length of each word, and how often words were looked up."""

    most = 8

    def __init__(self):
        self.asked = []
        super().__init__()

    def _look_up(self, words):
        self.asked += words
        if "!" in words:
            raise LookupError
        return (np.array(list(map(len, words))),)

    def _facts(self, rows):
        return self._columns[0].rows[rows]


@given(st.lists(WORDS, max_size=8))
def test_facts_are_those_of_the_words(batches):
    memory = Lengths()
    for words in batches:
        distinct = list(dict.fromkeys(words))
        assert memory.recalled(lexicon_of(words)).tolist() == list(map(len, distinct))


def test_each_word_is_looked_up_once():
    memory = Lengths()
    for words in (["a", "bb"], ["bb", "a", "ccc"], ["ccc"]):
        memory.recalled(lexicon_of(words))
    assert memory.asked == ["a", "bb", "ccc"]


def test_with_too_many_words_it_begins_anew():
    memory = Lengths()
    memory.recalled(lexicon_of([f"w{k}" for k in range(9)]))
    assert memory.recalled(lexicon_of(["w3", "new"])).tolist() == [2, 3]
    assert memory.asked[9:] == ["w3", "new"]


def test_what_could_not_be_looked_up_is_looked_up_again():
    memory = Lengths()
    memory.recalled(lexicon_of(["a"]))
    with pytest.raises(LookupError):
        memory.recalled(lexicon_of(["!"]))
    with pytest.raises(LookupError):
        memory.recalled(lexicon_of(["!"]))
    assert memory.recalled(lexicon_of(["a", "bb"])).tolist() == [1, 2]


def test_several_threads():
    memory = Lengths()
    memory.most = 1 << 10
    batches = [[f"{'x' * (k % 7)}{k % 50}" for k in range(n, n + 40)] for n in range(100)]
    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(lambda words: memory.recalled(lexicon_of(words)).tolist(), batches))
    assert found == [list(map(len, dict.fromkeys(words))) for words in batches]
    assert len(memory.asked) == len(set(memory.asked))
