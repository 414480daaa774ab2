"""The metric hyperbaton, word by word from its definitions.

Only rows of the table of vectors, stems and links are taken from elsewhere. Words are those between
spaces; a text has to be written so.
"""

from itertools import pairwise
from math import exp, sqrt
from zlib import crc32

import Stemmer

from hyperbaton.alignment.matchers.soft import STEM_SIMILARITY
from hyperbaton.metrics.hyperbaton import (
    SIMILAR,
    SIMILAR_NEIGHBOURS,
    TOO_LONG,
    WORTH,
)
from oracles.ngrams import ngrams


def plain(text):
    return [word.lower() for word in text.split() if any(c.isalnum() for c in word)]


def chrf(hypothesis, reference, longest=6, beta=2):
    ours, theirs = ("".join(text.split()) for text in (hypothesis, reference))
    precisions, recalls = [], []
    for n in range(1, longest + 1):
        mine, other = ngrams(ours, n), ngrams(theirs, n)
        if mine and other:
            common = (mine & other).total()
            precisions.append(common / mine.total())
            recalls.append(common / other.total())
    if not sum(precisions):
        return 0.0
    p, r = (sum(values) / len(values) for values in (precisions, recalls))
    return (1 + beta**2) * p * r / (beta**2 * p + r)


def spelling(word, dimensions=64):
    row = [0.0] * dimensions
    if any(c.isdigit() for c in word):
        return row
    bounded = f"<{word}>"
    for n in (2, 3, 4):
        for k in range(len(bounded) - n + 1):
            code = crc32(bounded[k : k + n].encode())
            row[code % dimensions] += 1 if code // 65536 % 2 else -1
    length = sqrt(sum(x * x for x in row))
    return [0.75 * x / length for x in row] if length else row


class Known:
    """What is known about words: by a table, or by spelling alone without one."""

    def __init__(self, table, language):
        self.table = table
        self.stemmer = Stemmer.Stemmer(language) if language else None
        self.rows = {}

    def entry(self, word):
        """The row by the table, that by spelling, and the information."""
        if word not in self.rows:
            self.rows[word] = self._entry(word)
        return self.rows[word]

    def _entry(self, word):
        if self.table is None:
            return [], spelling(word), 1 + min(len(word), 10)
        (row,), (information,), (known,) = self.table.lookup([word])
        return row.tolist(), [0.0] * 64 if known else spelling(word), float(information)

    def worth(self, word):
        return self.entry(word)[2] ** WORTH

    def product(self, one, other):
        rows = zip(self.entry(one)[:2], self.entry(other)[:2], strict=True)
        return sum(x * y for a, b in rows for x, y in zip(a, b, strict=True))

    def same_stem(self, one, other):
        digits = [[c for c in word if c.isdigit()] for word in (one, other)]
        if any(digits):
            return digits[0] == digits[1]
        return self.stemmer is not None and len(set(self.stemmer.stemWords([one, other]))) == 1


def similarity(known, one, other, ours, theirs):
    if one == other:
        return 1.0
    if one in theirs and other in ours:
        return 0.0
    product = known.product(one, other)
    return min(1.0, max(product, STEM_SIMILARITY) if known.same_stem(one, other) else product)


def matrix(known, ours, theirs):
    return [[similarity(known, i, j, ours, theirs) for j in theirs] for i in ours]


def credit(value, full):
    return min(max(value, 0.0) / full, 1.0)


def mean(values, weights):
    total = sum(weights)
    return sum(v * w for v, w in zip(values, weights, strict=True)) / total if total else 0.0


def precision(known, ours, theirs):
    values = []
    for i, row in enumerate(matrix(known, ours, theirs)):
        allowed = max(1, theirs.count(ours[i]))
        best = max(row, default=0.0) if ours[:i].count(ours[i]) < allowed else 0.0
        values.append(credit(best, SIMILAR))
    return mean(values, [known.worth(word) for word in ours])


def recall(known, ours, theirs):
    rows = matrix(known, ours, theirs)
    best = [max((row[j] for row in rows), default=0.0) for j in range(len(theirs))]
    values = [credit(value, SIMILAR) for value in best]
    return mean(values, [known.worth(word) for word in theirs])


def length_penalty(ours, theirs):
    return min(1.0, exp(1 - len(ours) / (TOO_LONG * len(theirs))))


def neighbours(known, ours, theirs):
    if min(len(ours), len(theirs)) <= 1:
        return precision(known, ours, theirs)
    rows = matrix(known, ours, theirs)
    values = [
        credit(max(min(a[j], b[j + 1]) for j in range(len(theirs) - 1)), SIMILAR_NEIGHBOURS)
        for a, b in pairwise(rows)
    ]
    return mean(values, [known.worth(a) + known.worth(b) for a, b in pairwise(ours)])


def places(links, theirs):
    """Links are pairs of positions in both sentences."""
    if not links:
        return 0.0
    order = [place for _, place in sorted(links)]
    longest = []
    for k, place in enumerate(order):
        before = [longest[i] for i in range(k) if order[i] < place]
        longest.append(1 + max(before, default=0))
    in_order = (max(longest) - 1) / (len(order) - 1) if len(order) > 1 else 1.0
    return in_order * min(1.0, exp(1 - len(theirs) / len(order)))


def sub_parts(known, hypothesis, reference, links):
    """All sub-parts by name; chrF for all against a reference without words."""
    ours, theirs = plain(hypothesis), plain(reference)
    characters = chrf(hypothesis, reference)
    if not theirs:
        return dict.fromkeys(("chrf", "precision", "recall", "neighbours", "places"), characters)
    penalty = length_penalty(ours, theirs)
    return {
        "chrf": characters,
        "precision": precision(known, ours, theirs),
        "recall": penalty * recall(known, ours, theirs),
        "neighbours": neighbours(known, ours, theirs),
        "places": penalty * places(links, theirs),
    }
