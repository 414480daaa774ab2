"""Words are looked up once, whatever batches they come in."""

from concurrent.futures import ThreadPoolExecutor

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hyperbaton.alignment.matchers.matcher import WordMemory
from hyperbaton.text.segments import Sentences

WORDS = st.lists(st.text("abc", min_size=1, max_size=3), max_size=12)


class Counted:
    """A memory of words as bytes, and what it was asked for."""

    def __init__(self, most):
        self.asked = []
        self.memory = WordMemory(self.look_up, most)

    def look_up(self, words, numbers):
        if "!" in words:
            raise LookupError
        self.asked += words
        return [f"{word} {numbers.setdefault(word, len(numbers))}".encode() for word in words]

    def recalled(self, words):
        found = self.memory.recalled(Sentences.of([words]).lexicon)
        return [each.decode().split()[0] for each in found]


@given(st.lists(WORDS, max_size=8), st.sampled_from([8, 1000]))
def test_what_is_known_is_that_of_the_words(batches, most):
    memory = Counted(most)
    for words in batches:
        assert memory.recalled(words) == list(dict.fromkeys(words))
    if most == 1000:
        assert len(memory.asked) == len(set(memory.asked))


def test_with_too_many_words_it_begins_again():
    memory = Counted(8)
    memory.recalled([f"w{k}" for k in range(9)])
    assert memory.recalled(["w3", "new"]) == ["w3", "new"]
    assert memory.asked[9:] == ["w3", "new"]


def test_what_could_not_be_looked_up_is_looked_up_again():
    memory = Counted(8)
    memory.recalled(["a"])
    with pytest.raises(LookupError):
        memory.recalled(["!"])
    with pytest.raises(LookupError):
        memory.recalled(["b", "!"])
    assert memory.asked == ["a"]


def test_several_threads():
    memory = Counted(1 << 10)
    batches = [[f"{'x' * (k % 7)}{k % 50}" for k in range(n, n + 40)] for n in range(100)]
    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(memory.recalled, batches))
    assert found == [list(dict.fromkeys(words)) for words in batches]
    assert len(memory.asked) == len(set(memory.asked))
