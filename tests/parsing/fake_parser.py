"""A parser without a model: every word depends on the word before it."""

from hyperbaton.parsing import ParseCache
from hyperbaton.trees import DependencyTree


class ChainParser:
    """Counts what it parses; interrupts itself, as a user would, before a given batch."""

    def __init__(self, version="1", interrupt_before=None):
        self.name = "chain"
        self.version = version
        self.batches = []
        self.interrupt_before = interrupt_before

    def parse(self, segments):
        if len(self.batches) == self.interrupt_before:
            raise KeyboardInterrupt
        self.batches.append(list(segments))
        return [(chain(words),) for words in segments]

    @property
    def parsed(self):
        return [words for batch in self.batches for words in batch]


def chain(words):
    return DependencyTree(tuple(words), tuple(range(len(words))))


def add_numbers(folder, first):
    """Writes a hundred parses, one at a time; for a process of its own."""
    with ParseCache(folder) as cache:
        for k in range(first, first + 100):
            cache.add(ChainParser(), [([str(k)], (chain([str(k)]),))])
